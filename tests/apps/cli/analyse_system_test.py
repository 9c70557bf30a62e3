"""polhode analyse of systems: equilibria, modes, portraits, Poincaré sections, Lyapunov exponents."""
import csv
import json
import math
import pathlib
import re
import signal
import subprocess
import time
import unittest

from scene_case import CLI, SceneCase

PENDULUM = """
title = "A <pendulum> & its bob"
[run]
end = 10
[[system]]
name = "pendulum"
equations = { theta = "theta'", "theta'" = "-9*sin(theta)" }
initial = { theta = 1, "theta'" = 0 }
conserved = { energy = "theta'^2/2 - 9*cos(theta)" }
"""


class SystemCase(SceneCase):
    text = PENDULUM

    def analyse(self, *flags, scene=None):
        return json.loads(self.run_tool("analyse", scene or str(self.scene), "--json", *flags))

    def refused(self, *flags, scene=None):
        done = subprocess.run([CLI, "analyse", scene or str(self.scene), *flags], capture_output=True, text=True,
                              cwd=self.folder.name)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def path(self, *parts):
        return pathlib.Path(self.folder.name, *parts)


class Questions(SystemCase):
    def test_without_a_question_there_is_a_list_of_them(self):
        text = self.run_tool("analyse", str(self.scene))
        self.assertIn("coordinates  pendulum.theta, pendulum.theta'\n", text)
        self.assertRegex(text, r"\n  kept +pendulum.energy\n")
        for flag in ("--equilibria", "--modes", "--portrait", "--poincare", "--lyapunov"):
            self.assertRegex(text, rf"\n  {flag} +(?!no:)\w")
        self.assertRegex(text, r"\n  --steady +no: the scene holds no body that rolls\n")
        told = self.analyse()
        self.assertEqual(told["coordinates"], ["pendulum.theta", "pendulum.theta'"])
        self.assertEqual([row["possible"] for row in told["questions"]], [True] * 5 + [False] * 3)
        self.assertFalse(self.path("runs").exists())

    def test_attitudes_are_refused_with_what_can_be_done(self):
        text = self.refused("--modes", scene="t-handle")
        self.assertIn("--modes: error: 'handle.orientation' is an attitude", text)
        self.assertIn("`polhode certify`", text)

    def test_what_only_seems_to_depend_on_time_can_be_asked(self):
        told = self.analyse("--equilibria", scene="bead-on-hoop")["equilibria"]
        off = math.acos(9.81 / (49 * 0.5))
        self.assertEqual([round(one["x"][0] / off, 6) for one in told["found"] if one["stability"] == "stable"],
                         [-1, 1])

    def test_constraints_leave_fewer_ways_to_swing(self):
        self.scene.write_text("""
[run]
end = 1
[[system]]
name = "p"
coordinates = ["x", "y"]
lagrangian = "0.5*(x'^2 + y'^2) - 9.81*y"
constraints = { rod = "x^2 + y^2 - 0.81" }
initial = { x = 0, y = -0.9 }
points = { bob = ["x", "0", "y"] }
""")
        modes = self.analyse("--modes", "--out", "held")["modes"]
        self.assertEqual(len(modes["modes"]), 1)
        self.assertAlmostEqual(modes["modes"][0]["frequency"], math.sqrt(9.81 / 0.9), 11)
        # On its page the bob stays on its circle.
        page = self.path("held", "modes.html").read_text()
        way = [float(x) for x in re.search(r'"points": ?\[\[([-0-9.e, ]+)\]', page).group(1).split(",")]
        radii = [math.hypot(x, z) for x, z in zip(way[0::3], way[2::3])]
        self.assertLess(max(abs(r - 0.9) for r in radii), 1e-5)
        self.scene.write_text(self.scene.read_text().replace("x^2 + y^2 - 0.81", "x - 3*t"))
        self.assertIn("depend on time", self.refused("--equilibria"))

    def test_what_is_driven_rests_nowhere(self):
        drive = "system.pendulum.equations.theta'=cos(2*t) - sin(theta)"
        for question in ("--equilibria", "--modes"):
            self.assertIn("what is driven rests nowhere", self.refused(question, "--set", drive))
        told = self.analyse("--poincare", "--section", "sin(t) rises through 0", "--plane", "theta,theta'", "--points",
                            "4", "--set", drive)
        self.close([p[0] for p in told["poincare"]["orbits"][0]["points"]], [2 * math.pi * k for k in range(1, 5)])

    def close(self, got, expected, delta=1e-9):
        self.assertEqual(len(got), len(expected))
        for a, b in zip(got, expected):
            self.assertAlmostEqual(a, b, delta=delta)

    def test_flags_of_other_questions_are_refused(self):
        for flags, of in ((("--modes", "--end", "3"), "--lyapunov"), (("--equilibria", "--plane", "a,b"),
                                                                     "--portrait or --poincare"),
                          (("--lyapunov", "--box", "theta=-1:1"), "--equilibria, --modes or --portrait")):
            self.assertIn("this flag is of " + of, self.refused(*flags))


class Small(SystemCase):
    def test_a_pendulum_has_three_equilibria_in_sight(self):
        found = self.analyse("--equilibria")["equilibria"]["found"]
        self.assertEqual([one["type"] for one in found], ["saddle", "centre", "saddle"])
        for one, angle in zip(found, (-math.pi, 0, math.pi)):
            self.assertAlmostEqual(one["x"][0], angle, delta=1e-12)
        self.assertEqual(found[1]["kept"], "pendulum.energy")
        more = self.analyse("--equilibria", "--box", "theta=-2*pi:2*pi")["equilibria"]["found"]
        self.assertEqual(len(more), 5)
        text = self.run_tool("analyse", str(self.scene), "--equilibria")
        self.assertRegex(text, r"\n    3\.14159 +0 +unstable, saddle +-3, 3\n")
        self.assertRegex(text, r"\n    0 +0 +stable, centre +±3i\n")

    def test_modes_are_of_the_stable_equilibrium_that_is_nearest(self):
        told = self.analyse("--modes", "--set", "system.pendulum.initial.theta=3")["modes"]
        self.assertAlmostEqual(told["modes"][0]["frequency"], 3, delta=1e-13)
        self.assertEqual(told["shown"], ["pendulum.theta"])
        standing = self.analyse("--modes", "--near", "theta=3")["modes"]
        self.assertAlmostEqual(standing["at"][0], math.pi, delta=1e-12)
        self.assertEqual([mode["damping_ratio"] for mode in standing["modes"]], [1, -1])
        text = self.run_tool("analyse", "double-pendulum", "--modes")
        self.assertRegex(text, r"\n    3\.99684\d+ +0\.636117 +0 +0 +1 +0\.5608")

    def test_words_that_mean_nothing_are_refused(self):
        for box, says in (("thta=-1:1", "did you mean 'theta'?"), ("theta", "is not a name, = and values"),
                          ("theta=1", "a lower and an upper end"), ("theta=1:-1", "the lower end comes first"),
                          ("theta=a:b", "'a' is no number"), ("theta=-1:1,theta=-2:2", "is given twice")):
            self.assertIn(says, self.refused("--equilibria", "--box", box))


class Files(SystemCase):
    def test_a_page_holds_tables_and_pictures(self):
        text = self.run_tool("analyse", str(self.scene), "--equilibria", "--modes", "--portrait", "--lyapunov", "--out", "here")
        folder = self.path("here")
        names = {file.name for file in folder.iterdir()}
        self.assertEqual(names, {"analysis.html", "analysis.json", "modes.html", "modes.svg", "portrait.svg", "lyapunov.svg"})
        for name in names:
            self.assertIn("here/" + name, text)
        page = (folder / "analysis.html").read_text()
        self.assertIn("A &lt;pendulum&gt; &amp; its bob", page)
        self.assertEqual(page.count("<svg "), 3)
        self.assertEqual(page.count("<h2>"), 4)
        self.assertIn('<a href="modes.html">', page)
        self.assertNotIn("<script", page)
        told = json.loads((folder / "analysis.json").read_text())
        self.assertEqual(set(told), {"scene", "title", "equilibria", "modes", "portrait", "lyapunov"})
        self.assertEqual(self.run_tool("analyse", str(self.scene), "--modes", "--quiet"), "")
        self.assertTrue(self.path("runs", "scene", "analysis.html").exists())

    def test_curves_of_a_portrait_keep_the_energy(self):
        told = self.analyse("--portrait", "--box", "theta=-4:4")["portrait"]
        self.assertEqual((told["across"], told["up"]), ("theta", "theta'"))
        for curve in told["out_of_saddles"] + told["into_saddles"]:
            for theta, rate in curve:
                self.assertAlmostEqual(rate**2 / 2 - 9 * math.cos(theta), 9, delta=1e-4)
        self.assertGreater(len(told["flow"]), 5)

    def test_larger_systems_show_a_motion_on_a_plane(self):
        told = self.analyse("--portrait", "--plane", "x,x^2 + y^2", scene="henon-heiles")["portrait"]
        self.assertAlmostEqual(told["v"][0], 0.15**2, delta=1e-15)
        self.assertGreater(len(told["u"]), 10000)
        self.assertIn("nothing is called 'q' here", self.refused("--portrait", "--plane", "x,q", scene="henon-heiles"))


class Sections(SystemCase):
    galaxy = ("--poincare", "--section", "x rises through 0", "--plane", "y,p_y")

    def test_starts_have_the_energy_that_was_asked_for(self):
        told = self.analyse(*self.galaxy, "--seeds", "y=-0.2:0.6:5", "--energy", "1/12", "--solve", "p_x", "--points",
                            "20", "--out", "here", scene="henon-heiles")["poincare"]
        # y = 0.6 lies outside: y²/2 − y³/3 is 0.108 there.
        self.assertEqual([orbit["start"] for orbit in told["orbits"]], ["y = -0.2", "y = 0", "y = 0.2", "y = 0.4"])
        rows = list(csv.reader(self.path("here", "poincare.csv").read_text().splitlines()))
        self.assertEqual(rows[0], ["start", "t [s]", "y", "p_y"])
        self.assertEqual(len(rows), 81)
        points = [p for orbit in told["orbits"] for p in orbit["points"]]
        self.assertEqual([[float(x) for x in row[1:]] for row in rows[1:]], points)
        for _, y, p_y in points:
            # What is left for p_x is no less than nothing.
            self.assertLessEqual(p_y**2 / 2 + y**2 / 2 - y**3 / 3, 1 / 12 + 1e-9)
        self.assertLess(max(orbit["drift"] for orbit in told["orbits"]), 1e-8)

    def test_threads_change_nothing(self):
        flags = (*self.galaxy, "--seeds", "y=-0.2:0.4:6", "--solve", "p_x", "--points", "30")
        one, three = (self.run_tool("analyse", "henon-heiles", "--json", *flags, "--threads", n) for n in "13")
        self.assertEqual(one, three)

    def test_what_is_missing_is_asked_for(self):
        def refused(*flags):
            return self.refused("--poincare", *flags, scene="henon-heiles")
        self.assertIn('--section "x rises through 0"', refused())
        self.assertIn('for example --plane "p_x,p_y"', refused("--section", "x rises through 0"))
        self.assertIn("a plane has two directions", refused("--section", "x crosses 0", "--plane", "y"))
        self.assertIn("an event is", refused("--section", "x = 0", "--plane", "y,p_y"))
        self.assertIn("which coordinate is to be found", refused(*self.galaxy[1:], "--energy", "0.1"))
        self.assertIn("--seeds gives the values", refused(*self.galaxy[1:], "--seeds", "p_x=0.1", "--solve", "p_x"))
        self.assertIn("no start has star.energy = -1", refused(*self.galaxy[1:], "--energy", "-1", "--solve", "p_x"))
        self.assertIn("no whole number from 1", refused(*self.galaxy[1:], "--points", "1.5"))
        self.assertIn("nothing is known to be kept", self.refused(
            "--poincare", "--section", "x crosses 0", "--plane", "y,z", "--energy", "1", "--solve", "x", scene="lorenz"))

    def test_an_interrupt_keeps_what_was_computed(self):
        run = subprocess.Popen([CLI, "analyse", "henon-heiles", *self.galaxy, "--seeds", "y=-0.2:0.4:100", "--solve", "p_x",
                                "--points", "5000", "--quiet"], cwd=self.folder.name)
        rows = self.path("runs", "henon-heiles", "poincare.csv")
        while not rows.exists() or rows.read_text().count("\n") < 2:
            self.assertIsNone(run.poll())
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(), 1)
        told = json.loads((rows.parent / "analysis.json").read_text())["poincare"]
        self.assertFalse(told["complete"])
        self.assertEqual(sum(len(orbit["points"]) for orbit in told["orbits"]), told["points"])
        self.assertGreaterEqual(told["points"], 5000)


class Exponents(SystemCase):
    def test_lorenzs_are_the_published(self):
        told = self.analyse("--lyapunov", "--end", "300 s", scene="lorenz")["lyapunov"]
        for got, expected in zip(told["exponents"], (0.9056, 0, -14.5723)):
            self.assertAlmostEqual(got, expected, delta=0.05)
        self.assertAlmostEqual(sum(told["exponents"]), told["divergence"], delta=1e-6)
        self.assertAlmostEqual(told["begin"], 30, delta=0.5)
        first = self.analyse("--lyapunov", "--end", "30", "--count", "1", "--settle", "3", scene="lorenz")["lyapunov"]
        self.assertEqual(len(first["exponents"]), 1)
        self.assertIsNone(first["divergence"])

    def test_words_that_mean_nothing_are_refused(self):
        self.assertIn("there are 2 exponents", self.refused("--lyapunov", "--count", "3"))
        self.assertIn("no time above 0", self.refused("--lyapunov", "--end", "3 kg"))
        self.assertIn("nothing is left to average", self.refused("--lyapunov", "--end", "3", "--settle", "3"))

    def test_jumps_are_refused(self):
        self.scene.write_text(PENDULUM + """
[[event]]
name = "kick"
when = "pendulum.theta falls through 0"
then = { "pendulum.theta'" = "-pendulum.theta'" }
""")
        self.assertIn("'kick' makes the state jump", self.refused("--lyapunov"))
        # A section sees the motion with them: it never comes to negative angles.
        told = self.analyse("--poincare", "--section", "theta' crosses 0", "--plane", "theta,theta'", "--points", "5")
        self.assertTrue(all(p[1] > 0 for p in told["poincare"]["orbits"][0]["points"]))


if __name__ == "__main__":
    unittest.main()
