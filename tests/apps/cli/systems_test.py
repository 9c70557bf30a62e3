"""Scenes of equations, alone and beside bodies, from the file to everything that is written."""
import csv
import json
import math
import os
import pathlib
import subprocess
import tempfile
import unittest

CLI = os.environ["POLHODE_CLI"]

TOGETHER = """
[run]
end = 4
tolerance = 1e-11
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "rod"
solid = "cylinder"
mass = 1
radius = 0.01
length = 1
pivot = [0, 0, 0.5]
angular_velocity = [0.1, 0, 0]
[[body]]
name = "ball"
solid = "sphere"
mass = 1
radius = 0.1
position = [0, 0, -2]
[[load]]
type = "spring"
bodies = ["ball", "world"]
points = [[0, 0, 0], [0, 0, 0]]
stiffness = 9.81
length = 1
[[system]]
name = "pendulum"
equations = { theta = "theta'", "theta'" = "-w^2*sin(theta)" }
parameters = { w = 2 }
initial = { theta = "30 deg", "theta'" = 0 }
[[system]]
name = "growth"
equations = { n = "n" }
initial = { n = 1 }
[[event]]
name = "down"
when = "pendulum.theta crosses 0"
"""


def polhode(*words, folder=None, code=0):
    done = subprocess.run([CLI, *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == code, f"{words}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


BALL = """
[run]
end = 1.2
[[system]]
name = "ball"
equations = { y = "v", v = "-10" }
initial = { y = 0, v = %s }
[[event]]
name = "ground"
when = "ball.y %s 0"
then = { "ball.v" = "-ball.v" }
"""


class StartsOnEvents(unittest.TestCase):
    def run_ball(self, speed, verb):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "ball.toml").write_text(BALL % (speed, verb))
            done = polhode("run", "ball.toml", "--json", folder=folder)
            return json.loads(done.stdout), done.stderr

    def test_a_ball_on_the_ground_bounces_and_a_crossing_without_direction_is_warned_of(self):
        run, told = self.run_ball(-5, "falls through")
        self.assertEqual([event["t"] for event in run["events"]][:1], [0])
        self.assertNotIn("started_on", run)
        self.assertEqual(told, "")
        run, told = self.run_ball(5, "falls through")
        self.assertNotIn("started_on", run)
        self.assertAlmostEqual(run["events"][0]["t"], 1, 12)
        run, told = self.run_ball(-5, "crosses")
        self.assertEqual(run["started_on"], ["ground"])
        self.assertIn("starts where event 'ground' happens", told)


class Systems(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        (cls.path / "together.toml").write_text(TOGETHER, encoding="utf-8")
        cls.printed = polhode("run", "together.toml", "--out", "out", "--at", "0,1", folder=cls.path).stdout
        cls.record = json.loads((cls.path / "out/run.json").read_text(encoding="utf-8"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_json_holds_systems_beside_bodies(self):
        state = self.record["states"][1]
        self.assertEqual(set(state["systems"]["pendulum"]), {"theta", "theta'"})
        self.assertAlmostEqual(state["systems"]["growth"]["n"], math.e, delta=1e-9)
        self.assertEqual(set(state["bodies"]), {"rod", "ball"})

    def test_bodies_move_as_they_should_beside_systems(self):
        # The ball hangs at rest where the spring of 9.81 N/m is stretched by 1 m.
        for state in self.record["states"]:
            self.assertAlmostEqual(state["bodies"]["ball"]["position"][2], -2, delta=1e-12)
        self.assertLess(self.record["drift"]["energy"], 1e-9)
        self.assertLess(self.record["drift"]["rod.pivot_angular_momentum"], 1e-9)

    def test_events_watch_variables(self):
        # A quarter period is K(sin² 15°)/2 = 0.799 s, and half a period lies between two zeros.
        times = [event["t"] for event in self.record["events"]]
        a, g = 1.0, math.cos(math.radians(15))
        for _ in range(6):
            a, g = (a + g) / 2, math.sqrt(a * g)
        quarter = math.pi / (2 * a) / 2
        self.assertEqual(len(times), 3)
        for k, t in enumerate(times):
            self.assertAlmostEqual(t, (2 * k + 1) * quarter, delta=1e-8)

    def test_people_see_variables_too(self):
        self.assertIn("  growth.n                        1\n", self.printed)
        self.assertIn("  pendulum.theta'                 0\n", self.printed)

    def test_csv_has_a_column_for_every_variable(self):
        with open(self.path / "out/channels.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        column = rows[0].index("growth.n")
        self.assertAlmostEqual(float(rows[-1][column]), math.exp(4), delta=1e-6)
        self.assertIn("work [J]", rows[0])
        self.assertIn("rod.pivot_force.z [N]", rows[0])

    def test_a_formula_that_is_not_conserved_is_called_so(self):
        (self.path / "claims.toml").write_text(
            '[run]\nend = 7\n[[system]]\nname = "s"\nequations = { x = "v", v = "-x" }\ninitial = { x = 1, v = 0 }\n'
            'conserved = { right = "v^2 + x^2", wrong = "v^2 + 0.5*x^2" }\n', encoding="utf-8")
        for verb in ("run", "certify"):
            printed = polhode(verb, "claims.toml", "--out", "claims", folder=self.path).stdout
            self.assertIn("conserved s.right: its rate is 0 by the equations\n", printed)
            # 0.5 sin 2t, seen at the ends of steps: nearly 0.5.
            self.assertRegex(printed, r"s.wrong is NOT: it changes by 50 % of its size, at rates up to 0\.(49|5)\d* /s\n")
            self.assertNotIn("drift     s.wrong", printed)
        told = json.loads(polhode("run", "claims.toml", "--json", folder=self.path).stdout)["conserved"]
        self.assertEqual((told["s.right"]["kept"], told["s.wrong"]["kept"]), (True, False))
        self.assertAlmostEqual(told["s.wrong"]["change"], 0.5, delta=0.01)
        self.assertAlmostEqual(told["s.wrong"]["largest_rate"], 0.5, delta=0.01)

    def test_equations_alone_need_no_body(self):
        (self.path / "alone.toml").write_text(
            '[run]\nend = 1\n[[system]]\nequations = { x = "-x" }\ninitial = { x = 1 }\n', encoding="utf-8")
        printed = polhode("run", "alone.toml", "--out", "alone", folder=self.path).stdout
        self.assertNotIn("drift", printed)
        run = json.loads((self.path / "alone/run.json").read_text(encoding="utf-8"))
        self.assertEqual(run["drift"], {})
        header = (self.path / "alone/channels.csv").read_text(encoding="utf-8").splitlines()[0]
        self.assertEqual(header, "t [s],system.x")
        self.assertIn('"systems"', (self.path / "alone/report.html").read_text(encoding="utf-8"))
        refused = polhode("mass", "alone.toml", folder=self.path, code=2).stderr
        self.assertIn("nothing to weigh", refused)

    def test_set_changes_parameters_and_starts(self):
        done = polhode("run", "together.toml", "--set", "system.growth.initial.n=2", "--set",
                       "system.pendulum.parameters.w=0", "--at", "4", "--json", folder=self.path)
        systems = json.loads(done.stdout)["states"][0]["systems"]
        self.assertAlmostEqual(systems["growth"]["n"], 2 * math.exp(4), delta=1e-6)
        self.assertEqual(systems["pendulum"]["theta"], math.pi / 6)


if __name__ == "__main__":
    unittest.main()
