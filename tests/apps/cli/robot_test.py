"""polhode robot, as people and programs use it: the two-link arm of the founding text, by its closed forms."""
import json
import math
import random
import re
import resource
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
        told = self.ask("gravity", "--q", "1,abc", code=2)
        self.assertIn("error: --q: 'abc' is not a number\n    for example --q 0,-0.5,1e-3", told)
        self.assertEqual(self.ask("gravity", "--q", ".5,01"), self.ask("gravity", "--q", "0.5,1"))
        self.assertIn("flags: error: q: expected 2 numbers", self.ask("gravity", "--q", "1", code=2))

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
        for flags in [[], ["--friction"]]:
            out = self.run_tool("robot", str(self.scene), "check", *flags)
            self.assertEqual(out.count(" holds\n"), 16, out)
            for words in ["ABA is M⁻¹ (τ − h)", "RNEA after ABA gives the forces back", "M is symmetric and positive",
                          "M is ∂τ/∂a", "dM/dt − 2C is skew", "C by recursion is C by Christoffel symbols",
                          "G is ∂U/∂q", "derivatives of ABA are those of dual numbers", "it is one free body"]:
                self.assertIn(words, out)
        out = self.run_tool("robot", str(self.scene), "info")
        self.assertIn("2 degrees of freedom", out)
        self.assertIn("└─ link1  1.2 kg  (revolute", out)
        self.assertIn("q1  v1  ", self.run_tool("robot", str(self.scene), "info", "--joints"))

    def test_a_line_that_is_wrong_has_an_error_in_its_place(self):
        lines = STATE + '{"q": [1]\n\n{"q": [0.3, -0.7], "v": [1, -2], "a": [0.5]}\n' + STATE
        done = subprocess.run([CLI, "robot", str(self.scene), "inverse-dynamics"], input=lines, capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        first, second, third, last = [json.loads(line) for line in done.stdout.splitlines()]
        self.close(first["tau"], TAU)
        self.assertEqual(last, first)
        self.assertEqual((second["line"], third["line"]), (2, 4))
        self.assertIn("expected , or } here", second["error"])
        self.assertIn("a: expected 2 numbers, one for each velocity, not 1 (`polhode", third["error"])
        self.assertIn("standard input:4:", done.stderr)

    def test_of_many_wrong_lines_ten_are_told_beside_the_answers(self):
        done = subprocess.run([CLI, "robot", str(self.scene), "gravity"], input="no\n" * 25, capture_output=True, text=True)
        self.assertEqual(len(done.stdout.splitlines()), 25)
        self.assertEqual(done.stderr.count("error:"), 10)
        self.assertIn("25 lines have no answer", done.stderr)

    def test_numbers_that_overflow_are_errors_and_no_nulls(self):
        for query in ["inverse-dynamics", "bias", "energy", "derivatives"]:
            done = subprocess.run([CLI, "robot", str(self.scene), query], capture_output=True, text=True,
                                  input='{"q": [0.3, -0.7], "v": [1e300, -1e300], "a": [0.5, 3]}\n')
            self.assertEqual(done.returncode, 2, query)
            answer = json.loads(done.stdout)
            self.assertIn("beyond what a double holds", answer["error"])
            self.assertIn("the largest number of this state is 1e+300", answer["error"])

    def test_flags_that_would_do_nothing_are_refused(self):
        for flags, words in [(["gravity", "--frame", "link1"], "--frame is for jacobian and placement"),
                             (["check", "--mimic"], "leave out --mimic"),
                             (["identify", "--mimic"], "leave out --mimic"),
                             (["identify", "--q", "0,1"], "identify needs many"),
                             (["info", "--q", "0,1"], "a state by flags is not for info"),
                             (["gravity", "--floating-base"], "floating_base = true"),
                             (["gravity", "--mechanism", "zz"], "--mechanism with one of: arm")]:
            told = self.ask(*flags, code=2)
            self.assertIn(words, told)
        told = self.ask("identify", lines='{"q": [0, 0], "v": [0, 0], "a": [0, 0], "tau": [0, 0], "gravity": [0, 0, 0]}', code=2)
        self.assertIn("standard input:1:", told)
        self.assertIn("gravity: identify takes the base as at rest", told)

    def test_help_has_its_sentences_in_one_column(self):
        flags = [line for line in self.run_tool("robot", "--help").splitlines() if line.startswith("  --")]
        self.assertGreater(len(flags), 10)
        self.assertEqual({re.search(r"  +(?=[^ ]+( [^ ]+)*$)", line).end() for line in flags}, {30})

    def test_without_a_query_the_known_ones_are_listed(self):
        done = subprocess.run([CLI, "robot", str(self.scene)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no query is given", done.stderr)
        self.assertIn("known: info, check, identify, inverse-dynamics", done.stderr)

    def test_the_states_of_a_run_are_told_with_the_names_of_joints(self):
        out = self.run_tool("run", str(self.scene), "--at", "0", "--quiet", "--set", "mechanism.arm.q=[0.25, -1]", "--out", "r")
        self.assertRegex(out, r"arm\.q1 \([^)]+\) +0\.25\n")
        self.assertRegex(out, r"arm\.q2 \([^)]+\) +-1\n")
        self.assertRegex(out, r"arm\.v1 \([^)]+\) +0\n")

    def test_mistakes_have_places_and_hints(self):
        told = self.ask("inverse-dynamics", lines='{"q": [0.3], "v": [1, -2], "a": [0.5, 3]}', code=2)
        self.assertIn("standard input:1:7: error: q: expected 2 numbers, one for each coordinate, not 1", told)
        told = self.ask("inverse-dynamics", lines=STATE + '{"q": [0.3, 0], "v": [1, -2], "acc": [1, 2]}', code=2)
        self.assertIn("standard input:2:", told)
        self.assertIn('a state has no "acc"', told)
        self.assertIn('a state needs "a" for this query', told)
        told = self.ask("inverse-dynamics", lines='{"q": [0.3, ', code=2)
        self.assertIn("the text ends where a value should stand", told)
        told = self.ask("inverse-dynamics", lines='{"q": [0.3, null], "v": [1, -Infinity], "a": [1, 2]}', code=2)
        self.assertIn("this is no number of JSON", told)
        told = self.ask("gravity", lines='{"q": [0.3, null]}', code=2)
        self.assertIn("expected a number, not null", told)
        told = self.ask("gravity", lines='{"q": [0, 0], "base_acceleration": [1, 2, 3, 4]}', code=2)
        self.assertIn("expected 3 numbers, x, y, z, or 6, linear and angular, not 4", told)
        told = self.ask("invers-dynamics", code=2)
        self.assertIn("did you mean 'inverse-dynamics'?", told)
        told = self.ask("jacobian", "--frame", "link3", code=2)
        self.assertIn("no link is called 'link3'", told)


LINK = '<link name="{}"><inertial><origin xyz="0.5 0.1 0"/><mass value="1"/>' \
       '<inertia ixx="0.1" iyy="0.11" izz="0.12" ixy="0" ixz="0" iyz="0"/></inertial></link>'


def joint(name, parent, child, more="", kind="continuous"):
    return f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>' \
           f'<origin xyz="0.7 0 0"/><axis xyz="0 1 0"/>{more}</joint>'


class RobotFile(SceneCase):
    """Robots as their own files have them."""

    def write(self, *parts):
        self.file = self.scene.with_name("robot.urdf")
        self.file.write_text('<robot name="r"><link name="base"/>' + "".join(parts) + "</robot>")

    def ask(self, *arguments, state=None, code=0):
        done = subprocess.run([CLI, "robot", str(self.file), *arguments], capture_output=True, text=True,
                              input=json.dumps(state) if state else "")
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout if code == 0 else done.stderr

    def test_a_joint_that_moves_no_mass_has_no_acceleration(self):
        self.write(LINK.format("a"), '<link name="b"/>', joint("one", "base", "a"), joint("two", "a", "b"))
        for query, state in [("forward-dynamics", {"q": [0, 0], "v": [0, 0], "tau": [0, 0]}),
                             ("inverse-mass-matrix", {"q": [0, 0]}),
                             ("derivatives", {"q": [0, 0], "v": [0, 0], "a": [0, 0]}), ("check", None)]:
            told = self.ask(query, state=state, code=2)
            self.assertIn("joint 'two' moves nothing that has mass", told)
            self.assertIn("make it fixed", told)
        # Two joints about one axis, with nothing between them.
        self.write('<link name="a"/>', LINK.format("b"), joint("one", "base", "a"),
                   joint("two", "a", "b").replace("0.7 0 0", "0 0.3 0"))
        told = self.ask("check", code=2)
        self.assertIn("robot.urdf: error: ", told)
        self.assertIn("joint 'two' can move without moving any mass, alone or with joints before it", told)

    def test_a_robot_that_does_not_move_has_nothing_to_check(self):
        self.write(LINK.format("a"), joint("one", "base", "a", kind="fixed"))
        self.assertIn("nothing to check", self.ask("check"))

    def test_a_floating_robot_and_a_long_chain_are_checked(self):
        links = 60
        names = ["base"] + [f"l{i}" for i in range(links)]
        self.write(*[LINK.format(name) for name in names[1:]],
                   *[joint(f"j{i}", names[i], names[i + 1]) for i in range(links)])
        out = self.ask("check")
        self.assertIn("left out: the symbols of 60 velocities", out)
        self.assertEqual(out.count(" holds\n"), 15, out)
        self.write(LINK.format("a"), joint("one", "base", "a"))
        self.file.write_text(self.file.read_text().replace('<link name="base"/>', LINK.format("base")))
        self.assertEqual(self.ask("check", "--floating-base").count(" holds\n"), 16)

    def test_a_chain_of_many_links_needs_no_matrix_for_its_weight(self):
        links = 12000
        names = ["base"] + [f"l{i}" for i in range(links)]
        self.write(*[LINK.format(name) for name in names[1:]],
                   *[joint(f"j{i}", names[i], names[i + 1]) for i in range(links)])
        self.assertEqual(len(json.loads(self.ask("gravity", state={"q": [0.1] * links}))["g"]), links)
        self.assertLess(len(self.ask("info")), 400 * links)  # lines do not wander to the right for ever
        self.assertIn("12000 are too many", self.ask("check", code=2))
        # links² numbers would be 1.15 GB; the robot itself is some 60 MB, a sanitizer's shadow included less than 500.
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 800e3)

    def followers(self):
        self.write(*[LINK.format(name) for name in "abc"],
                   joint("one", "base", "a", '<mimic joint="two" multiplier="-1.5" offset="0.2"/><dynamics damping="0.3"/>'),
                   joint("two", "a", "b", '<dynamics damping="0.5" friction="0.1"/>'), joint("three", "b", "c"))

    def test_joints_that_follow_have_no_place_in_the_order(self):
        self.followers()
        self.assertEqual(self.ask("--joints"), "q1  v1  one  continuous\nq2  v2  two  continuous\nq3  v3  three  continuous\n")
        self.assertEqual(self.ask("--joints", "--mimic"), "–  –  one  continuous  follows two: -1.5 q1 + 0.2\n"
                                                          "q1  v1  two  continuous\nq2  v2  three  continuous\n")

    def test_derivatives_through_joints_that_follow_and_resist(self):
        self.followers()
        flags = ["--mimic", "--friction"]
        state = {"q": [0.4, -0.3], "v": [0.8, 1.1], "a": [0.2, -0.6]}
        answer = json.loads(self.ask("derivatives", *flags, state=state))
        tau = json.loads(self.ask("inverse-dynamics", *flags, state=state))["tau"]
        forces = {"q": state["q"], "v": state["v"], "tau": tau}
        step = 1e-6
        for query, base, key, of in [("inverse-dynamics", state, "tau", "dtau"), ("forward-dynamics", forces, "a", "da")]:
            for by in ["q", "v"]:
                for k in range(2):
                    ends = []
                    for sign in [1, -1]:
                        moved = {name: list(numbers) for name, numbers in base.items()}
                        moved[by][k] += sign * step
                        ends.append(json.loads(self.ask(query, *flags, state=moved))[key])
                    for i in range(2):
                        # Differences of numbers of some tens over 2e-6 are good to 1e-8.
                        self.assertAlmostEqual(answer[f"{of}_d{by}"][i][k], (ends[0][i] - ends[1][i]) / (2 * step), delta=1e-6)
        M = json.loads(self.ask("mass-matrix", *flags, state=state))["M"]
        self.assertEqual(answer["M"], M)
        for i in range(2):
            for k in range(2):
                product = sum(answer["Minv"][i][l] * M[l][k] for l in range(2))
                self.assertAlmostEqual(product, float(i == k), delta=1e-12)


if __name__ == "__main__":
    unittest.main()
