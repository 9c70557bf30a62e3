"""polhode converge: table, JSON, files and refusals, through the tool itself."""
import json
import math
import os
import pathlib
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml

CLI = os.environ["POLHODE_CLI"]

OSCILLATOR = """
[run]
end = 5
[[system]]
name = "spring"
equations = { q = "v", v = "-4*q" }
initial = { q = 1, v = 0.5 }
"""

HOSTILE = OSCILLATOR.replace("[run]", 'title = "</title><script>alert(1)</script>"\n[run]')


def polhode(*words, folder=None, code=0):
    done = subprocess.run([CLI, *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == code, f"{words}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


class Converge(unittest.TestCase):
    def setUp(self):
        self.held = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.held.name)
        self.addCleanup(self.held.cleanup)
        (self.folder / "spring.toml").write_text(OSCILLATOR)

    def converge(self, *words, code=0):
        return polhode("converge", *words, folder=self.folder, code=code)

    def test_json_has_every_key_and_the_orders_that_theory_gives(self):
        done = self.converge("spring.toml", "--solvers", "heun,rk4,dopri5", "--steps", "0.2,0.1,0.05,0.025,0.0125,0.00625", "--json")
        self.assertEqual(done.stderr, "")
        found = json.loads(done.stdout)
        for key in ["scene", "title", "begin", "end", "complete", "reason", "norm", "energy", "reference", "findings", "left_out",
                    "eigenvalues", "times", "solvers"]:
            self.assertIn(key, found)
        self.assertEqual(found["end"], 5)
        self.assertLess(found["reference"]["doubt"], 1e-12)
        self.assertEqual(set(found["reference"]["runs"][0]), {"solver", "tolerance"})
        self.assertEqual([solver["name"] for solver in found["solvers"]], ["heun", "rk4", "dopri5"])
        for solver in found["solvers"]:
            fit = solver["global"]
            self.assertAlmostEqual(fit["order"], solver["order"], delta=fit["confidence"] + 0.03 * solver["order"])
            self.assertAlmostEqual(solver["local"]["order"], solver["order"] + 1, delta=0.1 * (solver["order"] + 1))
            self.assertEqual([run["step"] for run in solver["runs"]], [0.2, 0.1, 0.05, 0.025, 0.0125, 0.00625])
            for run in solver["runs"]:
                self.assertLessEqual({"mean_step", "outcome", "steps", "rate_evaluations", "jacobians", "factorisations",
                                      "seconds", "error", "largest_error", "local_error", "judged", "fitted", "energy_drift"}, set(run))
        for real, imaginary in found["eigenvalues"][0]["values"]:
            self.assertAlmostEqual(real, 0, delta=1e-14)
            self.assertAlmostEqual(abs(imaginary), 2, delta=1e-14)

    def test_files_are_written_and_can_be_read(self):
        self.converge("spring.toml", "--solvers", "rk4,implicit-midpoint", "--out", "made", "--quiet")
        made = self.folder / "made"
        self.assertEqual({path.name for path in made.iterdir()},
                         {"converge.html", "converge.json", "order.svg", "stability.svg", "work-precision.svg", "work-precision-seconds.svg"})
        for name in ["order.svg", "work-precision.svg", "work-precision-seconds.svg", "stability.svg"]:
            root = xml.parse(made / name).getroot()
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            self.assertIn("rk4", "".join(root.itertext()))
        page = (made / "converge.html").read_text()
        self.assertEqual(page.count("<svg "), 4)
        self.assertNotIn("http://", page.replace("http://www.w3.org/2000/svg", ""))

    def test_pictures_are_the_same_every_time_but_for_the_seconds(self):
        texts = []
        for out in ["a", "b"]:
            self.converge("t-handle", "--set", "run.end=3", "--solvers", "rk4,lie-midpoint", "--out", out, "--quiet")
            texts.append([(self.folder / out / f"{name}.svg").read_text() for name in ["order", "work-precision", "energy", "stability"]])
        self.assertEqual(texts[0], texts[1])

    def test_the_table_names_every_solver_and_the_files(self):
        done = self.converge("free-top", "--set", "run.end=2")
        lines = done.stdout.splitlines()
        for name in ["euler", "rk4", "dopri5", "dop853", "splitting2", "adams"]:
            self.assertTrue(any(line.split()[:1] == [name] for line in lines), name)
        self.assertIn("runs/free-top/converge.html", done.stdout)
        self.assertLessEqual(max(len(line) for line in lines), 120)

    def test_tolerances_steer_adaptive_solvers_and_steps_the_others(self):
        found = json.loads(self.converge("spring.toml", "--solvers", "rk4,dopri5,bdf", "--tolerances", "1e-4,1e-6,1e-8", "--json").stdout)
        self.assertEqual([(solver["name"], solver["by"]) for solver in found["solvers"]],
                         [("rk4", "step"), ("dopri5", "tolerance"), ("bdf", "tolerance")])
        self.assertEqual([run["tolerance"] for run in found["solvers"][1]["runs"]], [1e-4, 1e-6, 1e-8])

    def test_breaks_of_the_scene_hold_for_every_solver(self):
        found = json.loads(self.converge("sawtooth", "--solvers", "rk4,dop853", "--steps", "0.3,0.03", "--json").stdout)
        for solver in found["solvers"]:
            for run in solver["runs"]:
                self.assertLess(run["error"], 1e-13, "t mod 1 is linear between breaks: only rounding is left")

    def test_a_jump_of_the_scene_happens_in_every_run(self):
        # Half of the velocity is lost whenever cos 2t falls through 0: twice until 6, so that q is cos(2t)/4 there.
        (self.folder / "kicked.toml").write_text(
            '[run]\nend = 6\n[[system]]\nname = "s"\nequations = { q = "v", v = "-4*q" }\ninitial = { q = 1, v = 0 }\n'
            '[[event]]\nwhen = "s.q falls through 0"\nthen = { "s.v" = "0.5*s.v" }\n')
        printed = polhode("run", "kicked.toml", "--solver", "rk4", "--step", "0.1", "--at", "6", folder=self.folder).stdout
        q, v = (float(line.split()[1]) for line in printed.splitlines() if line.startswith("  s."))
        found = json.loads(self.converge("kicked.toml", "--solvers", "rk4", "--steps", "0.1", "--json").stdout)
        # The largest q and v are 1 and 2; samples find those to 1e-3.
        expected = max(abs(q - math.cos(12) / 4), abs(v + math.sin(12) / 2) / 2)
        self.assertAlmostEqual(found["solvers"][0]["runs"][0]["error"], expected, delta=2e-3 * expected)

    def test_the_scenes_own_solver_is_measured_under_its_name(self):
        own = '[run]\nstep = 0.1\nsolver = { name = "kutta3", a = [["1/2"], [-1, 2]], b = ["1/6", "2/3", "1/6"] }'
        (self.folder / "own.toml").write_text(OSCILLATOR.replace("[run]", own))
        found = json.loads(self.converge("own.toml", "--json").stdout)
        self.assertIn("kutta3", [solver["name"] for solver in found["solvers"]])
        found = json.loads(self.converge("own.toml", "--solvers", "kutta3,rk4", "--json").stdout)
        self.assertEqual([solver["name"] for solver in found["solvers"]], ["kutta3", "rk4"])
        self.assertAlmostEqual(found["solvers"][0]["global"]["order"], 3, delta=0.1)
        self.assertIn("did you mean 'kutta3'?", self.converge("own.toml", "--solvers", "kuta3", code=2).stderr)
        rule = '[run]\nstep = 0.1\nsolver = { alpha = [1, -1, 0], beta = [0, 1.5, -0.5] }'
        (self.folder / "rule.toml").write_text(OSCILLATOR.replace("[run]", rule))
        found = json.loads(self.converge("rule.toml", "--solvers", "own", "--json").stdout)
        self.assertAlmostEqual(found["solvers"][0]["global"]["order"], 2, delta=0.1)

    def test_forms_that_are_renormalised_are_measured_against_what_can_solve_them(self):
        told = self.converge("state-forms", "--set", "body.matrix_momentum.renormalise=polar", "--solvers", "rk4", "--json")
        rk4, = json.loads(told.stdout)["solvers"]
        self.assertAlmostEqual(rk4["global"]["order"], 4, delta=0.3)

    def test_what_is_asked_for_and_not_done_is_said(self):
        done = json.loads(self.converge("spring.toml", "--solvers", "rk4,rk4", "--tolerances", "1e-3", "--json").stdout)
        self.assertEqual([solver["name"] for solver in done["solvers"]], ["rk4"])
        self.assertEqual(len(done["findings"]), 2)
        self.assertIn("rk4 is asked for twice", done["findings"][0])
        self.assertIn("--tolerances is not used", done["findings"][1])
        done = self.converge("spring.toml", "--solvers", "adams", "--steps", "0.1")
        self.assertIn("--steps is not used", done.stdout)

    def test_a_scene_that_blows_up_leaves_an_object_with_the_reason(self):
        (self.folder / "blow.toml").write_text('[run]\nend = 5\n[[system]]\nname = "s"\nequations = { x = "x^2" }\ninitial = { x = 1 }\n')
        done = self.converge("blow.toml", "--json", code=1)
        found = json.loads(done.stdout)
        self.assertFalse(found["complete"])
        self.assertIn("the scene itself ends early", found["reason"])
        self.assertAlmostEqual(found["end"], 1, delta=1e-6)
        self.assertEqual(found["solvers"], [])
        self.assertIn(found["reason"], done.stderr)

    def test_an_order_that_is_not_yet_reached_is_marked(self):
        # The errors of abm4 on a flipping handle go with the fifth power of the step until they are those of the reference.
        done = self.converge("t-handle", "--solvers", "abm4,implicit-midpoint", "--steps", "0.01,0.005,0.0025,0.00125", "--out", "made")
        abm4, midpoint = (solver["global"] for solver in json.loads((self.folder / "made/converge.json").read_text())["solvers"])
        self.assertGreater(abm4["order"] - abm4["confidence"], 4.2)
        self.assertFalse(abm4["asymptotic"])
        self.assertTrue(midpoint["asymptotic"])
        self.assertRegex(done.stdout, r"abm4 .*4\.9\S* ±\S+ \*")
        self.assertNotRegex(done.stdout, r"implicit-midpoint .*\*")
        self.assertLessEqual(max(len(line) for line in done.stdout.splitlines()), 120)
        for text in [done.stdout, (self.folder / "made/converge.html").read_text()]:
            self.assertIn("not yet asymptotic (abm4)", text)

    def test_steps_that_are_chosen_go_on_until_the_order_is_seen(self):
        found = json.loads(self.converge("circular-field", "--solvers", "abm4", "--json").stdout)["solvers"][0]
        self.assertGreater(len(found["runs"]), 7)
        self.assertTrue(found["global"]["asymptotic"])
        self.assertAlmostEqual(found["global"]["order"], 4, delta=found["global"]["confidence"] + 0.08)

    def test_an_event_that_stops_the_scene_ends_the_comparison(self):
        (self.folder / "stop.toml").write_text(OSCILLATOR + '[[event]]\nwhen = "spring.q falls through 0"\nthen = "stop"\n')
        found = json.loads(self.converge("stop.toml", "--solvers", "rk4", "--json").stdout)
        self.assertLess(found["end"], 2)
        self.assertIn("ends the scene at t = ", found["findings"][0])

    def test_all_leaves_out_with_a_reason_what_a_name_is_refused_for(self):
        found = json.loads(self.converge("spring.toml", "--solvers", "all", "--steps", "0.5", "--tolerances", "1e-4", "--json").stdout)
        left_out = {one["name"]: one["reason"] for one in found["left_out"]}
        self.assertIn("moser-veselov", left_out)
        self.assertNotIn("rk4", left_out)
        done = self.converge("spring.toml", "--solvers", "moser-veselov", code=2)
        self.assertIn(left_out["moser-veselov"], done.stderr)

    def test_refusals_say_what_was_meant(self):
        self.assertIn("did you mean 'dopri5'?", self.converge("spring.toml", "--solvers", "dopri6", code=2).stderr)
        self.assertIn("'-1' is not between 0 and 5", self.converge("spring.toml", "--steps", "0.1,-1", code=2).stderr)
        self.assertIn("--tolerances 2", self.converge("spring.toml", "--tolerances", "2", code=2).stderr)
        self.converge("nothing-like-this.toml", code=2)
        self.assertIn("--steps", self.converge("spring.toml", "--stepss", "1", code=2).stderr)
        self.assertIn("cannot be made", self.converge("spring.toml", "--solvers", "rk4", "--out", "spring.toml/x", code=2).stderr)

    def test_a_title_cannot_break_the_page(self):
        (self.folder / "hostile.toml").write_text(HOSTILE)
        self.converge("hostile.toml", "--solvers", "rk4", "--out", "made", "--quiet")
        self.assertNotIn("<script>", (self.folder / "made" / "converge.html").read_text())


if __name__ == "__main__":
    unittest.main()
