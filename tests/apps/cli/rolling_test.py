"""Bodies that roll, through the command line: built-in scenes against closed forms, starts, states."""
import csv
import json
import math
import pathlib
import unittest

from rolling_case import G, RollingCase, axis_angle, cross, dot, energy, minus, spin_momentum, turned, turned_back

SCENES = pathlib.Path(__file__).resolve().parents[3] / "scenes"


class Motions(RollingCase):
    def test_a_hoop_slips_until_its_rim_keeps_up(self):
        mass, radius, friction, moment = 1.2, 0.3, 0.25, 0.108
        k = moment / (mass * radius**2)
        # None ends slower than a hoop must be to stay up, √(g r/4).
        for v0, w0 in ((0, 20), (1, 20), (5, -5)):
            run, (last,) = self.ask("hoop-slips-then-rolls", [3.0], f"rolling.hoop.start.velocity=[{v0}, 0, 0]",
                                    f"rolling.hoop.start.euler_zxz_rates=[0, 0, {-w0}]")
            slip = v0 - radius * w0
            sticks = abs(slip) / (friction * G * (1 + 1 / k))
            v1 = (v0 + k * radius * w0) / (1 + k)
            lost = 0.5 * mass * slip**2 * k / (1 + k)
            self.assertEqual([event["name"] for event in run["events"]], ["hoop.stick"])
            self.assertAlmostEqual(run["events"][0]["t"], sticks, delta=1e-10)
            # Uniformly slower or faster until then.
            self.close(last["position"], [0.5 * (v0 + v1) * sticks + v1 * (3 - sticks), 0, radius], 1e-10)
            self.close(last["velocity"], [v1, 0, 0], 1e-10)
            self.close(last["angular_velocity"], [0, v1 / radius, 0], 1e-10)
            self.assertAlmostEqual(run["work"]["hoop.friction"], -lost, delta=1e-10)
            self.assertLess(run["drift"]["energy"], 1e-12)
            self.assertEqual(last["mode"], "rolling")

    def test_a_rattleback_has_one_way_to_turn(self):
        run, (first, last) = self.ask("rattleback", [0.0, 10.0])
        self.assertEqual([event["name"] for event in run["events"]], ["reversal"])
        self.assertLess(first["angular_velocity"][2], -4)
        self.assertGreater(last["angular_velocity"][2], 1)
        run, (first, last) = self.ask("rattleback-other-way", [0.0, 10.0])
        self.assertEqual(run["events"], [])
        self.assertGreater(last["angular_velocity"][2], 4)

    def test_a_ball_on_a_turntable_goes_round_at_two_sevenths_of_its_rate(self):
        rate, radius, place, w = 6, 0.05, [0.4, -0.2], [46, -18, 2]
        times = [0.5, 1.7, 4.0, 8.0]
        _, states = self.ask("ball-on-turntable", times)
        v = [-rate * place[1] + radius * w[1], rate * place[0] - radius * w[0]]
        kappa = 2 / 7 * rate
        middle = [place[0] - v[1] / kappa, place[1] + v[0] / kappa]
        self.assertAlmostEqual(math.hypot(*minus(place, middle)), math.hypot(*v) / kappa, delta=1e-15)
        for t, state in zip(times, states):
            c, s = math.cos(kappa * t), math.sin(kappa * t)
            # v turns at κ, and so does the way to the middle of the circle.
            x, y = minus(place, middle)
            self.close(state["position"], [middle[0] + c * x - s * y, middle[1] + s * x + c * y, radius], 1e-9)
            self.close(state["velocity"], [c * v[0] - s * v[1], s * v[0] + c * v[1], 0], 1e-9)
            self.assertAlmostEqual(state["angular_velocity"][2], w[2], delta=1e-9)

    def test_eulers_disk_starts_with_its_centre_at_rest_and_stops_at_once(self):
        mass, radius, half = 0.44, 0.0375, 0.00635
        moments = [mass * (radius**2 / 4 + half**2 / 3)] * 2 + [mass * radius**2 / 2]
        run, (first,) = self.ask("euler-disk", [0.0])
        self.close(first["velocity"], [0, 0, 0], 1e-12)
        self.assertAlmostEqual(axis_angle(first), 30, delta=1e-9)
        # φ̇ n × L is the torque of the weight about the centre, where φ̇ is that of the axis about the vertical.
        axis, w = turned(first["quaternion"], [0, 0, 1]), first["angular_velocity"]
        precession = dot(cross(axis, cross(w, axis)), [0, 0, 1]) / (1 - axis[2] ** 2)
        torque = cross(minus(first["contact"], first["position"]), [0, 0, mass * G])
        self.close(cross([0, 0, precession], spin_momentum(first, moments)), torque, 1e-12)

        self.assertEqual(run["outcome"], "stopped")
        self.assertEqual([event["name"] for event in run["events"]], ["disk.flat"])
        self.assertTrue(1 < run["t"] < 30)
        self.assertLess(run["drift"]["energy"], 1e-8)
        self.assertLess(run["work"]["disk.dissipation"], 0)

    def test_what_dissipation_takes_is_missing_from_the_energy(self):
        mass, radius, half = 0.44, 0.0375, 0.00635
        moments = [mass * (radius**2 / 4 + half**2 / 3)] * 2 + [mass * radius**2 / 2]
        run, (first, last) = self.ask("euler-disk", [0.0, 2.0], "run.end=2")
        gone = energy(first, mass, moments) - energy(last, mass, moments)
        self.assertGreater(gone, 1e-3)
        self.assertAlmostEqual(run["work"]["disk.dissipation"], -gone, delta=1e-9)

    def test_eulers_disk_without_loss_keeps_energy_and_two_integrals(self):
        mass, radius, half = 0.44, 0.0375, 0.00635
        moments = [mass * (radius**2 / 4 + half**2 / 3)] * 2 + [mass * radius**2 / 2]
        run, states = self.ask("euler-disk-ideal", [0.0, 1.0, 2.5, 4.0])
        self.assertEqual(run["events"], [])
        self.assertLess(max(run["drift"].values()), 1e-9)
        self.assertEqual(set(run["drift"]), {"energy", "disk.rolling_error", "disk.integrals"})
        sizes = [energy(state, mass, moments) for state in states]
        self.close(sizes, [sizes[0]] * 4, 1e-9 * sizes[0])

    def test_tops_and_eggs_get_up(self):
        run, (first, last) = self.ask("tippe-top", [0.0, 2.0])
        self.assertLess(axis_angle(first), 10)
        self.assertGreater(axis_angle(last), 170)
        self.assertGreater(last["position"][2], first["position"][2] + 0.005)
        self.assertLess(run["drift"]["top.jellett"], 1e-9)
        # Jellett's integral of the two states: the angular momentum along the way to the contact.
        moments, mass = [8.982857142857144e-07, 8.982857142857144e-07, 9.600000000000001e-07], 0.006
        jellett = [dot(spin_momentum(state, moments), minus(state["contact"], state["position"]))
                   for state in (first, last)]
        self.assertAlmostEqual(jellett[1] / jellett[0], 1, delta=1e-9)
        self.assertAlmostEqual(run["work"]["top.friction"], energy(last, mass, moments) - energy(first, mass, moments),
                               delta=1e-9 * energy(first, mass, moments))
        _, (first, last) = self.ask("egg-rising", [0.0, 3.0])
        self.assertGreater(min(axis_angle(first), 180 - axis_angle(first)), 75)
        self.assertLess(min(axis_angle(last), 180 - axis_angle(last)), 20)
        self.assertGreater(last["position"][2], first["position"][2] + 0.005)

    def test_chaplygins_sphere_keeps_its_angular_momentum_about_the_contact(self):
        _, states = self.ask("chaplygin-sphere", [0.0, 1.0, 3.3, 8.0])

        def about_contact(state):
            spin = spin_momentum(state, [6e-4, 9e-4, 1.2e-3])
            way = cross(minus(state["position"], state["contact"]), state["velocity"])
            return [a + b for a, b in zip(spin, way)]

        first = about_contact(states[0])
        self.assertGreater(math.hypot(*first), 1e-3)
        for state in states[1:]:
            self.close(about_contact(state), first, 1e-10 * math.hypot(*first))
            self.assertGreater(math.hypot(*minus(spin_momentum(state, [6e-4, 9e-4, 1.2e-3]),
                                                 spin_momentum(states[0], [6e-4, 9e-4, 1.2e-3]))), 1e-4)

    def test_a_disk_rolls_down_a_slope_with_two_thirds_of_its_gravity(self):
        slope, speed, times = 0.2, 0.5, [0.7, 1.5]
        _, states = self.ask("disk-down-slope", times, f"rolling.disk.start={{ straight = {{ speed = {speed} }} }}")
        down = [math.cos(slope), 0, -math.sin(slope)]
        for t, state in zip(times, states):
            rate = 2 / 3 * G * math.sin(slope)
            way = speed * t + 0.5 * rate * t * t
            self.close(state["velocity"], [(speed + rate * t) * c for c in down], 1e-10)
            self.close(state["contact"], [way * c for c in down], 1e-10)

    def test_a_coin_falls_and_a_tyre_does_not(self):
        run, _ = self.ask("coin", [0.0])
        self.assertEqual(run["outcome"], "stopped")
        self.assertEqual(run["events"][-1]["name"], "coin.flat")
        run, states = self.ask("tyre", [0.5 * k for k in range(13)])
        self.assertEqual((run["outcome"], run["events"]), ("finished", []))
        for state in states:
            self.assertTrue(70 < axis_angle(state) < 110, state)
            self.assertEqual(state["mode"], "rolling")

    def test_every_form_of_the_equations_rolls_the_same_way(self):
        for scene, name, t in (("euler-disk-ideal", "disk", 1.0), ("ellipsoid", "stone", 2.0), ("tyre", "tyre", 3.0)):
            ends = [self.ask(scene, [t], f"run.end={t}", f"rolling.{name}.form={form}")[1][0]
                    for form in ("space", "body", "euler")]
            for other in ends[1:]:
                # Some 300 steps with local errors of 1e-11, of lengths below 1 m and of 12 rad/s.
                for key in ("position", "velocity", "contact", "angular_velocity"):
                    self.close(other[key], ends[0][key], 4e-8 if key == "angular_velocity" else 3e-9)
                self.assertAlmostEqual(abs(dot(other["quaternion"], ends[0]["quaternion"])), 1, delta=1e-12)


    def test_every_form_is_certified_by_the_two_others(self):
        for form, others in (("body", ["space", "euler"]), ("euler", ["space", "body"])):
            words = ["certify", "ellipsoid", "--set", f"rolling.stone.form={form}", "--set", "run.end=1", "--json"]
            certificate = json.loads(self.run_tool(*words))["certificate"]
            self.assertEqual([one["where"] for one in certificate["retold"]], [f'the form "{other}"' for other in others])
            self.assertTrue(all(one["agrees"] for one in certificate["retold"]))
            self.assertEqual(certificate["told_once"], [])
            digits = {channel["name"]: channel["digits"] for channel in certificate["channels"]}
            self.assertIsNone(digits["stone.rolling_error"])
            self.assertGreater(digits["stone.position"], 5)

    def test_what_rests_drifts_by_nothing(self):
        # Velocities of rounding are no motion, and a share of them no error.
        for surface in ('sum = [{ sphere = { radius = 0.03 } }]', 'egg = { radius = 0.03, half_length = 0.04, taper = -0.2 }'):
            self.scene.write_text(f"""
[world]
gravity = [0, 0, -9.81]
[[rolling]]
name = "stone"
surface = {{ {surface} }}
mass = 1
""", encoding="utf-8")
            run = json.loads(self.run_tool("run", str(self.scene), "--json"))
            self.assertLess(max(run["drift"].values()), 1e-9, run["drift"])

    def test_a_body_that_may_slip_is_told_once_and_those_beside_it_again(self):
        told = '\'hoop\' in the form "space" alone: no other can slide or fly'
        certificate = json.loads(self.run_tool("certify", "hoop-slips-then-rolls", "--json"))["certificate"]
        self.assertEqual((certificate["retold"], certificate["told_once"]), ([], [told]))
        self.assertIn("\n  told once '" + told[1:] + "\n", self.run_tool("certify", "hoop-slips-then-rolls"))
        scene = (SCENES / "hoop-slips-then-rolls.toml").read_text(encoding="utf-8") + """
[[rolling]]
name = "ball"
surface = { sphere = { radius = 0.1 } }
mass = 1
plane = {}
start = { straight = { speed = 1 } }
"""
        self.scene.write_text(scene, encoding="utf-8")
        certificate = json.loads(self.run_tool("certify", str(self.scene), "--json"))["certificate"]
        self.assertEqual([one["where"] for one in certificate["retold"]],
                         ['the form "body" of ball', 'the form "euler" of ball'])
        self.assertTrue(all(one["agrees"] for one in certificate["retold"]))
        self.assertEqual(certificate["told_once"], [told])


    def table(self, scene, *changes):
        """The samples of a run: columns by name, vectors by the names of their components."""
        flags = [word for change in changes for word in ("--set", change)]
        out = pathlib.Path(self.folder.name) / "out"
        self.run_tool("run", scene, "--quiet", "--out", str(out), *flags)
        with open(out / "channels.csv", newline="", encoding="utf-8") as file:
            return [{key.split(" [")[0]: float(value) for key, value in row.items()} for row in csv.DictReader(file)]

    def test_the_contact_goes_over_a_turntable_as_the_closed_form_says(self):
        # A solid ball on a table that turns with w: its centre goes round a circle with 2 w/7.
        w, rate = 6.0, 12 / 7
        rows = self.table("ball-on-turntable", "run.tolerance=1e-12", "run.sample=0.5")
        self.assertEqual(len(rows), 17)
        x0, y0, vx, vy = (rows[0]["ball." + key] for key in ("contact.x", "contact.y", "velocity.x", "velocity.y"))
        cx, cy = x0 - vy / rate, y0 + vx / rate
        for row in rows:
            c, s = math.cos(rate * row["t"]), math.sin(rate * row["t"])
            x, y = cx + c * (x0 - cx) - s * (y0 - cy), cy + s * (x0 - cx) + c * (y0 - cy)
            self.close([row["ball.contact." + k] for k in "xyz"], [x, y, 0], 1e-9)
            c, s = math.cos(w * row["t"]), math.sin(w * row["t"])
            self.close([row["ball.contact_plane." + k] for k in "xyz"], [c * x + s * y, -s * x + c * y, 0], 1e-9)

    def test_axes_of_a_plane_tilt_move_and_turn_with_it(self):
        self.scene.write_text("""
[run]
end = 3
sample = 0.5
[world]
gravity = [0, 0, -9.81]
[[rolling]]
name = "ball"
surface = { sphere = { radius = 0.05 } }
mass = 1
plane = { slope = "20 deg", turning = "6*(1 - exp(-t))", place = ["0.1*sin(t)", 0.2, "0.3*t"] }
position = [0.5, 0.1, 1]
""", encoding="utf-8")
        for row in self.table(str(self.scene)):
            t = row["t"]
            contact = [row["ball.contact." + k] for k in "xyz"]
            n = [(row["ball.position." + k] - x) / 0.05 for k, x in zip("xyz", contact)]
            away = minus(contact, [0.1 * math.sin(t), 0.2, 0.3 * t])
            # z onto n about the level axis across both, then back by the angle that the plane has turned.
            tilt, across = math.atan2(math.hypot(n[0], n[1]), n[2]), math.hypot(n[0], n[1])
            half = [math.cos(tilt / 2)] + [math.sin(tilt / 2) * x / across for x in (-n[1], n[0], 0)]
            flat = turned_back(half, away)
            angle = 6 * (t - 1 + math.exp(-t))
            spin = [math.cos(angle / 2), 0, 0, math.sin(angle / 2)]
            plane = [row["ball.contact_plane." + k] for k in "xyz"]
            # n comes from a difference of places of some metres by 5 cm.
            self.close(plane, turned_back(spin, flat), 1e-11)
            self.assertAlmostEqual(plane[2], 0, delta=1e-9)

    def test_a_load_of_nothing_lifts_once_at_most(self):
        self.scene.write_text("""
[run]
end = 0.1
[world]
gravity = [0, 0, 0]
[[rolling]]
name = "disk"
surface = { disk = { radius = 0.04 } }
mass = 0.1
start = { steady = { tilt = "30 deg", precession = 5 } }
""", encoding="utf-8")
        run = self.ask(str(self.scene), [0.0])[0]
        self.assertLessEqual([event["name"] for event in run["events"]].count("disk.lift"), 1)

    def test_a_start_that_nothing_presses_down_flies_or_is_refused(self):
        falls = """
[run]
end = 0.2
[world]
gravity = [0, 0, -9.81]
[[rolling]]
name = "ball"
surface = { ellipsoid = { axes = [0.06, 0.05, 0.04] } }
mass = 0.3
plane = { place = [0, 0, "-20*t^2"]%s }
start = { euler_zxz = [0, 0.3, 0], euler_zxz_rates = [3, 1, 4] }
"""
        self.scene.write_text(falls % "", encoding="utf-8")
        told = self.refused("run", str(self.scene))
        self.assertIn("nothing presses it onto its ground at the start, which would have to pull with", told)
        self.assertIn("give the ground a friction", told)
        self.scene.write_text(falls % ", friction = 0.3", encoding="utf-8")
        self.assertEqual(self.ask(str(self.scene), [0.0])[1][0]["mode"], "flying")
        self.scene.write_text("""
[run]
end = 0.1
[world]
gravity = [0, 0, -9.81]
[[rolling]]
name = "ball"
surface = { sphere = { radius = 0.02 } }
mass = 0.1
ground = { sphere = { radius = 0.3 }, friction = 0.5 }
position = [0, 0, 0.28]
""", encoding="utf-8")
        first, last = self.ask(str(self.scene), [0.0, 0.1])[1]
        self.assertEqual((first["mode"], last["mode"]), ("flying", "flying"))
        self.assertAlmostEqual(last["position"][2], 0.28 - 0.5 * G * 0.01, delta=1e-12)


class Starts(RollingCase):
    def test_what_no_motion_can_be_is_refused_with_the_reason(self):
        def reason(start, scene="euler-disk"):
            return self.refused("run", scene, "--set", "rolling.disk.start=" + start)

        self.assertEqual(
            reason('{ steady = { tilt = "45 deg", precession = 0 } }'),
            '--set rolling.disk.start={ steady = { tilt = "45 deg", precession = 0 } }: error: rolling[0].start: '
            "no spin is steady at the tilt 0.7854 rad without precession: the body would fall over\n"
            "    give a precession that is not zero\n")
        self.assertIn("touches the ground along a line", reason("{ straight = { speed = 1 } }"))
        self.assertIn("it lies on a flat face", reason("{ upright = { spin = 1, on_end = true } }"))
        self.assertIn("its ground has no friction given", reason("{ euler_zxz = [0, 1, 0], velocity = [1, 0, 0] }"))
        self.assertIn("its ground is not level", reason("{ steady = { tilt = 1 } }", "disk-down-slope"))
        self.assertIn("'precession' already says", reason("{ steady = { tilt = 1, precession = 1, spin = 1 } }"))
        self.assertIn("did you mean 'steady'?", reason("{ stedy = { tilt = 1 } }"))

    def test_every_kind_of_start_begins_as_it_says(self):
        mass, radius = 0.44, 0.0375

        def first(start):
            return self.ask(str(self.scene), [0.0], "run.end=0.01", "rolling.disk.start=" + start)[1][0]

        rolls = first('{ straight = { speed = 2, heading = "30 deg" } }')
        self.close(rolls["velocity"], [2 * math.cos(math.pi / 6), 2 * math.sin(math.pi / 6), 0], 1e-14)
        self.assertAlmostEqual(math.hypot(*rolls["angular_velocity"]), 2 / radius, delta=1e-12)
        spins = first("{ upright = { spin = 7 } }")
        self.close(spins["angular_velocity"], [0, 0, 7], 1e-13)
        self.close(spins["position"], [0, 0, radius], 1e-15)
        # The steady equation of a thin disk, with the spin that the precession leaves it.
        tilt, precession = 1.1, 12
        state = first(f"{{ steady = {{ tilt = {tilt}, precession = {precession} }} }}")
        s, c = math.sin(tilt), math.cos(tilt)
        spin = dot(state["angular_velocity"], turned(state["quaternion"], [0, 0, 1]))
        left = radius / 4 * precession**2 * s * c - 1.5 * radius * spin * precession * s
        self.assertAlmostEqual(left, G * c, delta=1e-12)
        again = first(f"{{ steady = {{ tilt = {tilt}, spin = {spin!r} }} }}")
        rate = dot(again["angular_velocity"], turned(again["quaternion"], [0, 1, 0])) / s
        self.assertAlmostEqual(radius / 4 * rate**2 * s * c - 1.5 * radius * spin * rate * s, G * c, delta=1e-12)
        leans = first("{ euler_zxz = [0.3, 0.9, -0.2], euler_zxz_rates = [1, 2, 3] }")
        self.assertAlmostEqual(axis_angle(leans), math.degrees(0.9), delta=1e-10)
        # φ̇ along the vertical, θ̇ along the line of nodes, ψ̇ along the axis.
        axis, node = turned(leans["quaternion"], [0, 0, 1]), [math.cos(0.3), math.sin(0.3), 0]
        self.close(leans["angular_velocity"], [2 * n + 3 * a + v for n, a, v in zip(node, axis, [0, 0, 1])], 1e-13)
        arm = minus(leans["contact"], leans["position"])
        self.close(leans["velocity"], [-c for c in cross(leans["angular_velocity"], arm)], 1e-14)
        weighed = first("{ upright = { spin = 0 } }")["contact_force"]
        self.close(weighed, [0, 0, mass * G], 1e-12)

    def test_states_tell_of_contact_and_mode(self):
        _, (state,) = self.ask("hoop-slips-then-rolls", [1.0])
        self.assertEqual(set(state), {"position", "quaternion", "velocity", "angular_velocity", "angular_velocity_body",
                                      "contact", "contact_force", "mode"})
        self.assertEqual(state["mode"], "sliding")
        self.close(state["contact_force"], [0.25 * 1.2 * G, 0, 1.2 * G], 1e-10)
        self.close(state["contact"], [0.5 * 0.25 * G, 0, 0], 1e-10)
        lines = self.run_tool("run", "hoop-slips-then-rolls", "--at", "1", "--quiet").splitlines()
        told = {line.split()[0]: line.split(None, 1)[1] for line in lines if line.startswith("  hoop.")}
        self.assertEqual(json.loads(told["hoop.contact_force"]), state["contact_force"])
        self.assertEqual(json.loads(told["hoop.position"]), state["position"])
        self.assertEqual(told["hoop.mode"], "sliding")

if __name__ == "__main__":
    unittest.main()
