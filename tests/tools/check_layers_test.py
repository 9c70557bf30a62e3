"""check_layers fails on each kind of forbidden door, and names the line."""
import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_layers"


class CheckLayers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)
        self.write("include/polhode/base/a.hpp", "#include <string>")
        self.write("include/polhode/math/b.hpp", "#include <Eigen/Core>\n#include <polhode/base/a.hpp>")
        self.write("include/polhode/ode/c.hpp", "#include <polhode/math/b.hpp>")
        self.write("include/polhode/mass/d.hpp", "#include <polhode/math/b.hpp>")
        self.write("src/math/kernel.hpp", "#pragma once")

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")

    def check(self):
        run = subprocess.run([SCRIPT, self.root], capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr

    def refused(self, *pieces):
        code, text = self.check()
        self.assertEqual(code, 1, text)
        for piece in pieces:
            self.assertIn(piece, text)

    def test_edges_that_point_down_pass(self):
        self.write("src/ode/x.cpp", '#include <polhode/ode/c.hpp>\n#include "math/kernel.hpp"\n#include <Eigen/LU>')
        code, text = self.check()
        self.assertEqual(code, 0, text)

    def test_an_edge_that_points_up_fails_at_its_line(self):
        self.write("src/base/x.cpp", "#include <string>\n#include <polhode/math/b.hpp>")
        self.refused("src/base/x.cpp:2: base may not include math")

    def test_siblings_do_not_see_each_other(self):
        self.write("src/ode/x.cpp", "#include <polhode/mass/d.hpp>")
        self.refused("src/ode/x.cpp:1: ode may not include mass")

    def test_folders_that_include_each_other_are_named_as_a_pair(self):
        self.write("src/base/x.cpp", "#include <polhode/math/b.hpp>")
        self.refused("base and math include each other")

    def test_a_public_header_includes_no_private_one(self):
        self.write("include/polhode/ode/c.hpp", '#include "math/kernel.hpp"')
        self.refused('ode/c.hpp:1: a public header includes the private "math/kernel.hpp"')

    def test_a_public_header_includes_at_most_eigen_core(self):
        self.write("include/polhode/ode/c.hpp", "#include <Eigen/Dense>")
        self.refused("ode/c.hpp:1: a public header includes <Eigen/Dense>")

    def test_a_header_that_does_not_exist_is_named(self):
        self.write("src/ode/x.cpp", '#include "kernel.hpp"')
        self.refused("src/ode/x.cpp:1: kernel.hpp is not in src/")

    def test_a_file_in_an_unknown_folder_is_named(self):
        self.write("src/misc/x.cpp", "")
        self.refused("src/misc/x.cpp:1: lies in no folder of the layers")

    def test_a_forbidden_link_fails(self):
        self.write("src/ode/CMakeLists.txt", "polhode_library(ode SOURCES x.cpp LINKS polhode::mass)")
        self.write("src/mass/CMakeLists.txt", "polhode_library(mass SOURCES x.cpp)")
        self.refused("src/ode/CMakeLists.txt:1: ode may not link mass")

    def test_an_include_needs_a_link(self):
        self.write("src/base/CMakeLists.txt", "polhode_library(base SOURCES x.cpp)")
        self.write("src/math/CMakeLists.txt", "polhode_library(math SOURCES x.cpp LINKS Eigen3::Eigen)")
        self.refused("math includes base but does not link it")


if __name__ == "__main__":
    unittest.main()
