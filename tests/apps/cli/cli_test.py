"""The command line as a person and a script use it."""
import json
import math
import os
import pty
import signal
import struct
import re
import subprocess
import tempfile
import time
import unittest

CLI = os.environ["POLHODE_CLI"]

LONG = """
[run]
end = 9e4
sample = 900
solver = "rk4"
step = 0.001
[[body]]
name = "b"
mass = 1
inertia = [1, 2, 3]
angular_velocity_body = [0.1, 2, 0.3]
"""

HOSTILE = """
title = "</script><script>alert(1)</script><!--"
[run]
end = 1
[[body]]
mass = 1
inertia = [1, 2, 3]
angular_velocity_body = [0.1, 2, 0.3]
"""

CONTROL = """
title = "A \\u001b[31mred\\u001b[0m title"
watch = "Watch\\u009b2J"
[run]
end = 1
[[body]]
name = "b"
mass = 1
inertia = [1, 2, 3]
[[event]]
name = "over\\r"
when = "b.angular_velocity_body.x rises  through 2"
"""


def polhode(*words, folder=None, code=0):
    done = subprocess.run([CLI, *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == code, f"{words}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def run_json(*words):
    return json.loads(polhode("run", *words, "--json").stdout)


def fnv1a(numbers, state=0xCBF29CE484222325):
    for number in numbers:
        for byte in struct.pack("<d", number):
            state = ((state ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return state


class Run(unittest.TestCase):
    def test_t_handle_flips_at_the_published_times(self):
        run = run_json("t-handle")
        times = [event["t"] for event in run["events"]]
        self.assertEqual([event["name"] for event in run["events"]], ["flip"] * 8)
        for got, published in zip(times, [1.9181, 5.7544, 9.5906, 13.4269]):
            self.assertAlmostEqual(got, published, delta=5e-5)
        self.assertEqual(run["outcome"], "finished")

    def test_json_is_the_only_thing_on_standard_output_and_has_every_key(self):
        done = polhode("run", "free-top", "--at", "0,0.5,1", "--json")
        run = json.loads(done.stdout)
        self.assertEqual(done.stderr, "")
        for key in ["scene", "solver", "outcome", "hash", "statistics", "drift", "events", "states"]:
            self.assertIn(key, run)
        self.assertEqual(set(run["drift"]), {"energy", "momentum", "angular_momentum"})
        self.assertLessEqual({"steps", "rejected", "rate_evaluations", "seconds"}, set(run["statistics"]))
        self.assertEqual([state["t"] for state in run["states"]], [0, 0.5, 1])
        top = run["states"][0]["bodies"]["top"]
        self.assertEqual(top["quaternion"][0], 0.9393727128473789)
        self.assertEqual(top["angular_velocity_body"], [0.02, 2, 0.03])
        self.assertEqual({key: len(value) for key, value in top.items()},
                         {"position": 3, "quaternion": 4, "velocity": 3, "angular_velocity": 3, "angular_velocity_body": 3})

    def test_world_and_body_rates_are_one_vector_in_two_frames(self):
        for state in run_json("thrown-brick", "--at", "0.3,1.7")["states"]:
            body = state["bodies"]["brick"]
            w, x, y, z = body["quaternion"]
            b = body["angular_velocity_body"]
            rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
            for row, got in zip(rows, body["angular_velocity"]):
                self.assertAlmostEqual(sum(r * c for r, c in zip(row, b)), got, delta=1e-13)

    def test_hash_is_fnv1a_of_time_and_state_of_every_step(self):
        # Two fixed steps: the states at their ends can be asked for, and with them the hash can be recomputed.
        words = ["free-top", "--solver", "rk4", "--step", "0.25", "--set", "run.end=0.5"]
        run = run_json(*words, "--at", "0,0.25,0.5")
        numbers = []
        for state in run["states"]:
            body = state["bodies"]["top"]
            numbers += [state["t"], *body["position"], *body["quaternion"], *body["velocity"], *body["angular_velocity_body"]]
        self.assertEqual(run["statistics"]["steps"], 2)
        self.assertEqual(run["hash"], f"{fnv1a(numbers):016x}")

    def test_two_runs_have_one_hash_and_another_tolerance_another(self):
        self.assertEqual(run_json("t-handle")["hash"], run_json("t-handle")["hash"])
        self.assertNotEqual(run_json("t-handle")["hash"], run_json("t-handle", "--tolerance", "1e-9")["hash"])

    def test_asking_for_more_times_does_not_change_the_motion(self):
        self.assertEqual(run_json("t-handle")["hash"], run_json("t-handle", "--at", "0.1,7.77")["hash"])

    def test_set_reaches_any_key(self):
        run = run_json("uniform-field", "--set", "run.end=1", "--set", "body.block.velocity[2]=0", "--at", "1")
        self.assertAlmostEqual(run["states"][0]["bodies"]["block"]["position"][2], -9.81 / 2, delta=1e-12)

    def test_step_in_units_and_solver_by_flag(self):
        run = run_json("free-top", "--solver", "rk4", "--step", "10 ms")
        self.assertEqual(run["solver"], "rk4")
        self.assertEqual(run["statistics"]["steps"], 2000)

    def test_event_can_stop_the_run(self):
        run = run_json("t-handle", "--set", "event[0].then=stop")
        self.assertEqual(run["outcome"], "stopped")
        self.assertAlmostEqual(run["t"], 1.9181, delta=5e-5)

    def test_summary_fits_a_screen_and_says_where_the_files_are(self):
        with tempfile.TemporaryDirectory() as folder:
            text = polhode("run", "t-handle", folder=folder).stdout
            self.assertLessEqual(len(text.splitlines()), 24)
            for word in ["A T-handle flips", "dop853", "finished", "rate evaluations", "energy", "flip 8×", "hash"]:
                self.assertIn(word, text)
            for name in ["report.html", "channels.csv", "run.json"]:
                path = os.path.join("runs", "t-handle", name)
                self.assertIn(path, text)
                self.assertTrue(os.path.getsize(os.path.join(folder, path)) > 100)

    def test_csv_has_named_columns_with_units_and_every_sample(self):
        with tempfile.TemporaryDirectory() as folder:
            polhode("run", "thrown-brick", "--out", folder, "--quiet")
            with open(os.path.join(folder, "channels.csv")) as file:
                header, *rows = file.read().splitlines()
            names = header.split(",")
            self.assertEqual(names[0], "t [s]")
            for name in ["brick.position.x [m]", "brick.quaternion.w", "brick.angular_velocity_body.y [rad/s]",
                         "energy [J]", "work [J]", "drift.energy"]:
                self.assertIn(name, names)
            self.assertEqual(len(rows), 401)
            last = dict(zip(names, map(float, rows[-1].split(","))))
            self.assertAlmostEqual(last["brick.position.x [m]"], 4.772245076142558, delta=1e-10)
            first = dict(zip(names, map(float, rows[0].split(","))))
            gained = last["energy [J]"] - first["energy [J]"]
            self.assertAlmostEqual(gained, last["work [J]"], delta=1e-10)

    def test_states_at_times_are_printed_for_people(self):
        with tempfile.TemporaryDirectory() as folder:
            text = polhode("run", "free-top", "--at", "0,1", folder=folder).stdout
            self.assertIn("top.angular_velocity_body       [0.02, 2, 0.03]", text)

    def test_a_run_that_fails_ends_with_one_and_keeps_what_it_has(self):
        # The force grows without bound before t = 1.
        scene = ('[run]\nend = 2\n[[body]]\nname = "b"\nmass = 1\ninertia = [1, 2, 3]\n'
                 '[[load]]\ntype = "push"\nbody = "b"\nforce = ["1/(1-t)^3", 0, 0]\n')
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "blow-up.toml"), "w") as file:
                file.write(scene)
            done = polhode("run", "blow-up.toml", folder=folder, code=1)
            self.assertIn("polhode: ", done.stderr)
            with open(os.path.join(folder, "runs", "blow-up", "run.json")) as file:
                run = json.load(file)
            self.assertNotIn(run["outcome"], ["finished", "stopped"])
            self.assertTrue(0.5 < run["t"] <= 1)
            self.assertTrue(os.path.exists(os.path.join(folder, "runs", "blow-up", "report.html")))

    def test_a_step_that_is_too_large_is_named_and_the_drift_is_a_number(self):
        scene = ('[run]\nend = 100\nsolver = "SOLVER"\nstep = 2\n[[body]]\nname = "b"\nmass = 1\ninertia = [1, 2, 2.5]\n'
                 'angular_velocity_body = [3, 8, 2]\n')
        for solver in ["euler", "rk4", "dop853"]:
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "leap.toml"), "w") as file:
                    file.write(scene.replace("SOLVER", solver))
                done = polhode("run", "leap.toml", folder=folder, code=1)
                self.assertIn("steps of 2 s are too large for this motion", done.stderr)
                self.assertNotIn("nan", done.stdout)

    def test_warnings_reach_the_user(self):
        scene = ('[run]\nend = 1\n[[body]]\nquaternion = [1, 0, 0, 0.1]\nparts = [\n'
                 '{ solid = "box", density = 1, size = [1, 1, 1] },\n'
                 '{ solid = "sphere", density = 1, radius = 0.1, at = [0.5, 0, 0], remove = true }]\n')
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "holed.toml"), "w") as file:
                file.write(scene)
            hole = "holed.toml:7:1: warning: body[0].parts[1]: the hole reaches out of the body"
            quaternion = "holed.toml:4:14: warning: body[0].quaternion: a rotation has a quaternion of length 1"
            run = polhode("run", "holed.toml", "--json", folder=folder)
            self.assertIn(hole, run.stderr)
            self.assertIn(quaternion, run.stderr)
            mass = polhode("mass", "holed.toml", folder=folder)
            self.assertIn(hole, mass.stdout)
            self.assertIn(quaternion, mass.stderr)
            findings = json.loads(polhode("mass", "holed.toml", "--json", folder=folder).stdout)["bodies"][0]["findings"]
            self.assertTrue(any("reaches out" in json.dumps(finding) for finding in findings))

    def test_ctrl_c_keeps_what_was_computed(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "long.toml"), "w") as file:
                file.write(LONG)
            process = subprocess.Popen([CLI, "run", "long.toml"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate()
            self.assertEqual(process.returncode, 1)
            self.assertIn("interrupted", out)
            with open(os.path.join(folder, "runs", "long", "run.json")) as file:
                self.assertGreater(json.load(file)["statistics"]["steps"], 100)

    def test_progress_is_drawn_only_for_a_person(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "long.toml"), "w") as file:
                file.write(LONG)
            reader, writer = pty.openpty()
            process = subprocess.Popen([CLI, "run", "long.toml"], cwd=folder, stdout=subprocess.DEVNULL, stderr=writer)
            os.close(writer)
            seen = b""
            while b"%" not in seen:
                seen += os.read(reader, 4096)
            process.send_signal(signal.SIGINT)
            while process.poll() is None:
                try:
                    os.read(reader, 4096)
                except OSError:
                    break
            process.wait()
            os.close(reader)
            self.assertIn(b"long [", seen)

    def test_hostile_text_cannot_leave_the_data_of_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "hostile.toml"), "w") as file:
                file.write(HOSTILE)
            polhode("run", "hostile.toml", "--quiet", folder=folder)
            with open(os.path.join(folder, "runs", "hostile", "report.html"), encoding="utf-8") as file:
                page = file.read()
            self.assertNotIn("<script>alert(1)", page)
            self.assertIn("\\u003cscript>alert(1)", page)
            self.assertNotIn("@POLHODE_RUN@", page)


class Terminal(unittest.TestCase):
    def test_control_characters_of_a_scene_reach_no_terminal(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "cheat\x1b.toml"), "w") as file:
                file.write(CONTROL)
            for words in [("run",), ("run", "--at", "0"), ("mass",), ("run", "--set", "body[0].\x1b=1")]:
                verb, *flags = words
                done = subprocess.run([CLI, verb, "cheat\x1b.toml", *flags], cwd=folder, capture_output=True, text=True)
                for text in [done.stdout, done.stderr]:
                    self.assertEqual([c for c in text if ord(c) < 32 and c != "\n" or 127 <= ord(c) < 160], [], words)
            text = polhode("run", "cheat\x1b.toml", folder=folder).stdout
            self.assertIn("A \\u001b[31mred\\u001b[0m title", text)
            self.assertIn("Watch\\u009b2J", text)
            self.assertIn("over\\u000d 0×", text)

    def test_control_characters_of_arguments_are_shown_too(self):
        for words in [["\x1b[2J"], ["list", "\x1b[2J"], ["run", "\x1b[2J"], ["run", "t-handle", "--\x1b[2J"],
                      ["run", "t-handle", "--at", "\x1b[2J"], ["mass", "\x1b[2J.obj"]]:
            done = polhode(*words, code=2)
            self.assertNotIn("\x1b", done.stderr)
            self.assertIn("\\u001b[2J", done.stderr)


class Files(unittest.TestCase):
    def test_only_files_are_opened(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkfifo(os.path.join(folder, "pipe"))
            os.mkfifo(os.path.join(folder, "pipe.obj"))
            refusals = [
                (["run", "pipe"], "pipe: error: cannot be read: it is a named pipe"),
                (["mass", "pipe.obj", "--mass", "1"], "pipe.obj: error: cannot be read: it is a named pipe"),
                (["run", folder], folder + ": error: cannot be read: it is a folder"),
                (["run", "/dev/zero"], "/dev/zero: error: cannot be read: it is a device or a socket"),
            ]
            for words, message in refusals:
                done = subprocess.run([CLI, *words], cwd=folder, capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 2)
                first, hint = done.stderr.splitlines()
                self.assertEqual(first, message)
                self.assertIn("give a file", hint)

    def test_a_scene_may_be_piped_in(self):
        done = subprocess.run([CLI, "run", "/dev/stdin", "--json"], input=HOSTILE, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["scene"], "stdin")

    def test_a_mesh_of_another_format_names_those_that_are_read(self):
        self.assertIn(".obj, .stl", polhode("mass", "part.ply", "--density", "1", code=2).stderr)


class Mistakes(unittest.TestCase):
    def refused(self, *words):
        done = polhode(*words, code=2)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_each_says_what_to_do(self):
        self.assertIn("did you mean 't-handle'?", self.refused("run", "t-handel"))
        self.assertIn("did you mean 'polhode run'?", self.refused("rnu", "t-handle"))
        self.assertEqual(self.refused("rnu"), "polhode: unknown command 'rnu'\n    did you mean 'polhode run'? "
                         "known: run, certify, converge, analyse, mass, robot, plot, convert, list, completion\n")
        self.assertEqual(self.refused("frobnicate", "--json"),
                         "polhode: unknown command 'frobnicate'\n    known: run, certify, converge, analyse, mass, robot, plot, convert, list, completion\n")
        self.assertIn("--help", self.refused())
        self.assertIn("the run goes from 0 to 30 s", self.refused("run", "t-handle", "--at", "0,31", "--json"))
        self.assertIn("'x' is no time", self.refused("run", "t-handle", "--at", "0,x", "--json"))
        self.assertIn("did you mean 'dopri5'?", self.refused("run", "t-handle", "--solver", "dorpi5", "--json"))
        self.assertIn("did you mean 'solvers'?", self.refused("list", "solver"))
        self.assertIn("rk4 takes steps of a fixed size", self.refused("run", "t-handle", "--solver", "rk4", "--json"))
        self.assertIn("--density or --mass", self.refused("mass", "x.obj"))

    def test_a_flag_that_is_not_known_gets_the_nearest_and_all(self):
        text = self.refused("run", "t-handle", "--jsn")
        self.assertTrue(text.startswith("polhode: 'run' has no flag --jsn\n    did you mean --json? known: "), text)
        self.assertIn("--tolerance", text)
        self.assertIn("'mass' has no flag --colour\n    known: ", self.refused("mass", "t-handle", "--colour=red"))

    def test_findings_about_a_flag_name_it_as_it_was_typed(self):
        self.assertIn("--tolerance 1e-20: error: run.tolerance", self.refused("run", "t-handle", "--tolerance", "1e-20"))
        self.assertIn("give all of it: --set world.gravity=[0,0,0]",
                      self.refused("run", "t-handle", "--set", "world.gravity.z=-1"))
        self.assertEqual(self.refused("run", "t-handle", "--step", "-1", "--json"),
                         "--step -1: error: run.step: must be greater than zero, not -1\n")
        self.assertIn("--solver a\"b: error: run.solver: there is no 'a\"b' here",
                      self.refused("run", "t-handle", "--solver", 'a"b', "--json"))

    def test_a_folder_that_cannot_be_made_is_refused_before_the_run(self):
        done = self.refused("run", "t-handle", "--out", "")
        self.assertIn("the folder '' cannot be made", done)

    def test_a_folder_that_cannot_be_made_is_named(self):
        with tempfile.NamedTemporaryFile() as file:
            done = polhode("run", "free-top", "--out", os.path.join(file.name, "x"), code=2)
            self.assertIn("choose another with --out DIR", done.stderr)


class Mass(unittest.TestCase):
    def test_block_has_the_inertia_of_the_founding_text(self):
        bodies = json.loads(polhode("mass", "block-inertia", "--json").stdout)["bodies"]
        x, y, z, m = 0.4, 0.2, 0.1, 2.5
        expected = [m / 12 * (y * y + z * z), m / 12 * (x * x + z * z), m / 12 * (x * x + y * y)]
        self.assertEqual([body["name"] for body in bodies], ["longest", "middle", "shortest"])
        for i in range(3):
            self.assertTrue(math.isclose(bodies[0]["inertia"][i][i], expected[i], rel_tol=1e-15))
        self.assertEqual(bodies[0]["findings"], [])

    def test_mesh_of_a_box(self):
        corners = [(x, y, z) for x in (0, 2) for y in (0, 1) for z in (0, 3)]
        faces = ["1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"]
        text = "".join(f"v {x} {y} {z}\n" for x, y, z in corners) + "".join(f"f {face}\n" for face in faces)
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "box.obj"), "w") as file:
                file.write(text)
            body = json.loads(polhode("mass", "box.obj", "--density", "2 g/cm^3", "--json", folder=folder).stdout)["bodies"][0]
            self.assertTrue(math.isclose(body["mass"], 12000, rel_tol=1e-14))
            for got, exact in zip(body["com"], [1, 0.5, 1.5]):
                self.assertAlmostEqual(got, exact, delta=1e-14)
            table = polhode("mass", "box.obj", "--mass", "500 g", folder=folder).stdout
            self.assertIn("0.5", table)

    def test_links_of_a_scenes_mechanisms_are_weighed_with_its_bodies(self):
        bodies = json.loads(polhode("mass", "two-link-arm", "--json").stdout)["bodies"]
        self.assertEqual([(body["name"], body["mass"]) for body in bodies], [("arm.upper", 1.2), ("arm.lower", 0.8)])
        self.assertEqual(bodies[0]["com"], [0.25, 0, 0])
        self.assertTrue(math.isclose(bodies[0]["inertia"][1][1], 1.2 / 12 * (0.5**2 + 0.04**2), rel_tol=1e-14))
        self.assertTrue(polhode("mass", "two-link-arm").stdout.endswith("\nin all 2 kg\n"))
        table = polhode("mass", "puma560").stdout
        self.assertIn("puma.axis1\n  without mass\n", table)
        self.assertTrue(table.endswith("\nin all 24.45 kg\n"))
        self.assertIn("no body and no mechanism", polhode("mass", "van-der-pol", code=2).stderr)

    def test_links_of_a_robot_are_all_reported_whatever_is_wrong_with_them(self):
        text = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><mass value="2"/>
    <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.05"/></inertial></link>
  <link name="lower"><inertial><origin xyz="0 0 0.1"/><mass value="1"/>
    <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.025"/></inertial></link>
  <joint name="a" type="continuous"><parent link="base"/><child link="upper"/></joint>
  <joint name="b" type="continuous"><parent link="upper"/><child link="lowr"/></joint>
</robot>
"""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "arm.urdf"), "w") as file:
                file.write(text)
            done = polhode("mass", "arm.urdf", "--json", folder=folder, code=2)
            self.assertEqual(done.stderr, "arm.urdf:8: error: joint 'b'.child: there is no link called 'lowr'\n"
                                          "    did you mean 'lower'?\n")
            base, upper, lower = json.loads(done.stdout)["bodies"]
            self.assertEqual((base["mass"], base["findings"]), (0, []))
            self.assertEqual(upper["inertia"][2][2], 0.05)
            for i, exact in enumerate([0.02, 0.02, 0.04]):
                self.assertAlmostEqual(upper["nearest_possible_inertia"][i][i], exact, delta=1e-16)
            self.assertIn("arm.urdf:4: error: link 'upper'.inertial.inertia: no rigid body has", upper["findings"][0])
            self.assertNotIn("nearest_possible_inertia", lower)
            self.assertEqual((lower["mass"], lower["com"], lower["findings"]), (1, [0, 0, 0.1], []))
            self.assertIn("without mass", polhode("mass", "arm.urdf", folder=folder, code=2).stdout)
            with open(os.path.join(folder, "arm.urdf"), "w") as file:
                file.write(text.replace("lowr", "lower").replace("0.05", "0.02"))
            self.assertEqual(polhode("mass", "arm.urdf", folder=folder).stderr, "")
            self.assertIn("a robot says itself", polhode("mass", "arm.urdf", "--mass", "1", folder=folder, code=2).stderr)


class Lists(unittest.TestCase):
    def test_every_list_has_rows_and_json(self):
        for what in ["scenes", "solvers", "solids", "loads", "units"]:
            rows = json.loads(polhode("list", what, "--json").stdout)[what]
            self.assertGreater(len(rows), 2)
            self.assertTrue(all("name" in row for row in rows))
            table = polhode("list", what).stdout
            for row in rows:
                self.assertIn(row["name"], table)

    def test_solvers_state_their_family_and_order(self):
        rows = {row["name"]: row for row in json.loads(polhode("list", "solvers", "--json").stdout)["solvers"]}
        self.assertEqual(rows["dop853"]["order"], 8)
        self.assertEqual(rows["rk4"]["adaptive"], False)
        self.assertIn("family", rows["dopri5"])

    def test_help_and_completion(self):
        self.assertIn("run", polhode("--help").stdout)
        self.assertIn("--tolerance", polhode("run", "--help").stdout)
        script = polhode("completion").stdout
        self.assertIn("t-handle", script)
        for verb in ["plot", "convert"]:
            flags = set(re.findall(r"--[a-z]+", polhode(verb, "--help").stdout)) - {"--help"}
            line = next(line for line in script.splitlines() if line.strip().startswith(f"*:{verb})"))
            self.assertEqual(flags, set(re.findall(r"--[a-z]+", line)), verb)
        self.assertRegex(polhode("--version").stdout, r"polhode \d+\.\d+\.\d+")


if __name__ == "__main__":
    unittest.main()
