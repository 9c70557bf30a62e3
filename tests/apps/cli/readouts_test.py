"""Read-outs through the command line: states, files, events, lists."""
import csv
import json
import pathlib
import unittest

from scene_case import SceneCase

SCENE = """
[run]
end = 1
sample = 0.5
tolerance = 1e-12
[[body]]
name = "wheel"
mass = 2
inertia = [2, 2, 3]
position = [0, 2, 0]
velocity = [1, 0, 0]
angular_velocity = [0, 0, 2]
[[particle]]
name = "stone"
mass = 1
[[readout]]
name = "rim"
of = "velocity"
body = "wheel"
at = [0, -1, 0]
[[readout]]
name = "spin"
of = "angular_momentum"
body = "wheel"
about = { body = "stone" }
axis = "z"
[[readout]]
name = "tensor"
of = "moment_of_inertia"
about = "centre"
[[event]]
name = "quarter"
when = "rim.y rises through 0.5"
"""


class Readouts(SceneCase):
    text = SCENE

    def test_states_hold_them_behind_bodies(self):
        run = json.loads(self.run_tool("run", str(self.scene), "--at", "0", "--json"))
        readouts = run["states"][0]["readouts"]
        self.assertEqual(readouts["rim"], [3, 0, 0])
        # 3·2 of the spin, −m y v of the centre.
        self.assertEqual(readouts["spin"], 6 - 4)
        # Centre of mass at y = 4/3: each of the masses 2 and 1 turns about it with its distance.
        apart = 2 / 3 * 4
        for found, right in zip(readouts["tensor"], [2 + apart, 2, 3 + apart, 0, 0, 0]):
            self.assertAlmostEqual(found, right, delta=1e-14)
        # The point at the end of the arm has moved on: its velocity is 1 + 2 cos 2t, 2 sin 2t.
        self.assertEqual([event["name"] for event in run["events"]], ["quarter"])
        self.assertAlmostEqual(run["events"][0]["t"], 0.5 * 0.25268025514207865, delta=1e-11)

    def test_states_print_them(self):
        lines = self.run_tool("run", str(self.scene), "--at", "0", "--quiet").splitlines()
        self.assertIn("  rim                             [3, 0, 0]", lines)
        self.assertIn("  spin                            2", lines)

    def test_a_column_for_every_component(self):
        self.run_tool("run", str(self.scene), "--quiet")
        with open(pathlib.Path(self.folder.name) / "runs/scene/channels.csv", encoding="utf-8") as file:
            header, *rows = list(csv.reader(file))
        for name in ("rim.x [m/s]", "spin [kg m^2/s]", "tensor.xy [kg m^2]", "wheel.kinetic_energy_of_centre [J]",
                     "wheel.kinetic_energy_about_centre [J]", "wheel.areal_velocity.z [m^2/s]",
                     "wheel.axis_point.x [m]", "wheel.axis_pitch [m/rad]", "kinetic_energy [J]", "centre_of_mass.x [m]"):
            self.assertIn(name, header)
        self.assertEqual(float(rows[0][header.index("wheel.kinetic_energy_about_centre [J]")]), 6)
        self.assertEqual(float(rows[0][header.index("wheel.axis_point.y [m]")]), 2.5)
        self.assertNotIn("stone.axis_pitch [m/rad]", header)

    def test_certificates_judge_them(self):
        certificate = json.loads(self.run_tool("certify", str(self.scene), "--json"))
        text = json.dumps(certificate)
        self.assertIn('"rim"', text)
        self.assertNotIn("axis_point", text)

    def test_the_list_names_keys_and_units(self):
        rows = {row["name"]: row for row in json.loads(self.run_tool("list", "readouts", "--json"))["readouts"]}
        self.assertEqual(rows["torque"]["unit"], "N m")
        self.assertEqual(rows["kinetic_energy"], rows["kinetic_energy"] | {"unit": "J", "keys": "body, bodies"})
        self.assertIn("at", rows["velocity"]["keys"])


if __name__ == "__main__":
    unittest.main()
