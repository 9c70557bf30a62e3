"""Particles and state forms through the command line: what is printed, for people and for programs."""
import json
import math
import pathlib
import unittest

from scene_case import SceneCase

SCENE = """
[run]
end = 1
tolerance = 1e-12
[world]
gravity = [0, 0, -10]
[[body]]
name = "block"
solid = "box"
mass = 1
size = [0.3, 0.2, 0.1]
state = "matrix-momentum"
angular_velocity_body = [0.1, 3, 0.2]
position = [5, 0, 0]
[[particle]]
name = "stone"
mass = 2
velocity = [1, 0, 5]
[[particle]]
name = "bob"
mass = 1
position = [0.6, 0, -0.8]
rod = { to = [0, 0, 0], length = 1 }
"""


class Particles(SceneCase):
    text = SCENE

    def test_a_particle_that_nothing_pulls_has_no_middle_axis_to_speak_of(self):
        self.scene.write_text('[[particle]]\nmass = 1\nvelocity = [1, 0, 0]\n')
        self.assertNotIn("middle", self.run_tool("run", str(self.scene)))

    def test_states_hold_particles_beside_bodies(self):
        run = json.loads(self.run_tool("run", str(self.scene), "--at", "0,1", "--json"))
        end = run["states"][1]
        self.assertEqual(list(end["bodies"]), ["block"])
        self.assertEqual(list(end["particles"]), ["stone", "bob"])
        self.assertEqual(list(end["particles"]["stone"]), ["position", "velocity"])
        for found, right in zip(end["particles"]["stone"]["position"], [1, 0, 0]):
            self.assertAlmostEqual(found, right, delta=1e-12)
        self.assertAlmostEqual(math.hypot(*end["particles"]["bob"]["position"]), 1, delta=1e-14)
        self.assertEqual(set(end["bodies"]["block"]),
                         {"position", "quaternion", "velocity", "angular_velocity", "angular_velocity_body"})
        self.assertLess(run["drift"]["block.orthogonality_error"], 1e-10)

    def test_the_start_of_a_particle_on_a_rod_is_what_was_given(self):
        start = json.loads(self.run_tool("run", str(self.scene), "--at", "0", "--json"))["states"][0]
        for found, right in zip(start["particles"]["bob"]["position"], [0.6, 0, -0.8]):
            self.assertAlmostEqual(found, right, delta=1e-15)

    def test_people_see_places_and_velocities_of_particles(self):
        text = self.run_tool("run", str(self.scene), "--at", "1")
        self.assertIn("stone.position", text)
        self.assertNotIn("stone.quaternion", text)
        self.assertTrue((pathlib.Path(self.folder.name) / "runs/scene/report.html").exists())

    def test_a_run_with_particles_and_forms_can_be_certified(self):
        self.run_tool("certify", str(self.scene), "--quiet")

    def test_events_make_particles_bounce(self):
        self.scene.write_text(SCENE + """
[[event]]
name = "bounce"
when = "stone.position.z falls through 0"
then = { stone.velocity.z = "-stone.velocity.z" }
""")
        run = json.loads(self.run_tool("run", str(self.scene), "--set", "run.end=1.5", "--at", "1.5", "--json"))
        self.assertAlmostEqual(run["events"][0]["t"], 1, delta=1e-12)
        self.assertAlmostEqual(run["states"][0]["particles"]["stone"]["position"][2], 5 * 0.5 - 5 * 0.25, delta=1e-11)


if __name__ == "__main__":
    unittest.main()
