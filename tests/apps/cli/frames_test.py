"""Moving frames through the command line: channels seen from each, the certificate from outside, the page's triads."""
import csv
import json
import math
import pathlib
import re
import unittest

from scene_case import SceneCase


class Frames(SceneCase):
    def columns(self):
        with open(pathlib.Path(self.folder.name) / "out/channels.csv", newline="") as file:
            rows = list(csv.reader(line for line in file if not line.startswith("#")))
        names = [re.sub(r" *[\[(].*", "", name) for name in rows[0]]
        return {name: [float(row[k]) for row in rows[1:]] for k, name in enumerate(names)}

    def page(self):
        text = (pathlib.Path(self.folder.name) / "out/report.html").read_text()
        return json.loads(re.search(r'<script[^>]*id="run"[^>]*>(.*?)</script>', text, re.S).group(1))

    def test_a_puck_that_nothing_touches_goes_straight_outside(self):
        self.run_tool("run", "carousel", "--out", "out")
        table = self.columns()
        times = table["t"]
        for axis in "xyz":
            seen = table["inertial.puck.position." + axis]
            speed = (seen[-1] - seen[0]) / (times[-1] - times[0])
            for t, x in zip(times, seen):
                self.assertAlmostEqual(x, seen[0] + speed * (t - times[0]), delta=1e-10)
        bend = max(abs(f) for f in table["puck.coriolis.force.x"])
        self.assertGreater(bend, 0.1)

    def test_of_the_centre_of_mass_no_work_and_no_torque(self):
        self.run_tool("run", "carousel", "--out", "out")
        table = self.columns()
        size = max(abs(f) for f in table["together.puck.inertial_force.x"])
        self.assertGreater(size, 0.01)
        for name in ["together.inertial_power", *("together.inertial_torque." + axis for axis in "xyz")]:
            self.assertLess(max(abs(value) for value in table[name]), 1e-13, name)

    def test_the_certificate_looks_from_outside(self):
        text = self.run_tool("certify", "carousel", "--out", "out")
        self.assertRegex(text, r"\n +retold +.*inertial")

    def test_the_certificate_knows_how_places_far_from_the_origin_are_rounded(self):
        # In inertial space the ball is six million metres from the origin, where doubles are 1e-9 m apart.
        self.scene.write_text("""
[run]
end = 4
[world]
gravity = [0, 0, -9.81]
[world.frame]
frame = "lab"
[[frame]]
name = "lab"
kind = "earth"
latitude = "45 deg"
radius = "6371 km"
[[body]]
name = "ball"
solid = "sphere"
mass = 1
radius = 0.1
position = [0, 0, 100]
""")
        text = self.run_tool("certify", str(self.scene), "--out", "out")
        self.assertRegex(text, r"\n +retold +agrees")
        self.assertRegex(text, r"\n +tolerance +honoured: ")

    def test_states_are_told_from_every_frame(self):
        run = json.loads(self.run_tool("run", "carousel", "--at", "0,2", "--json", "--out", "out"))
        first, last = (state["frames"] for state in run["states"])
        self.assertEqual(set(first), {"carousel", "together", "inertial"})
        # The carousel is the world.
        self.assertEqual(last["carousel"]["position"], [0, 0, 0])
        self.assertEqual(last["carousel"]["bodies"]["puck"]["position"], run["states"][1]["bodies"]["puck"]["position"])
        # From outside, the puck goes straight.
        outside = [frames["inertial"]["bodies"]["puck"] for frames in (first, last)]
        for start, end, v in zip(outside[0]["position"], outside[1]["position"], outside[0]["velocity"]):
            self.assertAlmostEqual(end, start + 2 * v, delta=1e-10)
        self.assertNotIn("quaternion", last["together"])
        printed = self.run_tool("run", "carousel", "--at", "2", "--out", "out")
        self.assertIn("\n  inertial.puck.velocity ", printed)

    def test_the_page_has_every_frame(self):
        self.run_tool("run", "carousel", "--out", "out")
        run = self.page()
        frames = {frame["name"]: frame for frame in run["frames"]}
        self.assertEqual(set(frames), {"carousel", "together", "inertial"})
        count = len(run["times"])
        # The carousel is the world; outside it turns back by the angle 0.7 t + 0.2 t².
        self.assertEqual(len(frames["inertial"]["quaternion"]), 4 * count)
        for k, t in enumerate(run["times"]):
            half = 0.5 * (0.7 * t + 0.2 * t * t)
            self.assertAlmostEqual(abs(frames["inertial"]["quaternion"][4 * k]), abs(math.cos(half)), delta=1e-9)


if __name__ == "__main__":
    unittest.main()
