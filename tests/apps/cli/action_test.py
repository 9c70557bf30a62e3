"""polhode analyse --action: from the scene to table, JSON, pictures and CSV, and what is refused."""
import csv
import json
import math
import pathlib
import subprocess
import unittest

from scene_case import CLI, SceneCase

SPRING = """
title = "A <spring> & its ends"
[run]
end = 4
[[system]]
name = "spring"
coordinates = ["x"]
lagrangian = "0.5*x'^2 - 0.5*x^2"
between = { from = { x = 0.5 }, to = { x = 1 } }
paths = { line = { x = "0.5 + t/8" } }
"""

FILM = """
[[functional]]
name = "film"
unknowns = ["y"]
integrand = "y*sqrt(1 + y'^2)"
from = { x = -0.5, y = 1 }
to = { x = 0.5, y = 1 }
"""


class ActionCase(SceneCase):
    text = SPRING

    def refused(self, *words, text=None):
        if text is not None:
            self.scene.write_text(text)
        done = subprocess.run([CLI, *words], capture_output=True, text=True, cwd=self.folder.name)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr


class Told(ActionCase):
    def test_the_table_names_the_conjugate_point_and_compares_typed_paths(self):
        text = self.run_tool("analyse", str(self.scene), "--action")
        self.assertIn("stationary, and not least: conjugate point at t = 3.14159265", text)
        self.assertRegex(text, r"spring +line +-1.1354166\d* +\S+ +2.33\d+ less\n")
        for file in ("analysis.html", "analysis.json", "action.svg", "action.csv"):
            self.assertIn(f"runs/scene/{file}\n", text)
        page = pathlib.Path(self.folder.name, "runs/scene/analysis.html").read_text()
        self.assertIn("&lt;spring&gt; &amp; its ends", page)
        self.assertIn("<svg", page)

    def test_the_object_has_value_error_index_and_path(self):
        told = json.loads(self.run_tool("analyse", str(self.scene), "--action", "--json"))["action"]["subjects"]
        self.assertEqual(len(told), 1)
        one = told[0]
        self.assertEqual((one["name"], one["ending"], one["index"]), ("spring", "found", 1))
        self.assertEqual(one["kind"], "stationary, and not least")
        self.assertAlmostEqual(one["value"], (1.25 * math.cos(4) - 1) / (2 * math.sin(4)), delta=1e-10)
        self.assertLess(one["value_error"], 1e-9)
        self.assertAlmostEqual(one["conjugate"][0], math.pi, delta=1e-9)
        self.assertEqual((one["at"][0], one["at"][-1]), (0, 4))
        self.assertEqual((one["path"][0][0], one["path"][0][-1]), (0.5, 1))
        self.assertTrue(one["paths"][0]["same_ends"])

    def test_rows_of_the_path_are_the_motion(self):
        self.run_tool("analyse", str(self.scene), "--action")
        with open(pathlib.Path(self.folder.name, "runs/scene/action.csv")) as file:
            rows = list(csv.DictReader(file))
        b = (1 - 0.5 * math.cos(4)) / math.sin(4)
        for row in rows:
            t = float(row["t"])
            self.assertAlmostEqual(float(row["x"]), 0.5 * math.cos(t) + b * math.sin(t), delta=1e-9)
            self.assertAlmostEqual(float(row["x'"]), -0.5 * math.sin(t) + b * math.cos(t), delta=1e-8)

    def test_a_run_goes_where_it_was_sent_and_adds_up_its_action(self):
        told = json.loads(self.run_tool("run", str(self.scene), "--json", "--at", "4", "--tolerance", "1e-12"))
        self.assertAlmostEqual(told["states"][0]["systems"]["spring"]["x"], 1, delta=1e-9)
        self.assertAlmostEqual(told["integrals"]["spring.action"], (1.25 * math.cos(4) - 1) / (2 * math.sin(4)), delta=1e-9)
        self.run_tool("run", str(self.scene))
        with open(pathlib.Path(self.folder.name, "runs/scene/channels.csv")) as file:
            self.assertIn("spring.action", next(csv.reader(file)))

    def test_two_subjects_have_files_of_their_own(self):
        self.scene.write_text(SPRING + FILM)
        text = self.run_tool("analyse", str(self.scene), "--action")
        for file in ("action-spring.svg", "action-film.svg", "action-spring.csv", "action-film.csv"):
            self.assertIn(f"runs/scene/{file}\n", text)
        folder = pathlib.Path(self.folder.name, "runs", "scene")
        self.assertIn("Curves of film", (folder / "action-film.svg").read_text())
        self.assertIn("Paths of the motion of spring", (folder / "action-spring.svg").read_text())
        self.assertIn("film: least among neighbouring paths", text)


    def test_an_integral_that_is_infinite_is_called_so(self):
        self.scene.write_text(FILM.replace("y*sqrt(1 + y'^2)", "y'^2") +
                              'paths = { root = { y = "sqrt(x + 0.5)" }, line = { y = 1 } }\n')
        text = self.run_tool("analyse", str(self.scene), "--action", code=1)
        self.assertRegex(text, r"film +root +infinite\n")
        self.assertIn("'root': the integral is infinite: the integrand grows too fast towards x = -0.5", text)
        root, line = json.loads(self.run_tool("analyse", str(self.scene), "--action", "--json", code=1))["action"]["subjects"][0]["paths"]
        self.assertEqual((root["ending"], root["value"], root["error"]), ("infinite", None, None))
        self.assertEqual((line["ending"], line["value"]), ("finite", 0))


class Refused(ActionCase):
    def test_what_there_is_nothing_to_ask_of(self):
        self.assertIn("the scene says no ends of a motion and no path, and holds no functional",
                      self.refused("analyse", "double-pendulum", "--action"))

    def test_a_scene_of_functionals_alone_does_not_run(self):
        for verb in ("run", "certify", "converge"):
            self.assertIn("nothing in the scene moves\n    what its functionals come to: polhode analyse",
                          self.refused(verb, str(self.scene), text=FILM))
        self.run_tool("analyse", str(self.scene), "--action")

    def test_rings_too_far_apart_hold_no_film(self):
        self.scene.write_text(FILM.replace("0.5", "1"))
        text = self.run_tool("analyse", str(self.scene), "--action", code=1)
        self.assertRegex(text, r"film +stationary +none")

    def test_a_motion_that_is_not_there(self):
        self.assertIn("system[0].between: no motion was found between these ends",
                      self.refused("run", str(self.scene), "--set", "run.end=3.141592653589793"))

    def test_friction_has_no_action(self):
        told = self.refused("run", str(self.scene), text=SPRING + 'dissipation = "0.1*x\'^2"\n')
        self.assertIn("where its action is stationary, and that knows no dissipation", told)

    def test_paths_of_more_coordinates_than_there_is_room_for(self):
        names = [f"y{i}" for i in range(1, 102)]
        ends = ", ".join(f"{name} = 0" for name in names)
        told = self.refused("analyse", str(self.scene), "--action", text=f"""
[[functional]]
unknowns = {json.dumps(names)}
integrand = "sum(i, 1, 101, y[i]'^2)"
from = {{ x = 0, {ends} }}
to = {{ x = 1, {ends} }}
""")
        self.assertIn("functional[0].unknowns: a functional has at most 100 unknowns", told)
        told = self.refused("run", str(self.scene), text=f"""
[[system]]
coordinates = {json.dumps(names)}
lagrangian = "sum(i, 1, 101, y[i]'^2)"
between = {{ from = {{ {ends} }}, to = {{ {ends} }} }}
""")
        self.assertIn("system[0].between: a path has at most 100 coordinates, and here are 101", told)

    def test_ends_are_complete_and_know_their_names(self):
        told = self.refused("run", str(self.scene), text=SPRING.replace("to = { x = 1 }", "to = { y = 1 }"))
        self.assertIn("system[0].between.to: the value of 'x' at this end is missing", told)
        self.assertIn("system[0].between.to.y: 'y' is none of what an end has", told)
        told = self.refused("analyse", str(self.scene), "--action", text=FILM.replace("to = { x = 0.5, y = 1 }", ""))
        self.assertIn("functional[0]: 'to' is missing", told)
        told = self.refused("run", str(self.scene), text=SPRING + "initial = { x = 1 }\n")
        self.assertIn("where it starts is said by between already", told)


if __name__ == "__main__":
    unittest.main()
