"""polhode robot, as people and programs use it: the two-link arm of the founding text, by its closed forms."""
import json
import math
import random
import subprocess
import unittest

from scene_case import CLI, SceneCase

SCENE = """
[run]
end = 1
[world]
gravity = [0, -9.81, 0]
[[mechanism]]
name = "arm"
mdh = [
  { mass = 1.2, com = [0.25, 0, 0], inertia = [0.001, 0.03, 0.03], damping = 0.05, friction = 0.4, rotor_inertia = 1e-4, gear = 10 },
  { a = 0.5, mass = 0.8, com = [0.2, 0, 0], inertia = [0.0008, 0.015, 0.015], damping = 0.02 },
]
"""

# Figures of an 80-digit solution at q = (0.3, −0.7), v = (1, −2), a = (0.5, 3).
STATE = '{"q": [0.3, -0.7], "v": [1, -2], "a": [0.5, 3]}\n'
TAU = [8.567742506943501, 1.589253608699293]
MASS = [[0.4743747499655182, 0.10818737498275909], [0.10818737498275909, 0.04700000000000001]]
CORIOLIS = [[-0.10307482995803058, -0.05153741497901529], [-0.05153741497901529, 0]]
GRAVITY = [8.005993007012465, 1.4456973361869287]


class Robot(SceneCase):
    text = SCENE

    def ask(self, query, *flags, lines=STATE, code=0):
        done = subprocess.run([CLI, "robot", str(self.scene), query, *flags], input=lines, capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()] if code == 0 else done.stderr

    def close(self, ours, theirs):
        if isinstance(theirs, list):
            self.assertEqual(len(ours), len(theirs))
            for a, b in zip(ours, theirs):
                self.close(a, b)
        else:
            self.assertAlmostEqual(ours, theirs, delta=1e-13 * 10)

    def test_figures_of_the_founding_texts_arm(self):
        self.close(self.ask("inverse-dynamics")[0]["tau"], TAU)
        self.close(self.ask("mass-matrix")[0]["M"], MASS)
        self.close(self.ask("coriolis")[0]["C"], CORIOLIS)
        self.close(self.ask("gravity")[0]["g"], GRAVITY)
        back = self.ask("forward-dynamics", lines=STATE.replace('"a": [0.5, 3]', f'"tau": {TAU}'))
        for ours, wanted in zip(back[0]["a"], [0.5, 3]):
            self.assertAlmostEqual(ours, wanted, delta=1e-11)  # M has a condition of 25

    def test_who_asks_about_a_linkage_is_told_that_its_loops_are_left_out(self):
        done = subprocess.run([CLI, "robot", "four-bar", "info"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("warning: this is the tree alone, without the joint that closes a loop", done.stderr)
        self.assertIn("3 degrees of freedom", done.stdout)

    def test_friction_and_rotors_count_when_asked(self):
        tau = self.ask("inverse-dynamics", "--friction")[0]["tau"]
        self.close(tau, [TAU[0] + 0.05 * 1 + 0.4 + 1e-4 * 100 * 0.5, TAU[1] + 0.02 * -2])
        self.close(self.ask("mass-matrix", "--friction")[0]["M"][0][0], MASS[0][0] + 0.01)

    def test_a_tip_wrench_and_gravity_of_its_own(self):
        # tip wrench at the origin of the last link: J' of it, by hand for an arm in a plane.
        plain = self.ask("inverse-dynamics")[0]["tau"]
        pushed = self.ask("inverse-dynamics", lines=STATE.replace("}", ', "tip_wrench": [0, 1, 0, 0, 0, 0.5]}'))[0]["tau"]
        lever = 0.5 * math.cos(-0.7)  # of a force along y of link 2 about joint 1
        self.close(pushed, [plain[0] + lever + 0.5, plain[1] + 0.5])
        weightless = self.ask("gravity", lines=STATE.replace("}", ', "gravity": [0, 0, 0]}'))
        self.close(weightless[0]["g"], [0, 0])

    def test_a_state_by_flags(self):
        out = self.run_tool("robot", str(self.scene), "inverse-dynamics", "--q", "0.3,-0.7", "--v", "1,-2", "--a", "0.5,3")
        self.close(json.loads(out)["tau"], TAU)

    def test_a_thousand_states_stream_through(self):
        answers = self.ask("inverse-dynamics", lines=STATE * 1000)
        self.assertEqual(len(answers), 1000)
        self.assertEqual(answers[0], answers[-1])

    def test_jacobian_and_placement(self):
        J = self.ask("jacobian")[0]["J"]
        s, c = math.sin(0.3), math.cos(0.3)
        self.close(J, [[-0.5 * s, 0], [0.5 * c, 0], [0, 0], [0, 0], [0, 0], [1, 1]])
        placement = self.ask("placement")[0]
        self.close(placement["p"], [0.5 * c, 0.5 * s, 0])
        first = self.ask("placement", "--frame", "link1")[0]
        self.close(first["p"], [0, 0, 0])

    def test_derivatives_and_energy(self):
        answer = self.ask("derivatives")[0]
        self.close(answer["M"], MASS)
        step = 1e-6
        for k in range(2):
            def tau(sign):
                q = [0.3, -0.7]
                q[k] += sign * step
                return self.ask("inverse-dynamics", lines=json.dumps({"q": q, "v": [1, -2], "a": [0.5, 3]}))[0]["tau"]
            for i, (high, low) in enumerate(zip(tau(1), tau(-1))):
                # A difference of doubles over 2e-6 has some 1e-9 of rounding.
                self.assertAlmostEqual(answer["dtau_dq"][i][k], (high - low) / (2 * step), delta=2e-8)
        energy = self.ask("energy")[0]
        self.assertAlmostEqual(energy["kinetic"], 0.5 * (MASS[0][0] - 4 * MASS[0][1] + 4 * MASS[1][1]), delta=1e-14)

    def test_identification_finds_the_mass_that_was_changed(self):
        random.seed(3)
        numbers = lambda: [random.uniform(-2, 2), random.uniform(-2, 2)]
        states = [{"q": numbers(), "v": numbers(), "a": numbers()} for _ in range(40)]
        lines = "".join(json.dumps(state) + "\n" for state in states)
        told = self.ask("inverse-dynamics", lines=lines)
        for state, answer in zip(states, told):
            state["tau"] = answer["tau"]
        heavier = self.text.replace("mass = 0.8", "mass = 1.0")
        self.scene.write_text(heavier)
        out = subprocess.run([CLI, "robot", str(self.scene), "identify"], capture_output=True, text=True,
                             input="".join(json.dumps(state) + "\n" for state in states))
        self.assertEqual(out.returncode, 0, out.stderr)
        found = json.loads(out.stdout)
        # m1 c1 + m2 a, m2 c2 and the two inertias about z are all that an arm in a plane tells; these numbers are exact.
        values = {one["name"]: one["value"] for one in found["parameters"]}
        self.assertAlmostEqual(values["link1.hx"] + 0.5 * values["link2.mass"], 1.2 * 0.25 + 0.8 * 0.5, delta=1e-10)
        self.assertAlmostEqual(values["link2.hx"], 0.8 * 0.2, delta=1e-10)
        self.assertLess(max(found["residuals"]), 1e-12)

    def test_check_and_info(self):
        out = self.run_tool("robot", str(self.scene), "check")
        self.assertNotIn("FAILS", out)
        self.assertIn("C by Christoffel symbols is C by recursion", out)
        out = self.run_tool("robot", str(self.scene), "info")
        self.assertIn("2 degrees of freedom", out)
        self.assertIn("└─ link1  1.2 kg  (revolute", out)
        self.assertIn("q1  v1  ", self.run_tool("robot", str(self.scene), "info", "--joints"))

    def test_mistakes_have_places_and_hints(self):
        told = self.ask("inverse-dynamics", lines='{"q": [0.3], "v": [1, -2], "a": [0.5, 3]}', code=2)
        self.assertIn("standard input:1:7: error: q: expected 2 numbers, one for each coordinate, not 1", told)
        told = self.ask("inverse-dynamics", lines=STATE + '{"q": [0.3, 0], "v": [1, -2], "acc": [1, 2]}', code=2)
        self.assertIn("standard input:2:", told)
        self.assertIn('a state has no "acc"', told)
        self.assertIn('a state needs "a" for this query', told)
        told = self.ask("inverse-dynamics", lines='{"q": [0.3, ', code=2)
        self.assertIn("the text ends where a value should stand", told)
        told = self.ask("invers-dynamics", code=2)
        self.assertIn("did you mean 'inverse-dynamics'?", told)
        told = self.ask("jacobian", "--frame", "link3", code=2)
        self.assertIn("no link is called 'link3'", told)


if __name__ == "__main__":
    unittest.main()
