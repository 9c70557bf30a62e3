"""polhode certify as a person and a script use it."""
import json
import re
import math
import os
import signal
import subprocess
import tempfile
import time
import unittest

CLI = os.environ["POLHODE_CLI"]

SYSTEM = """
[run]
end = {end}
solver = "{solver}"
{accuracy}
[[system]]
name = "s"
equations = {{ y = "{rate}" }}
initial = {{ y = 1 }}
{more}
"""


def polhode(*words, folder=None, code=0):
    done = subprocess.run([CLI, *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == code, f"{words}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def certify_system(rate, end, solver="dop853", accuracy="tolerance = 1e-9", more="", code=0):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "s.toml"), "w", encoding="utf-8") as scene:
            scene.write(SYSTEM.format(rate=rate, end=end, solver=solver, accuracy=accuracy, more=more))
        done = polhode("certify", "s.toml", "--json", folder=folder, code=code)
    return json.loads(done.stdout), done.stderr


class Certify(unittest.TestCase):
    def test_summary_says_everything_on_one_screen_and_writes_two_files(self):
        with tempfile.TemporaryDirectory() as folder:
            text = polhode("certify", "t-handle", folder=folder).stdout
            self.assertLessEqual(len(text.splitlines()), 26)
            for word in ["gbs (extrapolation)", "rate evaluations", "handle.quaternion", "digits", "drift", "Lyapunov",
                         "to the end", "tolerance honoured", "flip 8×"]:
                self.assertIn(word, text)
            self.assertEqual(sorted(os.listdir(os.path.join(folder, "runs", "t-handle"))), ["certificate.json", "report.html"])
            with open(os.path.join(folder, "runs", "t-handle", "certificate.json"), encoding="utf-8") as file:
                certificate = json.load(file)["certificate"]
            self.assertEqual(len(certificate["channels"][0]["band"]), len(certificate["times"]))

    def test_json_is_alone_on_standard_output_and_has_every_key(self):
        done = polhode("certify", "heavy-top", "--json")
        self.assertEqual(done.stderr, "")
        run = json.loads(done.stdout)
        self.assertLessEqual({"scene", "solver", "outcome", "hash", "statistics", "drift", "events"}, set(run))
        certificate = run["certificate"]
        self.assertEqual(set(certificate), {"judged", "honoured", "worst", "worst_at", "allowed", "steps_not_judged", "contradicted", "told_once", "same",
                                            "horizon", "trusted_to_the_end", "lost_first", "growth", "lyapunov", "stiff", "checks", "retold", "event_times", "times",
                                            "channels"})
        self.assertTrue(certificate["honoured"])
        self.assertIsNone(certificate["lost_first"])
        self.assertEqual(len({check["family"] for check in certificate["checks"]} | {"explicit Runge–Kutta"}),
                         len(certificate["checks"]) + 1)
        for channel in certificate["channels"]:
            self.assertTrue(all(error <= band for error, band in zip(channel["error"], channel["band"])), channel["name"])

    def test_what_is_said_to_be_the_same_motion_is_compared_and_a_term_that_differs_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            text = polhode("certify", "arm-three-ways", folder=folder).stdout
            self.assertEqual(text.count("has the accelerations of 'arm' (mechanism) at 1 000 random states"), 2)
        words = ["certify", "arm-three-ways", "--set", "system.lagrange.lagrangian=T + V"]
        with tempfile.TemporaryDirectory() as folder:
            text = polhode(*words, folder=folder, code=4).stdout
            self.assertIn("'lagrange' (Lagrangian) is NOT 'arm' (mechanism)", text)
            self.assertIn("the force on theta1 at rest", text)
            self.assertIn("-1 times as much throughout", text)
        certificate = json.loads(polhode(*words, "--json", code=4).stdout)["certificate"]
        self.assertTrue(certificate["honoured"])
        lagrange, hamilton = certificate["same"]
        self.assertEqual([lagrange["agrees"], hamilton["agrees"]], [False, True])
        self.assertEqual((lagrange["system"], lagrange["of"], lagrange["states"]), ("lagrange", "arm", 1000))
        self.assertEqual([(term["kind"], term["coordinate"]) for term in lagrange["terms"]], [("rest", "theta1"), ("rest", "theta2")])
        for term in lagrange["terms"]:
            self.assertAlmostEqual(term["factor"], -1, delta=1e-9)
        self.assertEqual(hamilton["terms"], [])
        self.assertLess(hamilton["relative"], 1e-12)

    def test_terms_that_differ_by_little_are_told_to_the_digits_in_which_they_do(self):
        with tempfile.TemporaryDirectory() as folder:
            text = polhode("certify", "arm-three-ways", "--set", "system.lagrange.lagrangian=T - V + 1e-9*theta1^2", folder=folder, code=4).stdout
        for head in (r"the worst has theta1'' =", "the force on theta1 at rest:"):
            mine, theirs = re.search(head + r" (\S+) instead of ([^\s,]+), \S+ (?:more|less)", text).groups()
            self.assertNotEqual(mine, theirs)
        self.assertNotIn("times as much", text)

    def test_the_run_itself_is_the_same_as_without_a_certificate(self):
        hashes = [json.loads(polhode(verb, "t-handle", "--json").stdout)["hash"] for verb in ("run", "certify")]
        self.assertEqual(*hashes)

    def test_error_of_a_known_solution_is_what_it_says(self):
        # Explicit midpoint steps of h multiply y by 1 + h + h²/2.
        run, _ = certify_system("y", 1, solver="midpoint", accuracy="step = 0.01")
        channel = run["certificate"]["channels"][0]
        self.assertAlmostEqual(channel["error"][-1], math.e - (1 + 0.01 + 0.01**2 / 2) ** 100, delta=1e-12)
        self.assertIsNone(run["certificate"]["honoured"])

    def test_a_tolerance_that_was_not_honoured_is_exit_4(self):
        run, _ = certify_system("exp(-((t - 15)/0.02)^2)", 30, solver="adams", accuracy="tolerance = 1e-4", code=4)
        self.assertFalse(run["certificate"]["honoured"])
        run, _ = certify_system("exp(-((t - 15)/0.02)^2)", 30, solver="adams", accuracy="tolerance = 1e-3", code=4)
        self.assertGreater(run["certificate"]["worst"], run["certificate"]["allowed"])

    def test_every_built_in_scene_honours_its_tolerance(self):
        for line in polhode("list", "scenes").stdout.splitlines()[1:]:
            polhode("certify", line.split()[0], "--json")

    def test_a_stiff_decay_that_explodes_is_not_trusted(self):
        # Euler's first step overshoots x = cos t by all that it moves later.
        certificate = json.loads(polhode("certify", "stiff-decay", "--json").stdout)["certificate"]
        self.assertLess(certificate["horizon"], 0.1)

    def test_a_conserved_energy_does_not_end_the_trust_in_a_pendulum(self):
        words = ["double-pendulum-equations", "--set", "run.end=40", "--tolerance", "1e-3", "--json"]
        certificate = json.loads(polhode("certify", *words).stdout)["certificate"]
        self.assertNotEqual(certificate["lost_first"], "arm.energy")
        reached = []
        for channel in certificate["channels"]:
            late = [t for t, error in zip(certificate["times"], channel["error"]) if error > 0.01 * channel["measure"]]
            reached += late[:1]
        self.assertAlmostEqual(certificate["horizon"] / min(reached), 1, delta=0.02)

    def test_a_run_that_ended_early_is_exit_1_and_judged_as_far_as_it_went(self):
        run, findings = certify_system("y^2", 2, code=1)
        self.assertIn("singularity", findings)
        self.assertFalse(run["certificate"]["trusted_to_the_end"])
        self.assertLess(run["certificate"]["times"][-1], 1)
        self.assertGreater(len(run["certificate"]["checks"]), 2)

    def test_the_time_of_an_event_that_stops_is_judged(self):
        event = '[[event]]\nname = "two"\nwhen = "s.y crosses 2"\nthen = "stop"'
        run, _ = certify_system("y", 3, accuracy="tolerance = 1e-5", more=event)
        self.assertEqual(run["outcome"], "stopped")
        [two] = run["certificate"]["event_times"]
        self.assertEqual((two["in_run"], two["in_check"]), (1, 1))
        self.assertAlmostEqual(two["error"], abs(run["t"] - math.log(2)), delta=1e-12)

    def test_methods_made_for_rigid_bodies_are_judged_by_others(self):
        run = json.loads(polhode("certify", "free-top", "--solver", "moser-veselov", "--step", "0.01", "--json").stdout)
        certificate = run["certificate"]
        self.assertEqual([check["solver"] for check in certificate["checks"][:2]], ["gbs", "verner9"])
        worst = max(channel["error"][-1] for channel in certificate["channels"])
        self.assertTrue(1e-6 < worst < 1e-1, worst)

    def test_bad_input_is_exit_2_as_for_run(self):
        for words in (["no-such-scene"], ["t-handle", "--set", "run.endd=5"], ["t-handle", "--at", "1"]):
            self.assertNotEqual(polhode("certify", *words, code=2).stderr, "")

    def test_interrupt_keeps_what_is_known(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ["double-pendulum-equations", "--set", "run.end=1e5", "--set", "run.sample=100", "--out", "out"]
            process = subprocess.Popen([CLI, "certify", *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            while not os.path.isdir(os.path.join(folder, "out")):  # made before the run
                time.sleep(0.05)
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            text, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 1)
            self.assertIn("nothing is known", text.decode())
            self.assertTrue(os.path.exists(os.path.join(folder, "out", "certificate.json")))


if __name__ == "__main__":
    unittest.main()
