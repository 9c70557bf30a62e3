"""check_sources fails on each thing it forbids, and on nothing else."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_sources


class CheckSources(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def check(self):
        checker = check_sources.Checker(self.root)
        checker.run()
        return checker.findings, checker.warnings

    def refused(self, path, text, piece):
        self.write(path, text)
        findings, _ = self.check()
        self.assertEqual(len(findings), 1, findings)
        self.assertIn(piece, findings[0])

    def accepted(self, path, text):
        self.write(path, text)
        self.assertEqual(self.check()[0], [])

    def test_markers_of_unfinished_work(self):
        self.refused("src/base/a.cpp", "int a;  // TODO: b\n", "src/base/a.cpp:1: TODO")

    def test_flags_that_change_the_bits(self):
        self.refused("cmake/a.cmake", "add_compile_options(-ffast-math)\n", "changes the bits")

    def test_libm_in_the_library_but_not_in_tests(self):
        self.accepted("tests/unit/a_test.cpp", "double a = std::sin(1.0);\n")
        self.accepted("src/math/b.cpp", "double b = std::sqrt(2.0);\n")
        self.refused("src/math/a.cpp", "double a = std::sin(1.0);\n", "std::sin(")

    def test_paths_of_one_machine(self):
        self.refused("docs/a.md", "see /home/somebody/notes\n", "a path of one machine")

    def test_virtual_functions_in_public_headers_alone(self):
        self.accepted("src/sim/a.cpp", "struct A { virtual ~A(); };\n")
        self.refused("include/polhode/sim/a.hpp", "struct A { virtual ~A(); };\n", "no virtual functions")

    def test_a_long_function_warns_then_fails(self):
        body = "int f(int a) {\n" + "  ++a;\n" * 70 + "  return a;\n}\n"
        self.write("src/base/a.cpp", body)
        findings, warnings = self.check()
        self.assertEqual((findings, len(warnings)), ([], 1))
        self.refused("src/base/a.cpp", "\n" + "int f(int a) {\n" + "  ++a;\n" * 130 + "  return a;\n}\n", "src/base/a.cpp:2: function of 133")

    def test_constructors_and_methods_are_measured_too(self):
        text = "A::A(int x) : x_{x}, y_(f(x)) {\n" + "  ++x;\n" * 130 + "}\nauto B::g() const noexcept -> int {\n" + "  h();\n" * 125 + "}\n"
        self.assertLessEqual({132, 127}, {length for _, length in check_sources.functions(text)})

    def test_a_long_file_and_a_long_header(self):
        self.refused("include/polhode/base/a.hpp", "\n" * 251, "public header of 251")
        (self.root / "include/polhode/base/a.hpp").unlink()
        self.refused("src/base/a.cpp", "\n" * 801, "file of 801")

    def test_proofs_exist(self):
        self.write("tests/law/b_test.cpp", "")
        self.accepted("include/polhode/base/a.hpp", "/// Proof    tests/law/b_test.cpp\nint f();\n")
        self.refused("include/polhode/base/a.hpp", "/// Proof    tests/law/b_test.cpp,\n///          tests/law/c_test.cpp\nint f();\n",
                     "a.hpp:2: Proof names tests/law/c_test.cpp")

    def test_citations_are_in_the_bibliography(self):
        self.write("docs/references.bib", "@book{hairer1993,\n  author = {Hairer, Ernst and Nørsett, Syvert},\n  year = {1993},\n}\n")
        self.accepted("src/ode/a.cpp", "// [Hairer 1993] and [Hairer, Nørsett 1993], not a[0] or [kg 12]\n")
        self.refused("src/ode/a.cpp", "/// Source   [Butcher 2016] p. 3\n", "[Butcher 2016] is not in docs/references.bib")


if __name__ == "__main__":
    unittest.main()
