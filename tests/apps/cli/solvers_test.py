"""What people and programs are told about solvers: the list, and what a run says of its own."""
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

CLI = os.environ["POLHODE_CLI"]

OWN = """
[run]
end = 2
step = "10 ms"
solver = { name = "kutta3", a = [["1/2"], [-1, 2]], b = ["1/6", "2/3", "1/6"] }
[[system]]
equations = { x = "-x" }
initial = { x = 1 }
"""

BALL = """
[run]
end = 3
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "ball"
solid = "sphere"
mass = 0.4
radius = 0.1
position = [0, 0, 1]
[[event]]
name = "bounce"
when = "ball.position.z falls through 0"
then = { "ball.velocity.z" = "-0.9*ball.velocity.z" }
"""


def polhode(*words, folder=None):
    done = subprocess.run([CLI, *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def line(label, printed):
    """The line of a summary behind its label."""
    return next((row[12:] for row in printed.splitlines() if row.startswith(f"  {label} ")), None)


class SolverList(unittest.TestCase):
    def setUp(self):
        self.rows = json.loads(polhode("list", "solvers", "--json"))["solvers"]
        self.page = polhode("list", "solvers").splitlines()

    def test_fits_a_hundred_columns_and_shows_every_solver_once(self):
        self.assertLessEqual(max(map(len, self.page)), 100)
        for row in self.rows:
            self.assertEqual(sum(text.startswith(f"  {row['name']} ") for text in self.page), 1, row["name"])

    def test_every_family_is_a_heading_once(self):
        for family in {row["family"] for row in self.rows}:
            self.assertEqual(self.page.count(family), 1, family)

    def test_every_source_and_everything_kept_stands_below(self):
        text = " ".join(" ".join(self.page).split())
        for row in self.rows:
            self.assertIn(row["citation"], text)
            self.assertIn(row["conserves"], text)

    def test_json_tells_what_the_rows_of_the_tables_hold(self):
        rows = {row["name"]: row for row in self.rows}
        self.assertEqual(rows["radau5"]["stability"], "L-stable")
        self.assertEqual(rows["radau5"]["stiff_order"], 3)
        self.assertEqual(rows["bdf4"]["stability"], "A(73°)-stable")
        self.assertEqual(rows["dopri5"]["stability"], "")
        self.assertTrue(rows["stoermer-verlet"]["symplectic"])
        self.assertEqual(rows["stoermer-verlet"]["needs"], "parts")
        self.assertEqual(rows["moser-veselov"]["needs"], "rigid bodies")
        self.assertTrue(rows["bdf"]["variable_order"])
        self.assertIn("energy", rows["energy-momentum"]["conserves"])


class Runs(unittest.TestCase):
    def run_text(self, text, *words):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "scene.toml").write_text(text, encoding="utf-8")
            printed = polhode("run", "scene.toml", "--out", "out", *words, folder=folder)
            return printed, json.loads((pathlib.Path(folder) / "out/run.json").read_text(encoding="utf-8"))

    def test_stiff_motion_is_said_with_better_solvers(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ["run", "van-der-pol", "--solver", "dopri5", "--set", "run.end=10", "--out", "out"]
            stiff = line("stiff", polhode(*words, folder=folder))
            record = json.loads((pathlib.Path(folder) / "out/run.json").read_text(encoding="utf-8"))
        self.assertRegex(stiff, r"^from t = 0\.\d+ s on for dopri5: .* radau5 or bdf$")
        self.assertLess(record["stiffness"]["from"], 1)
        self.assertEqual(record["stiffness"]["solvers"], ["radau5", "bdf"])

    def test_a_long_stiff_run_says_so_while_it_goes_on(self):
        ball = """
[run]
end = {end}
[world]
gravity = [0, 0, -9.81]
[[rolling]]
name = "ball"
surface = {{ sphere = {{ radius = 0.03 }} }}
mass = 0.2
plane = {{ friction = {{ sliding = 0.3, patch = "0.5 mm" }} }}
start = {{ angular_velocity = [0, 20, 0], velocity = [0.1, 0, 0] }}
[[event]]
when = "t rises through 0.057"
then = "stop"
"""
        with tempfile.TemporaryDirectory() as folder:
            for end, told in ((3, True), (0.06, False)):
                (pathlib.Path(folder) / "ball.toml").write_text(ball.format(end=end), encoding="utf-8")
                done = subprocess.run([CLI, "run", "ball.toml"], cwd=folder, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("try radau5 or rodas5p", line("stiff", done.stdout))
                if told:
                    # The patch fades below 1e-6 m/s: 7/2 of mu g by that is how fast, and some 6 of its inverse a step.
                    self.assertRegex(done.stderr, r"^polhode: from t = 0\.048\d* s on for dop853: its steps are held down "
                                     r"by stability, not accuracy; try radau5 or rodas5p; some \S+ more steps like the "
                                     r"last one lie ahead, and Ctrl-C keeps what there is\n$")
                    ahead = float(re.search(r"some (\S+) more", done.stderr).group(1))
                    self.assertTrue(1e6 < ahead < 1e7, ahead)
                else:
                    self.assertEqual(done.stderr, "")

    def test_what_is_stiff_in_its_last_instant_alone_is_no_long_run(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([CLI, "run", "euler-disk"], cwd=folder, capture_output=True, text=True)
        self.assertIsNotNone(line("stiff", done.stdout))
        self.assertEqual(done.stderr, "")

    def test_an_implicit_solver_counts_its_matrices(self):
        with tempfile.TemporaryDirectory() as folder:
            printed = polhode("run", "van-der-pol", "--out", "out", folder=folder)
            record = json.loads((pathlib.Path(folder) / "out/run.json").read_text(encoding="utf-8"))
        self.assertRegex(line("implicit", printed), r"^\d+ Jacobians, \d+ factorisations, [\d ]+ iterations$")
        self.assertIsNone(line("stiff", printed))
        self.assertIsNone(record["stiffness"])
        work = record["statistics"]
        self.assertTrue(0 < work["jacobians"] <= work["factorisations"] <= work["iterations"])

    def test_a_solver_of_ones_own_says_its_order_twice(self):
        printed, record = self.run_text(OWN)
        self.assertRegex(line("order", printed), r"^3 by its order conditions, (2\.9\d?|3|3\.0\d?) measured$")
        self.assertEqual(record["order"]["conditions"], 3)
        self.assertAlmostEqual(record["order"]["measured"], 3, delta=0.3)
        self.assertEqual(record["solver"], "kutta3")
        self.assertIsNone(line("order", self.run_text(OWN, "--solver", "rk4")[0]))

    def test_what_a_jump_takes_is_work_and_no_drift(self):
        printed, record = self.run_text(BALL)
        self.assertRegex(line("work", printed), r"^-\d.* J done by jumps$")
        self.assertAlmostEqual(record["work_of_jumps"] / float(line("work", printed).split()[0]), 1, delta=1e-7)
        self.assertIn("energy", line("drift", printed))
        self.assertLess(record["drift"]["energy"], 1e-9)
        self.assertEqual({event["direction"] for event in record["events"]}, {-1})


class ExactSolver(unittest.TestCase):
    def test_needs_neither_step_nor_tolerance_and_says_the_time_between_flips(self):
        with tempfile.TemporaryDirectory() as folder:
            printed = polhode("run", "t-handle", "--solver", "exact", "--at", "30", "--out", "out", folder=folder)
        self.assertEqual(line("solver", printed), "exact, closed form, no error but rounding")
        self.assertTrue(line("events", printed).startswith("flip 8×: 1.9181252, 5.7543755, 9.5906259"))
        self.assertEqual(line("middle", printed), "the rate of handle about its middle axis changes sign every 3.8362504 s")
        self.assertIn("t = 30 s", printed)

    def test_takes_one_step_where_nothing_is_watched_for(self):
        with tempfile.TemporaryDirectory() as folder:
            printed = polhode("run", "tumbling-brick", "--solver", "exact", "--out", "out", folder=folder)
            record = json.loads((pathlib.Path(folder) / "out/run.json").read_text(encoding="utf-8"))
        self.assertEqual(record["statistics"]["steps"], 1)
        self.assertTrue(line("steps", printed).startswith("1 (0 rejected)"))

    def test_is_certified_by_solvers_that_take_steps(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ["certify", "free-top", "--solver", "exact", "--set", "run.end=10", "--json"]
            certificate = json.loads(polhode(*words, folder=folder))["certificate"]
        self.assertTrue(certificate["honoured"])
        self.assertTrue(certificate["trusted_to_the_end"])
        self.assertNotIn("exact", [check["solver"] for check in certificate["checks"]])

    def test_converges_with_every_step_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ["converge", "free-top", "--solvers", "exact,rk4", "--steps", "1,0.1,0.01", "--set", "run.end=5", "--json"]
            found = json.loads(polhode(*words, folder=folder))
        exact = found["solvers"][0]
        self.assertEqual(exact["name"], "exact")
        for run in exact["runs"]:
            self.assertLess(run["error"], 1e-11)  # what the references, which take steps, can tell
        self.assertIsNone(exact["global"])

    def test_bounces_where_a_ball_must(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "scene.toml").write_text(BALL, encoding="utf-8")
            polhode("run", "scene.toml", "--solver", "exact", "--out", "out", folder=folder)
            events = json.loads((pathlib.Path(folder) / "out/run.json").read_text(encoding="utf-8"))["events"]
        fall, t, expected = math.sqrt(2 / 9.81), 0, []
        for bounce in range(len(events)):
            t += fall if bounce == 0 else 2 * fall * 0.9 ** bounce
            expected.append(t)
        self.assertGreater(len(events), 3)
        for event, t in zip(events, expected):
            self.assertAlmostEqual(event["t"], t, delta=1e-14)


if __name__ == "__main__":
    unittest.main()
