"""polhode convert: what other programs read is the run, number by number and point by point."""
import array
import ast
import json
import math
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest
import zipfile

CLI = os.environ["POLHODE_CLI"]
FLOAT = 2 ** -23  # between 1 and the next number of single precision


def polhode(*words, folder=None, code=0):
    done = subprocess.run([CLI, *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == code, f"{words}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def read_csv(path):
    """Columns by name, without their units, and the units."""
    head, *rows = path.read_text().splitlines()
    names = [name.split(" [")[0] for name in head.split(",")]
    units = [name.split(" [")[1][:-1] if " [" in name else "" for name in head.split(",")]
    numbers = list(zip(*([float(cell) for cell in row.split(",")] for row in rows)))
    return dict(zip(names, numbers)), dict(zip(names, units))


def read_npy(data):
    """An array of NumPy's format 1.0: shape and numbers, or words."""
    assert data[:8] == b"\x93NUMPY\x01\x00"
    size, = struct.unpack("<H", data[8:10])
    assert (10 + size) % 64 == 0
    head = ast.literal_eval(data[10:10 + size].decode("latin-1"))
    assert head["fortran_order"] is False
    kind, shape, body = head["descr"], head["shape"], data[10 + size:]
    if kind == "<f8":
        numbers = array.array("d", body)
        assert len(numbers) == math.prod(shape)
        return shape, list(numbers)
    assert kind.startswith("<U")
    letters = 4 * int(kind[2:])
    assert len(body) == letters * shape[0]
    return shape, [body[i * letters:(i + 1) * letters].decode("utf-32-le").rstrip("\0") for i in range(shape[0])]


class Glb:
    """A binary glTF file, read by the words of the specification."""

    def __init__(self, path):
        data = path.read_bytes()
        magic, version, length = struct.unpack("<4sII", data[:12])
        assert (magic, version, length) == (b"glTF", 2, len(data))
        size, kind = struct.unpack("<I4s", data[12:20])
        assert kind == b"JSON" and size % 4 == 0
        self.json = json.loads(data[20:20 + size])
        rest = data[20 + size:]
        size, kind = struct.unpack("<I4s", rest[:8])
        assert kind == b"BIN\0" and size == len(rest) - 8
        self.bytes = rest[8:]
        self.nodes = {node["name"]: number for number, node in enumerate(self.json["nodes"])}
        self.read, self.tracks = {}, {}  # what was asked for already

    def numbers(self, accessor):
        if accessor not in self.read:
            self.read[accessor] = self.unpacked(accessor)
        return self.read[accessor]

    def unpacked(self, accessor):
        about = self.json["accessors"][accessor]
        view = self.json["bufferViews"][about["bufferView"]]
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[about["type"]]
        kind = {5126: "f", 5125: "I"}[about["componentType"]]
        flat = struct.unpack_from(f"<{width * about['count']}{kind}", self.bytes, view["byteOffset"])
        return [flat[i:i + width] for i in range(0, len(flat), width)] if width > 1 else list(flat)

    def vertices(self, name):
        """Of all primitives of a node's mesh."""
        mesh = self.json["meshes"][self.json["nodes"][self.nodes[name]]["mesh"]]
        return [self.numbers(one["attributes"]["POSITION"]) for one in mesh["primitives"]]

    def track(self, name, path):
        """Times and values of what moves; or what the node has of its own, at every time."""
        if (name, path) not in self.tracks:
            self.tracks[name, path] = self.found_track(name, path)
        return self.tracks[name, path]

    def found_track(self, name, path):
        animation = self.json.get("animations", [{"channels": []}])[0]
        for channel in animation["channels"]:
            if channel["target"] == {"node": self.nodes[name], "path": path}:
                sampler = animation["samplers"][channel["sampler"]]
                return self.numbers(sampler["input"]), self.numbers(sampler["output"])
        still = self.json["nodes"][self.nodes[name]].get(path, {"translation": [0, 0, 0], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1]}[path])
        times = self.times()
        return times, [still] * len(times)

    def times(self):
        samplers = self.json.get("animations", [{"samplers": []}])[0]["samplers"]
        return self.numbers(samplers[0]["input"]) if samplers else [0.0]

    def placed(self, name, key, vertex):
        """Where a vertex of a node is at a key: through the node, and through the one above it that turns the world."""
        p, q, s = (self.track(name, path)[1][key] for path in ["translation", "rotation", "scale"])
        at = [a + b for a, b in zip(p, turn(q, [a * b for a, b in zip(s, vertex)]))]
        return turn(self.json["nodes"][0]["rotation"], at)


def turn(q, v):
    """By a quaternion x, y, z, w, as glTF has them."""
    x, y, z, w = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2], v[2] + w * t[2] + x * t[1] - y * t[0]]


def y_up(p):
    return [p[0], p[2], -p[1]]


class Convert(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.held = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.held.name)
        cls.known = {}

    @classmethod
    def tearDownClass(cls):
        cls.held.cleanup()

    def run_of(self, scene, *words):
        if scene not in self.known:
            polhode("run", scene, *words, "--quiet", folder=self.folder)
            self.known[scene] = read_csv(self.folder / "runs" / pathlib.Path(scene).stem / "channels.csv")
        return self.known[scene]

    def convert(self, *words, code=0):
        return polhode("convert", *words, folder=self.folder, code=code)

    def glb(self, scene, *words):
        name = pathlib.Path(scene).stem
        self.convert(name, "--format", "glb", *words)
        return Glb(self.folder / "runs" / name / f"{name}.glb")

    def assert_near(self, found, expected, size, said=""):
        """To the rounding of single precision: of the place, of the vertex and of the turn, each a few units."""
        for a, b in zip(found, expected):
            self.assertAlmostEqual(a, b, delta=6 * FLOAT * size, msg=said)

    def test_csv_is_the_same_text_again(self):
        self.run_of("t-handle", "--set", "run.end=2")
        self.assertEqual(self.convert("t-handle", "--out", "made/all.csv").stdout, "made/all.csv\n")
        self.assertEqual((self.folder / "made/all.csv").read_text(), (self.folder / "runs/t-handle/channels.csv").read_text())

    def test_a_part_of_the_channels_and_of_the_time(self):
        columns, units = self.run_of("t-handle", "--set", "run.end=2")
        self.convert("t-handle", "--channels", "drift.energy,handle.quaternion", "--from", "0.5", "--to", "1 s", "--out", "part.csv")
        part, part_units = read_csv(self.folder / "part.csv")
        self.assertEqual(list(part), ["t", "drift.energy"] + [f"handle.quaternion.{c}" for c in "wxyz"])
        rows = [i for i, t in enumerate(columns["t"]) if 0.5 <= t <= 1]
        self.assertEqual(part["handle.quaternion.y"], tuple(columns["handle.quaternion.y"][i] for i in rows))
        self.assertEqual(part_units["t"], "s")

    def test_json_has_every_number_and_what_the_run_says_of_itself(self):
        columns, units = self.run_of("t-handle", "--set", "run.end=2")
        self.convert("t-handle", "--format", "json")
        found = json.loads((self.folder / "runs/t-handle/t-handle.json").read_text())
        said = json.loads((self.folder / "runs/t-handle/run.json").read_text())
        self.assertEqual(list(found), ["format", "version", "scene", "title", "solver", "outcome", "hash", "events", "t", "channels"])
        self.assertEqual((found["format"], found["version"]), ("polhode-channels", 1))
        for key in ["scene", "title", "solver", "outcome", "hash"]:
            self.assertEqual(found[key], said[key], key)
        self.assertEqual(found["events"], [{"name": one["name"], "t": one["t"]} for one in said["events"]])
        self.assertEqual(tuple(found["t"]), columns["t"])
        names = []
        for channel in found["channels"]:
            parts = [f"{channel['name']}.{part}" for part in channel["components"]] or [channel["name"]]
            values = channel["values"] if channel["components"] else [channel["values"]]
            for name, numbers in zip(parts, values, strict=True):
                self.assertEqual(tuple(numbers), columns[name], name)
                self.assertEqual(channel["unit"], units[name], name)
            names += parts
        self.assertEqual(names, list(columns)[1:])

    def test_what_is_no_number_is_null_in_json_and_nan_in_arrays(self):
        run = self.folder / "odd"
        run.mkdir()
        (run / "channels.csv").write_text("t [s],a [m]\n0,nan\n1,inf\n2,-inf\n3,0.1\n")
        (run / "run.json").write_text('{"title": "Poincar\\u00e9 \\u6446"}')
        self.convert("odd", "--format", "json,npz,csv")
        found = json.loads((run / "odd.json").read_text())
        self.assertEqual(found["channels"][0]["values"], [None, None, None, 0.1])
        with zipfile.ZipFile(run / "odd.npz") as archive:
            numbers = read_npy(archive.read("a.npy"))[1]
            self.assertEqual(read_npy(archive.read("about.npy"))[1][1], "Poincaré 摆")
        self.assertTrue(math.isnan(numbers[0]))
        self.assertEqual(numbers[1:], [math.inf, -math.inf, 0.1])
        self.assertEqual((run / "odd.csv").read_text(), (run / "channels.csv").read_text())

    def test_npz_has_an_array_for_each_channel(self):
        columns, units = self.run_of("t-handle", "--set", "run.end=2")
        self.convert("t-handle", "--out", "run.npz")
        with zipfile.ZipFile(self.folder / "run.npz") as archive:
            self.assertIsNone(archive.testzip())
            arrays = {name[:-4]: read_npy(archive.read(name)) for name in archive.namelist()}
        n = len(columns["t"])
        self.assertEqual(arrays["t"], ((n,), list(columns["t"])))
        shape, numbers = arrays["handle.quaternion"]
        self.assertEqual(shape, (n, 4))
        for k, part in enumerate("wxyz"):
            self.assertEqual(tuple(numbers[k::4]), columns[f"handle.quaternion.{part}"])
        self.assertEqual(arrays["drift.energy"], ((n,), list(columns["drift.energy"])))
        names, of = arrays["channel_names"][1], arrays["channel_units"][1]
        self.assertEqual(set(names), set(arrays) - {"t", "channel_names", "channel_units", "about"})
        self.assertEqual(of[names.index("handle.angular_velocity_body")], "rad/s")
        self.assertEqual(arrays["about"][1][0], "t-handle")

    def test_numpy_reads_it_where_it_is_there(self):
        try:
            import numpy
        except ImportError:
            return  # the reader above is the one that counts
        columns, _ = self.run_of("t-handle", "--set", "run.end=2")
        self.convert("t-handle", "--out", "numpy.npz")
        with numpy.load(self.folder / "numpy.npz") as found:
            self.assertEqual(found["handle.position"].shape, (len(columns["t"]), 3))
            self.assertEqual(tuple(found["handle.quaternion"][:, 1]), columns["handle.quaternion.x"])
            self.assertIn("handle.position", list(found["channel_names"]))

    def check_body(self, glb, columns, name, com, said):
        """Vertices at keys spread over the run: each is where the pose in channels.csv carries it."""
        times = glb.times()
        start = columns["t"][0]
        for key in range(0, len(times), max(1, len(times) // 7)):
            row = min(range(len(columns["t"])), key=lambda i: abs(columns["t"][i] - start - times[key]))
            p = [columns[f"{name}.position.{c}"][row] for c in "xyz"]
            q = [columns[f"{name}.quaternion.{c}"][row] for c in "xyzw"]
            for primitive in glb.vertices(name):
                for v in primitive[::23]:
                    expected = y_up([a + b for a, b in zip(p, turn(q, [x - c for x, c in zip(v, com)]))])
                    size = max(map(abs, [*p, *v, *com]))
                    self.assert_near(glb.placed(name, key, v), expected, size, f"{said} at {times[key]}")

    def test_a_vertex_goes_where_the_bodys_pose_carries_it(self):
        for scene, body in [("t-handle", "handle"), ("gyroscope", None), ("boomerang", None), ("euler-disk", "disk"), ("rattleback", None)]:
            columns, _ = self.run_of(scene, *(["--set", "run.end=2"] if scene == "t-handle" else []))
            page = (self.folder / "runs" / scene / "report.html").read_text()
            data = json.loads(page.split('id="run">', 1)[1].split("</script>", 1)[0])
            glb = self.glb(scene)
            bodies = data["bodies"] + data.get("rolling", [])
            self.assertTrue(bodies)
            for one in bodies:
                self.check_body(glb, columns, one["name"], one["com"], scene)

    def test_the_shape_is_that_of_the_scene(self):
        # Two cylinders: along x with a radius of 8 mm and 120 mm long, and along y from 0 to 60 mm.
        self.run_of("t-handle", "--set", "run.end=2")
        vertices = [v for primitive in self.glb("t-handle").vertices("handle") for v in primitive]
        for k, (low, high) in enumerate([(-0.06, 0.06), (-0.008, 0.06), (-0.008, 0.008)]):
            self.assertAlmostEqual(min(v[k] for v in vertices), low, delta=1e-8)
            self.assertAlmostEqual(max(v[k] for v in vertices), high, delta=1e-8)

    def test_surfaces_are_closed_and_look_outwards(self):
        self.run_of("t-handle", "--set", "run.end=2")
        glb = self.glb("t-handle")
        mesh = glb.json["meshes"][glb.json["nodes"][glb.nodes["handle"]]["mesh"]]
        volume = 0
        for primitive in mesh["primitives"]:
            places, normals = (glb.numbers(primitive["attributes"][key]) for key in ["POSITION", "NORMAL"])
            corners = glb.numbers(primitive["indices"])
            for i in range(0, len(corners), 3):
                a, b, c = (places[k] for k in corners[i:i + 3])
                cross = [(b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]) for j, k in [(1, 2), (2, 0), (0, 1)]]
                volume += sum(x * y for x, y in zip(a, cross)) / 6
                for corner in corners[i:i + 3]:
                    self.assertGreater(sum(x * y for x, y in zip(cross, normals[corner])), 0, "a normal that looks inwards")
        exact = math.pi * 0.008 ** 2 * (0.12 + 0.06)
        sides = 48
        self.assertAlmostEqual(volume, exact * sides / (2 * math.pi) * math.sin(2 * math.pi / sides), delta=1e-5 * exact)

    def test_a_disk_touches_the_ground_that_it_rolls_on_and_its_track_is_that_of_its_contact(self):
        columns, _ = self.run_of("euler-disk")
        glb = self.glb("euler-disk", "--to", "12")
        radius, sides = 0.0375, 48
        for key in range(0, len(glb.times()), 601):
            lowest = min(glb.placed("disk", key, v)[1] for primitive in glb.vertices("disk") for v in primitive)
            self.assertGreater(lowest, -1e-7)
            self.assertLess(lowest, 1.01 * radius * (1 - math.cos(math.pi / sides)))
        track = [v for line in glb.vertices("disk.contact") for v in line]
        self.assertEqual({one["mode"] for one in glb.json["meshes"][glb.json["nodes"][glb.nodes["disk.contact"]]["mesh"]]["primitives"]}, {3})
        for end, row in [(0, 0), (-1, max(i for i, t in enumerate(columns["t"]) if t <= 12))]:
            self.assert_near(track[end], [columns[f"disk.contact.{c}"][row] for c in "xyz"], radius)

    def test_links_of_a_mechanism_are_where_their_channels_say(self):
        columns, _ = self.run_of("puma560")
        glb = self.glb("puma560")
        links = [name for name in glb.nodes if name.startswith("puma.")]
        self.assertGreater(len(links), 6)
        for name in links:
            self.check_body(glb, columns, name, [0, 0, 0], name)

    def test_rods_join_the_points_of_a_typed_system(self):
        columns, _ = self.run_of("double-pendulum")
        glb = self.glb("double-pendulum")
        self.assertLess({"arm.first", "arm.second", "rod arm.first – arm.second"}, set(glb.nodes))
        for key in range(0, len(glb.times()), 37):
            first, second = ([columns[f"arm.{name}.{c}"][key] for c in "xyz"] for name in ["first", "second"])
            self.assert_near(glb.placed("arm.first", key, [0, 0, 0]), y_up(first), 1)
            self.assert_near(glb.placed("rod arm.first – arm.second", key, [0, 0, 0]), y_up(first), 1)
            self.assert_near(glb.placed("rod arm.first – arm.second", key, [0, 0, 1]), y_up(second), 1)

    def test_springs_reach_from_the_point_of_one_body_to_that_of_another(self):
        columns, _ = self.run_of("spring-pair")
        glb = self.glb("spring-pair")
        page = (self.folder / "runs/spring-pair/report.html").read_text()
        data = json.loads(page.split('id="run">', 1)[1].split("</script>", 1)[0])
        spring, = data["springs"]
        movers = data["bodies"] + data["particles"]
        for key in range(0, len(glb.times()), max(1, len(glb.times()) // 9)):
            for end, z in zip(spring["ends"], [0, 1]):
                body = movers[end["body"]]["name"]
                p = [columns[f"{body}.position.{c}"][key] for c in "xyz"]
                q = [columns[f"{body}.quaternion.{c}"][key] for c in "xyzw"]
                com = movers[end["body"]]["com"]
                point = [a + b for a, b in zip(p, turn(q, [x - c for x, c in zip(end["at"], com)]))]
                self.assert_near(glb.placed(f"spring {spring['name']}", key, [0, 0, z]), y_up(point), 1 + max(map(abs, point)))

    def test_quaternions_turn_the_short_way_and_times_grow(self):
        for scene in ["t-handle", "euler-disk", "puma560"]:
            self.run_of(scene, *(["--set", "run.end=2"] if scene == "t-handle" else []))
            glb = self.glb(scene)
            times = glb.times()
            self.assertEqual(times[0], 0)
            self.assertTrue(all(a < b for a, b in zip(times, times[1:])))
            for name in list(glb.nodes)[1:]:
                turns = glb.track(name, "rotation")[1]
                for a, b in zip(turns, turns[1:]):
                    self.assertGreaterEqual(sum(x * y for x, y in zip(a, b)), 0)
                    self.assertAlmostEqual(math.hypot(*b), 1, delta=4 * FLOAT)

    def test_time_begins_with_what_is_kept_and_the_file_says_when(self):
        columns, _ = self.run_of("t-handle", "--set", "run.end=2")
        glb = self.glb("t-handle", "--from", "1", "--to", "1.5")
        self.assertEqual((glb.times()[0], len(glb.times())), (0, 51))
        said = glb.json["asset"]["extras"]
        self.assertEqual((said["scene"], said["begins_at"]), ("t-handle", 1))
        self.assertEqual(said["hash"], json.loads((self.folder / "runs/t-handle/run.json").read_text())["hash"])

    def test_up_is_against_gravity(self):
        (self.folder / "sideways.toml").write_text(
            '[run]\nend = 1\n[world]\ngravity = [0, -9.81, 0]\n[[body]]\nname = "b"\nmass = 1\ninertia = [1, 1.2, 1.4]\n')
        self.run_of("sideways.toml")
        glb = self.glb("sideways.toml")
        last = len(glb.times()) - 1
        fallen = glb.placed("b", last, [0, 0, 0])
        self.assert_near(fallen, [0, -9.81 / 2, 0], 5)

    def test_a_run_without_places_in_space_is_refused(self):
        self.run_of("lorenz", "--set", "run.end=1")
        self.assertIn("--format csv, npz or json", self.convert("lorenz", "--format", "glb", code=2).stderr)

    def test_what_is_wrong_is_said(self):
        self.run_of("t-handle", "--set", "run.end=2")
        for words, said in [
            ([], "which format is meant is not said"),
            (["--out", "somewhere"], "which format is meant is not said"),
            (["--format", "gltf"], "did you mean"),
            (["--format", "csv,glb", "--out", "a.csv"], "this is one file in csv"),
            (["--format", "csv", "--channels", "handle.positon"], "did you mean 'handle.position'?"),
            (["--out", "runs/t-handle/channels.csv"], "the run itself wrote this file"),
            (["--out", "runs/t-handle/../t-handle/run.json"], "the run itself wrote this file"),
            (["--format", "csv", "--from", "3"], "from 0 to 2 s"),
        ]:
            if words == ["--format", "gltf"]:
                said = "this is none of csv, npz, json, glb"
            self.assertIn(said, self.convert("t-handle", *words, code=2).stderr, words)
        self.convert("t-handle", "--format", "csv,npz,json,glb", "--out", "all")
        self.assertEqual({path.name for path in (self.folder / "all").iterdir()}, {f"t-handle.{end}" for end in ["csv", "npz", "json", "glb"]})

    def test_a_page_of_another_run_is_noticed(self):
        self.run_of("t-handle", "--set", "run.end=2")
        self.run_of("euler-disk")
        mixed = self.folder / "mixed"
        mixed.mkdir()
        for name, source in [("channels.csv", "t-handle"), ("run.json", "t-handle"), ("report.html", "euler-disk")]:
            (mixed / name).write_bytes((self.folder / "runs" / source / name).read_bytes())
        self.assertIn("both files are of one run", self.convert("mixed", "--format", "glb", code=2).stderr)
        (mixed / "report.html").write_text("<html></html>")
        self.assertIn("there is no run in this page", self.convert("mixed", "--format", "glb", code=2).stderr)
        (mixed / "report.html").unlink()
        self.assertIn("report.html", self.convert("mixed", "--format", "glb", code=2).stderr)


if __name__ == "__main__":
    unittest.main()
