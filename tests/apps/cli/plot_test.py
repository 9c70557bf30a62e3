"""polhode plot: pictures of a run's folder, through the tool itself."""
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml
import zlib

CLI = os.environ["POLHODE_CLI"]
SVG = "{http://www.w3.org/2000/svg}"


def polhode(*words, folder=None, code=0):
    done = subprocess.run([CLI, *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == code, f"{words}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def read_png(path):
    """Width, height and rows of (r, g, b), by the standard's own words: chunks with their sums, filters None and Up."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, size = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        content = data[at + 8:at + 8 + length]
        assert zlib.crc32(kind + content) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0], kind
        if kind == b"IHDR":
            width, height, depth, colours, *rest = struct.unpack(">IIBBBBB", content)
            assert (depth, colours, rest) == (8, 2, [0, 0, 0])
            size = (width, height)
        elif kind == b"IDAT":
            packed += content
        at += 12 + length
    assert kind == b"IEND"
    raw, (width, height) = zlib.decompress(packed), size
    assert len(raw) == height * (3 * width + 1)
    rows, above = [], bytes(3 * width)
    for y in range(height):
        line = raw[y * (3 * width + 1):(y + 1) * (3 * width + 1)]
        assert line[0] in (0, 2)
        above = bytes((a + b) & 255 for a, b in zip(line[1:], above)) if line[0] == 2 else line[1:]
        rows.append(above)
    return width, height, rows


def colours_of(rows):
    found = {}
    for row in rows:
        for i in range(0, len(row), 3):
            found[row[i:i + 3]] = found.get(row[i:i + 3], 0) + 1
    return found


class Plot(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.held = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.held.name)
        polhode("run", "t-handle", "--set", "run.end=6", "--quiet", folder=cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.held.cleanup()

    def plot(self, *words, code=0):
        return polhode("plot", *words, folder=self.folder, code=code)

    def svg(self, *words):
        self.plot("t-handle", *words, "--out", "picture.svg")
        return xml.parse(self.folder / "picture.svg").getroot()

    def texts(self, root):
        return [text.text for text in root.iter(SVG + "text")]

    def test_a_name_finds_the_run_and_the_picture_lies_in_its_folder(self):
        self.assertEqual(self.plot("t-handle").stdout, "runs/t-handle/plot.svg\n")
        self.assertEqual(self.plot("runs/t-handle", "--quiet").stdout, "")
        self.assertIn("handle.angular_velocity_body [rad/s]", (self.folder / "runs/t-handle/plot.svg").read_text())

    def test_text_stays_text_in_a_generic_font(self):
        root = self.svg("--channels", "handle.angular_velocity_body")
        self.assertTrue(root.get("font-family").endswith("sans-serif"))
        texts = self.texts(root)
        for word in ["x", "y", "z", "t [s]", "handle.angular_velocity_body [rad/s]", "0", "−5", "5"]:
            self.assertIn(word, texts)

    def test_a_curve_goes_through_the_values_of_the_run(self):
        rows = [line.split(",") for line in (self.folder / "runs/t-handle/channels.csv").read_text().splitlines()]
        column = rows[0].index("handle.angular_velocity_body.y [rad/s]")
        t, y = [float(row[0]) for row in rows[1:]], [float(row[column]) for row in rows[1:]]
        root = self.svg("--channels", "handle.angular_velocity_body.y", "--size", "600x400")
        d = max((path.get("d") for path in root.iter(SVG + "path")), key=len)
        points = [tuple(map(float, pair)) for pair in re.findall(r"[ML](\S+?) ([-\d.]+)", d)]
        # Two samples fix each scale; all others must then lie on the curve, within the rounding of pixels.
        (x0, _), (x1, _) = points[0], points[-1]
        low, high = max(points, key=lambda p: p[1])[1], min(points, key=lambda p: p[1])[1]
        for px, py in points:
            time = t[0] + (px - x0) / (x1 - x0) * (t[-1] - t[0])
            value = min(y) + (py - low) / (high - low) * (max(y) - min(y))
            nearest = min(range(len(t)), key=lambda i: abs(t[i] - time))
            slope = max(abs(y[i + 1] - y[i]) for i in range(max(0, nearest - 2), min(len(y) - 1, nearest + 2)))
            self.assertLess(abs(value - y[nearest]), slope + 1e-3 * max(y))

    def test_pictures_of_dots_show_the_same_colours_and_no_browser_is_needed(self):
        self.plot("t-handle", "--size", "640x360", "--style", "slides", "--out", "a.png")
        width, height, rows = read_png(self.folder / "a.png")
        self.assertEqual((width, height), (640, 360))
        found = colours_of(rows)
        self.assertEqual(max(found, key=found.get), bytes.fromhex("fbfcfd"))
        for colour in ["d1495b", "2a9d5c", "2f6fb0"]:
            self.assertGreater(found.get(bytes.fromhex(colour), 0), 20, colour)
        self.assertGreater(len(found), 100, "edges are smooth")
        self.plot("t-handle", "--theme", "dark", "--size", "640x360", "--out", "b.png")
        found = colours_of(read_png(self.folder / "b.png")[2])
        self.assertEqual(max(found, key=found.get), bytes.fromhex("0b0f17"))

    def test_a_picture_in_millimetres_has_300_dots_an_inch(self):
        self.plot("t-handle", "--size", "86mmx54mm", "--out", "print.png", "--out", "print.svg")
        self.assertEqual(read_png(self.folder / "print.png")[:2], (round(86 / 25.4 * 300), round(54 / 25.4 * 300)))
        root = xml.parse(self.folder / "print.svg").getroot()
        self.assertEqual((root.get("width"), root.get("height")), ("86mm", "54mm"))

    def test_several_units_stand_above_each_other(self):
        root = self.svg("--channels", "handle.angular_velocity_body.y,handle.position", "--channels", "drift.energy")
        texts = self.texts(root)
        self.assertEqual(texts.count("t [s]"), 1)
        self.assertTrue(any(text.startswith("drift.energy [10") for text in texts), texts)
        self.assertIn("handle.position [m]", texts)

    def test_a_part_of_the_run_and_other_axes(self):
        root = self.svg("--from", "1", "--to", "2000 ms", "--channels", "handle.angular_velocity_body.x")
        self.assertIn("1.5", self.texts(root))
        root = self.svg("--x", "handle.angular_velocity_body.y", "--channels", "handle.angular_velocity_body.x")
        self.assertIn("handle.angular_velocity_body.y [rad/s]", self.texts(root))
        root = self.svg("--phase", "handle.angular_velocity_body.x", "handle.angular_velocity_body.z")
        self.assertIn("handle.angular_velocity_body.x [rad/s]", self.texts(root))

    def test_logarithmic_axes_say_what_they_leave_out(self):
        done = self.plot("t-handle", "--channels", "drift.energy", "--log", "y", "--out", "log.svg")
        self.assertIn("are zero or negative, which a logarithmic axis does not have", done.stderr)
        self.assertRegex((self.folder / "log.svg").read_text(), ">10⁻¹[0-9]*[⁰¹²³⁴⁵⁶]<")

    def test_titles(self):
        self.assertNotIn("A T-handle flips", self.texts(self.svg()))
        self.assertIn("A T-handle flips", self.texts(self.svg("--style", "slides")))
        self.assertIn("1 < 2 & 3", self.texts(self.svg("--title", "1 < 2 & 3")))
        done = self.plot("t-handle", "--title", "摆", "--out", "c.png")
        self.assertIn("摆", done.stderr)

    def test_the_list_has_every_column(self):
        lines = self.plot("t-handle", "--list").stdout.splitlines()
        head = (self.folder / "runs/t-handle/channels.csv").read_text().split("\n", 1)[0].split(",")
        self.assertEqual(len(lines), len(head) + 1)
        self.assertEqual([line.split()[0] for line in lines[1:]], [name.split(" [")[0] for name in head])

    def test_what_is_wrong_is_said_with_what_was_meant(self):
        for words, said in [
            (["--channels", "handle.positon"], "did you mean 'handle.position'?"),
            (["--channels", "handle"], "there are handle.position"),
            (["--x", "handle.position"], "for example handle.position.x"),
            (["--phase", "handle.position.x", "nothing"], "polhode plot RUN --list"),
            (["--phase", "t", "t", "--x", "t"], "leave one of them out"),
            (["--log", "z"], "this is none of x, y, xy"),
            (["--style", "slide"], "did you mean 'slides'?"),
            (["--theme", "drak"], "did you mean 'dark'?"),
            (["--size", "large"], "for example 900x600"),
            (["--size", "60x60"], "too small"),
            (["--out", "picture.jpg"], "a picture is .svg or .png"),
            (["--from", "7"], "from 0 to 6 s"),
            (["--from", "3 m"], "--from 3 m"),
        ]:
            self.assertIn(said, self.plot("t-handle", *words, code=2).stderr, words)

    def test_a_run_is_found_from_wherever_it_is_named(self):
        run = self.folder / "runs/t-handle"
        self.assertEqual(self.plot("runs/t-handle/").stdout, "runs/t-handle/plot.svg\n")
        self.assertEqual(polhode("plot", ".", folder=run).stdout, "./plot.svg\n")
        self.assertEqual(self.plot(str(run)).stdout, f"{run}/plot.svg\n")
        self.assertEqual(polhode("convert", ".", "--format", "csv", folder=run).stdout, "./t-handle.csv\n")
        self.assertIn("cannot be", self.plot("t-handle", "--out", "runs/t-handle/run.json/a.svg", code=2).stderr)

    def test_what_is_no_run_is_refused(self):
        self.assertIn("`polhode run SCENE` makes it", self.plot("nothing", code=2).stderr)
        (self.folder / "empty").mkdir()
        self.assertIn("there is no channels.csv in it", self.plot("empty", code=2).stderr)
        self.assertIn("this is a file", self.plot("runs/t-handle/run.json", code=2).stderr)
        broken = self.folder / "broken"
        broken.mkdir()
        (broken / "channels.csv").write_text("t [s],a\n0,1\n1,x\n")
        (broken / "run.json").write_text("{}")
        self.assertIn("broken/channels.csv:3:3: error: 'x' is no number", self.plot("broken", code=2).stderr)

    def test_a_thousand_times_as_many_samples_make_no_larger_a_picture(self):
        for name, count in [("few", 2_000), ("many", 200_000)]:
            run = self.folder / name
            run.mkdir()
            spike = count // 3
            rows = "".join(f"{i / count},{1 if i == spike else (i * 7919 % 1000) / 5000}\n" for i in range(count))
            (run / "channels.csv").write_text("t [s],a\n" + rows)
            (run / "run.json").write_text("{}")
            self.plot(name, "--quiet")
        few, many = ((self.folder / name / "plot.svg").read_text() for name in ["few", "many"])
        self.assertLess(len(many), 4 * len(few))
        tops = []
        for text in [few, many]:
            d = max((path.get("d") for path in xml.fromstring(text).iter(SVG + "path")), key=len)
            tops.append(min(float(y) for y in re.findall(r"[ML]\S+? ([-\d.]+)", d)))
        self.assertAlmostEqual(tops[0], tops[1], delta=0.02)


if __name__ == "__main__":
    unittest.main()
