"""A scene in a folder of its own, for tests that run the tool on it."""
import os
import pathlib
import subprocess
import tempfile
import unittest

CLI = os.environ["POLHODE_CLI"]


class SceneCase(unittest.TestCase):
    text = ""  # of the scene

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.scene = pathlib.Path(self.folder.name) / "scene.toml"
        self.scene.write_text(self.text)

    def run_tool(self, *arguments, code=0):
        done = subprocess.run([CLI, *arguments], capture_output=True, text=True, cwd=self.folder.name)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout
