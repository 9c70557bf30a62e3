"""polhode analyse, and what list and mass tell of bodies that roll."""
import json
import math
import re
import unittest

from rolling_case import G, RollingCase


class Analysis(RollingCase):
    def critical(self, body):
        return {row["kind"]: row for row in body["critical"] if row["kind"] != "precession"}

    def test_thin_disks_are_stable_above_two_speeds(self):
        radius = 0.0375
        (disk,) = json.loads(self.run_tool("analyse", str(self.scene), "--steady", "--json"))["steady"]
        self.assertEqual(disk["name"], "disk")
        rows = self.critical(disk)
        self.assertAlmostEqual(rows["straight"]["value"] ** 2, G / (3 * radius), delta=1e-9)
        self.assertAlmostEqual(rows["straight"]["speed"] ** 2, G * radius / 3, delta=1e-12)
        self.assertAlmostEqual(rows["on edge"]["value"] ** 2, 4 * G / (5 * radius), delta=1e-9)
        self.assertEqual({row["stable"] for row in rows.values()}, {"faster"})
        self.assertEqual(len({motion["tilt"] for motion in disk["motions"] if motion["kind"] == "precession"}), 8)

    def test_a_disk_whose_centre_rests_goes_round_at_twice_the_root_of_g_over_height(self):
        tilts = [0.1, math.radians(45), 1.3]
        told = self.run_tool("analyse", str(self.scene), "--steady", "--json", "--tilts", "0.1,45 deg,1.3")
        motions = json.loads(told)["steady"][0]["motions"]
        rest = [motion for motion in motions if motion["kind"] == "precession" and abs(motion["speed"]) < 1e-12]
        self.close([motion["tilt"] for motion in rest], tilts, 1e-15)
        for motion in rest:
            height = 0.0375 * math.sin(motion["tilt"])
            self.assertAlmostEqual(motion["height"], height, delta=1e-15)
            self.assertAlmostEqual(motion["precession"] ** 2, 4 * G / height, delta=1e-9 * 4 * G / height)
            self.assertEqual(motion["stability"], "stable")
        text = self.run_tool("analyse", str(self.scene), "--steady", "--tilts", "45 deg")
        self.assertRegex(text, r"^disk\n  motion +tilt \[deg\]")
        rate = f"{math.sqrt(4 * G / (0.0375 * math.sin(math.pi / 4))):.6g}"
        self.assertRegex(text, rf"\n  precession +45 +{rate} +0 +0 +0 +stable  swing")
        self.assertRegex(text, r"\n  straight +90  faster +9\.338094")

    def test_ends_of_one_tilt_are_told_apart_by_what_is_up(self):
        table = self.run_tool("analyse", "ellipsoid", "--steady")
        ups = re.findall(r"  on end +90 +0 +0 .* ± (\S+), (\S+), (\S+)\n", table)
        # Both ends of each of the two shorter axes are one motion.
        self.assertEqual(sorted(tuple(abs(float(x)) for x in up) for up in ups), [(0, 1, 0), (1, 0, 0)])
        self.assertEqual(len(re.findall(r"  on end +0, 180 |  on end +180, 0 ", table.split("\n\n")[0])), 1, table)
        (stone,) = json.loads(self.run_tool("analyse", "ellipsoid", "--steady", "--json"))["steady"]
        self.assertEqual(len([motion for motion in stone["motions"] if motion["kind"] == "on end"]), 6)

    def test_bodies_without_steady_motion_say_why(self):
        for scene, why in (("ball-on-turntable", "its ground moves"), ("disk-down-slope", "its ground is not level")):
            self.assertIn("\n  no steady rolling: " + why, self.run_tool("analyse", scene, "--steady"))
            (body,) = json.loads(self.run_tool("analyse", scene, "--steady", "--json"))["steady"]
            self.assertEqual((body["none"], body["motions"], body["critical"]), (why, [], []))

    def test_a_ball_turns_and_rolls_steadily_about_its_axes_of_inertia(self):
        (ball,) = json.loads(self.run_tool("analyse", "chaplygin-sphere", "--steady", "--json", "--spin", "9"))["steady"]
        # About the axes of the least and of the largest moment it is stable, as a free body; about the middle one not.
        told = {(row["kind"], tuple(abs(round(x)) for x in row["axis"]), row["stability"]) for row in ball["motions"]}
        self.assertEqual(told, {(kind, axis, "unstable" if axis == (0, 1, 0) else "stable")
                                for kind in ("on end", "straight") for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1))})
        for row in ball["motions"]:
            self.assertAlmostEqual(row["speed"], 0.45 if row["kind"] == "straight" else 0, delta=1e-15)
        for start in ([9, 0, 0], [0, 0, 9]):
            words = f"rolling.ball.start={{ angular_velocity_body={start} }}"
            for state in self.ask("chaplygin-sphere", [0.5, 1.0], words)[1]:
                self.close(state["angular_velocity_body"], start, 1e-9)

    def test_a_rattleback_is_told_way_by_way(self):
        (stone,) = json.loads(self.run_tool("analyse", "rattleback", "--steady", "--json"))["steady"]
        working = [band for band in stone["bands"] if band["normal"][2] > 0.999]
        # The scene's sense, the negative one, is the one that grows fast; neither is stable at any spin.
        self.assertEqual([(band["way"], band["from"], band.get("to"), band["stability"]) for band in working],
                         [("positive", 0, None, "unstable"), ("negative", 0, None, "unstable")])
        self.assertGreater(working[1]["growth"], 5 * working[0]["growth"])
        table = self.run_tool("analyse", "rattleback", "--steady")
        self.assertRegex(table, r"\n  on end +negative +0 +any +unstable +grow by \S+/s at \S+ rad/s +0, 0, 1\n")
        self.assertRegex(table, r"\n  on end +negative +36\.97816 +any +stable +0, 0, -1\n")
        for spin in ("5", "-5 rad/s"):
            table = self.run_tool("analyse", "rattleback", "--steady", "--spin=" + spin)
            self.assertRegex(table, r"\n  on end +0 +%s +%s +0 +0 +unstable +grow by" % ((spin.split()[0],) * 2))
            self.assertEqual(len(re.findall(r"\n  leaning ", table.split("\n\n")[0])), 4)
        for spin in ("x", "nan", "3 kg", "1e300"):
            self.assertIn("is no angular velocity", self.refused("analyse", "rattleback", "--steady", "--spin=" + spin))
        self.assertIn("this flag is of --steady", self.refused("analyse", "rattleback", "--collapse", "--spin", "1"))

    def test_a_spin_of_a_body_of_revolution_is_about_its_axis(self):
        told = self.run_tool("analyse", str(self.scene), "--steady", "--json", "--spin", "12", "--tilts", "0.5")
        (disk,) = json.loads(told)["steady"]
        kinds = [(row["kind"], row["spin"], row["precession"]) for row in disk["motions"]]
        self.assertEqual([row for row in kinds if row[0] != "precession"],
                         [("straight", 12, 0), ("on edge", 0, 12)])
        self.assertEqual([row[1] for row in kinds if row[0] == "precession"], [12, 12])
        self.assertEqual((disk["critical"], disk["bands"]), ([], []))

    def test_a_disk_collapses_by_powers_of_two_thirds_and_a_third(self):
        (fit,) = json.loads(self.run_tool("analyse", str(self.scene), "--collapse", "--json"))["collapse"]
        # Laws of the end: what is left of the start's wobble keeps the powers within its scatter of 2 %.
        self.assertAlmostEqual(fit["tilt_exponent"], 2 / 3, delta=0.01)
        self.assertAlmostEqual(fit["precession_exponent"], -1 / 3, delta=0.01)
        self.assertEqual(fit["doubt"], "")
        # M ψ̇ takes what 3/2 m g r α holds: α^(3/2) falls evenly to its end.
        start, M, m, r = math.radians(3), 1e-5, 0.44, 0.0375
        end = start**1.5 * m * r**1.5 * math.sqrt(G) / (2 * M)
        self.assertAlmostEqual(fit["t0"] / end, 1, delta=0.01)
        text = self.run_tool("analyse", str(self.scene), "--collapse")
        name, end_told, tilt, _, precession, *_ = text.splitlines()[1].split()
        self.assertEqual(name, "disk")
        self.close([float(end_told), float(tilt), float(precession)],
                   [fit["t0"], fit["tilt_exponent"], fit["precession_exponent"]], 1e-6)
        self.assertNotIn("no powers", text)

    def test_powers_far_from_an_end_are_doubted(self):
        early = self.run_tool("analyse", str(self.scene), "--collapse", "--set", "run.end=1")
        self.assertIn("\ndisk: these are no powers of an end: the samples cover", early)
        told = self.run_tool("analyse", str(self.scene), "--collapse", "--json", "--range", "0,1 s")
        (fit,) = json.loads(told)["collapse"]
        self.assertIn("decades of the time that is left", fit["doubt"])
        steep = self.run_tool("analyse", "euler-disk", "--collapse", "--range", "0,22")
        self.assertIn("no powers of an end", steep)
        self.assertIn("only on a plane a body lies flat", self.bowl())

    def test_what_changes_stability_turning_the_other_way_is_told_by_its_size(self):
        text = self.run_tool("analyse", "rattleback", "--steady")
        self.assertRegex(text, r"\n  on end +180  faster +-36\.978")

    def test_what_loses_nothing_has_no_collapse(self):
        # Neither without friction, nor under one that only holds.
        for friction in ((), ("--set", "rolling.disk.plane={ friction = 100 }")):
            text = self.run_tool("analyse", "euler-disk-ideal", "--collapse", *friction)
            self.assertTrue(text.startswith("disk: nothing takes energy from it, and it never lies flat; give it"), text)

    def bowl(self):
        self.scene.write_text("""
[run]
end = 0.1
[[rolling]]
surface = { sphere = { radius = 0.05 } }
mass = 1
ground = { sphere = { radius = 1 } }
position = [0, 0, -1]
""")
        return self.run_tool("analyse", str(self.scene), "--collapse")

    def test_questions_that_make_no_sense_are_refused(self):
        scene = str(self.scene)
        for others in (("--collapse",), ("--lyapunov",)):
            self.assertIn("are asked apart", self.refused("analyse", scene, "--steady", *others))
        self.assertEqual(self.refused("analyse", "t-handle", "--steady"),
                         "t-handle: error: the scene holds no body that rolls\n    add [[rolling]] with a surface\n")
        for tilts in ("0", "180 deg", "-1", "x", "10 deg,,20 deg", "nan", "3 kg"):
            self.assertIn("is no angle between 0 and 180 deg",
                          self.refused("analyse", scene, "--steady", "--tilts=" + tilts))
        for times in ("1", "2,1", "1,1", "a,b", "0,1,2", "nan,1"):
            self.assertIn("these are no two times", self.refused("analyse", scene, "--collapse", "--range=" + times))
        for times in ("100,200", "-5,-2", "-1,3"):
            self.assertIn("the run goes from 0 to 5.99",
                          self.refused("analyse", scene, "--collapse", "--range=" + times))
        self.assertIn("this flag is of --steady", self.refused("analyse", scene, "--collapse", "--tilts", "1"))
        self.assertIn("this flag is of --collapse", self.refused("analyse", scene, "--steady", "--range", "0,1"))
        self.assertIn("did you mean 'euler-disk'?", self.refused("analyse", "euler-dsk", "--steady"))


class Bodies(RollingCase):
    text = """
[run]
end = 0.01
[world]
gravity = [0, 0, -9.81]
[[rolling]]
name = "body"
surface = { sphere = { radius = 1 } }
mass = 0.3
"""

    def test_surfaces_are_listed_with_their_keys(self):
        rows = {row["name"]: row for row in json.loads(self.run_tool("list", "surfaces", "--json"))["surfaces"]}
        self.assertEqual(set(rows), {"sphere", "ellipsoid", "disk", "cylinder", "torus", "rounded-disk", "egg",
                                     "revolution", "support", "sum"})
        self.assertEqual(rows["torus"]["keys"], "radius, tube")
        text = self.run_tool("list", "surfaces")
        for row in rows.values():
            self.assertRegex(text, r"(?m)^ *%s +%s " % (row["name"], row["keys"]))
            self.assertIn(row["summary"], text)

    def test_laws_of_friction_and_loss_are_listed_and_every_list_is_named(self):
        laws = {row["name"] for row in json.loads(self.run_tool("list", "losses", "--json"))["losses"]}
        self.assertEqual(laws, {"rolling-torque", "rolling-drag", "viscous", "air-film", "boundary-layer"})
        frictions = {row["name"] for row in json.loads(self.run_tool("list", "frictions", "--json"))["frictions"]}
        self.assertTrue({"dry", "patch", "load_viscous", "viscous", "smooth"} <= frictions)
        texts = [self.run_tool("--help"), self.run_tool("list", "--help"), self.refused("list", "xyzzyx")]
        for text in texts:
            for name in ("surfaces", "frictions", "losses", "units"):
                self.assertIn(name, text)

    def test_every_surface_rolls(self):
        # Each with the height of its centre: upright, or those with flat faces on their edge.
        upright, on_edge = "{ angular_velocity = [1, 2, 3] }", \
            '{ euler_zxz = [0, "90 deg", 0], euler_zxz_rates = [0, 0, -2] }'
        for start, surface, height in (
                (upright, "sphere = { radius = 0.05 }", 0.05),
                (upright, "ellipsoid = { axes = [0.05, 0.04, 0.03] }", 0.03),
                (upright, "egg = { radius = 0.02, half_length = 0.03, taper = 0 }", 0.03),
                (upright, 'revolution = { rho = "0.02*cos(s)", z = "0.03*sin(s)", from = "-pi/2", to = "pi/2" }', 0.03),
                (upright, 'support = "sqrt(0.0004*(x^2 + y^2) + 0.0009*z^2)"', 0.03),
                (upright, "sum = [ { sphere = { radius = 0.01 } }, { ellipsoid = { axes = [1, 1, 0.02] } } ]", 0.03),
                (on_edge, "disk = { radius = 0.05 }", 0.05),
                (on_edge, "cylinder = { radius = 0.05, length = 0 }", 0.05),
                (on_edge, "torus = { radius = 0.05, tube = 0.01 }", 0.06),
                (on_edge, "rounded-disk = { radius = 0.05, half_thickness = 0.01, edge = 0.01 }", 0.05)):
            run, (first,) = self.ask(str(self.scene), [0.0], "rolling.body.surface={ " + surface + " }",
                                     "rolling.body.start=" + start)
            self.assertEqual((run["outcome"], run["events"]), ("finished", []), surface)
            self.close(first["position"], [0, 0, height], 1e-15)
            self.close(first["velocity"], [2 * height, -height if start == upright else 0, 0], 1e-15)

    def test_mass_weighs_bodies_that_roll(self):
        (disk,) = json.loads(self.run_tool("mass", "euler-disk", "--json"))["bodies"]
        mass, radius, half = 0.44, 0.0375, 0.00635
        across = mass * (radius**2 / 4 + half**2 / 3)
        self.assertEqual((disk["name"], disk["mass"], disk["com"]), ("disk", mass, [0, 0, 0]))
        self.close(disk["principal_moments"], [across, across, mass * radius**2 / 2], 1e-18)
        # In the axes of the surface, whose origin is 3 mm above the centre of mass.
        text = self.run_tool("mass", "tippe-top")
        self.assertRegex(text, r"^top\n  mass +0\.006 kg\n  centre of mass +0 +0 +-0\.003 m\n")
        self.assertIn("the radius is -1 m", self.refused("mass", str(self.scene), "--set",
                                                         "rolling.body.surface.sphere.radius=-1"))


if __name__ == "__main__":
    unittest.main()
