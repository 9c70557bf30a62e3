"""Scenes with one body that rolls, and what a state of it amounts to."""
import json
import math
import subprocess

from scene_case import CLI, SceneCase

G = 9.81

THIN = """
[run]
end = 20
solver = "dop853"
tolerance = 1e-9
[world]
gravity = [0, 0, -9.81]
[[rolling]]
name = "disk"
surface = { disk = { radius = 0.0375 } }
mass = 0.44
dissipation = { law = "rolling-torque", coefficient = 1e-5 }
start = { steady = { tilt = "3 deg" } }
flat_tilt = "0.01 deg"
"""


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def turned(quaternion, v):
    """R v; the quaternion is w, x, y, z, body to world."""
    w, u = quaternion[0], quaternion[1:]
    twice = [2 * c for c in cross(u, v)]
    return [v[i] + w * twice[i] + cross(u, twice)[i] for i in range(3)]


def turned_back(quaternion, v):
    return turned([quaternion[0]] + [-c for c in quaternion[1:]], v)


def spin_momentum(state, moments):
    """Angular momentum about the centre of mass, world axes."""
    w_B = turned_back(state["quaternion"], state["angular_velocity"])
    return turned(state["quaternion"], [m * w for m, w in zip(moments, w_B)])


def energy(state, mass, moments):
    turning = dot(state["angular_velocity"], spin_momentum(state, moments))
    return 0.5 * (mass * dot(state["velocity"], state["velocity"]) + turning) + mass * G * state["position"][2]


def axis_angle(state):
    """Of body z to the vertical [deg]."""
    return math.degrees(math.acos(turned(state["quaternion"], [0, 0, 1])[2]))


class RollingCase(SceneCase):
    text = THIN

    def ask(self, scene, times, *changes):
        """A run as JSON, and the states of its only rolling body at the times."""
        flags = [word for change in changes for word in ("--set", change)]
        told = json.loads(self.run_tool("run", scene, "--json", "--at", ",".join(map(repr, times)), *flags))
        states = [next(iter(state["rolling"].values())) for state in told["states"]]
        self.assertEqual([state["t"] for state in told["states"]], list(times))
        return told, states

    def refused(self, *arguments):
        done = subprocess.run([CLI, *arguments], capture_output=True, text=True, cwd=self.folder.name)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def close(self, ours, theirs, delta):
        self.assertEqual(len(ours), len(theirs))
        for a, b in zip(ours, theirs):
            self.assertAlmostEqual(a, b, delta=delta)
