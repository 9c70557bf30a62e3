"""Bodies with copies, as people run them."""
import json
import pathlib
import unittest

from scene_case import SceneCase

SCENE = """
[run]
end = 0.2
solver = "rk4"
step = 0.01
[[body]]
name = "stone"
mass = 2
inertia = [1, 2, 3]
copies = 50
record = [7, 49]
position = ["i", 0, 0]
angular_velocity_body = [0.1, 1, 0]
"""


class Swarm(SceneCase):
    text = SCENE

    def run_scene(self, *words):
        told = self.run_tool("run", str(self.scene), "--out", "out", *words)
        return told, {path.name: path.read_text() for path in (pathlib.Path(self.folder.name) / "out").iterdir()}

    def test_the_summary_says_how_many_and_how(self):
        out, files = self.run_scene()
        self.assertIn("stone: 50 copies side by side, 20 steps each", out)
        self.assertIn("hash of all ends", out)
        rows = files["stone.swarm.csv"].splitlines()
        self.assertTrue(rows[0].startswith("t [s],kinetic_energy [J],potential_energy [J],momentum.x [kg m/s]"), rows[0])
        self.assertEqual(len(rows), 1 + 21)
        self.assertEqual(rows[1].split(",")[-3:], ["24.5", "0", "0"])
        self.assertIn("stone[49].position.x [m]", files["channels.csv"].splitlines()[0])
        self.assertNotIn("stone[0]", files["channels.csv"])

    def test_another_solver_takes_them_one_by_one_and_says_why(self):
        out, _ = self.run_scene("--solver", "dop853", "--tolerance", "1e-9")
        self.assertIn("50 copies one by one, because dop853 chooses its steps for each copy", out)

    def test_programs_are_told(self):
        out, _ = self.run_scene("--json")
        swarm, = json.loads(out)["swarms"]
        self.assertEqual((swarm["name"], swarm["copies"], swarm["steps"], swarm["one_by_one"]), ("stone", 50, 1000, ""))
        self.assertLess(swarm["energy_drift"], 1e-12)


if __name__ == "__main__":
    unittest.main()
