"""Measured errors in the results of tests become rows of the validation page."""
import contextlib
import importlib.util
import io
import pathlib
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("make_validation", ROOT / "tools/make_validation.py")
make_validation = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make_validation)

TRUTH = """<testsuites><testsuite name="FreeBody"><testcase name="A" status="run" classname="FreeBody"><properties>
<property name="validation: a top, 20 s: rates" value="a book, eq. (3)|1.25e-12|2e-11"/>
<property name="something else" value="1"/>
</properties></testcase></testsuite></testsuites>"""
ORDER = """<testsuites><testsuite name="S"><testcase name="T/rk4" classname="AllMethods/RotationOrder"><properties>
<property name="rk4_ends" value="3.996"/></properties></testcase>
<testcase name="T/rk4" classname="AllMethods/FlatOrder"><properties>
<property name="rk4_ends" value="4.04"/><property name="rk4_inside" value="4.03"/></properties></testcase>
</testsuite></testsuites>"""
ULPS = """<testsuites><testsuite name="E"><testcase name="sin" classname="E/UnaryAccuracy"><properties>
<property name="sin_max_ulp" value="0.5431"/></properties></testcase></testsuite></testsuites>"""


class Validation(unittest.TestCase):
    def results(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                (pathlib.Path(folder) / f"{name}.xml").write_text(text, encoding="utf-8")
            return make_validation.Results(folder)

    def page(self, **files):
        return make_validation.page(self.results(**files))

    def test_an_error_becomes_a_row_with_its_source_and_tolerance(self):
        page = self.page(truth_free_body=TRUTH)
        self.assertIn("## Free bodies", page)
        self.assertIn("| a top, 20 s: rates | a book, eq. (3) | 2e-11 | 1.2e-12 |", page)
        self.assertNotIn("something else", page)

    def test_slopes_are_sorted_by_space(self):
        self.assertIn("| `rk4` | 4.04 | 4.03 | 4.00 | – |", self.page(order=ORDER))

    def test_ulps_are_listed(self):
        self.assertIn("| `sin` | 0.543 |", self.page(unit_math=ULPS))

    def test_the_number_of_arguments_is_said_for_both_sizes(self):
        page = self.page(unit_math=ULPS)
        self.assertIn("over two million arguments", page)
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "unit_math.xml").write_text(ULPS.replace("0.5431", "0.5567"), encoding="utf-8")
            (pathlib.Path(folder) / "truth.xml").write_text(TRUTH.replace("20 s", "a day"), encoding="utf-8")
            full = make_validation.Results(folder)
        section = make_validation.full_size(self.results(truth_free_body=TRUTH), full)
        self.assertIn("over ten million arguments", section)
        self.assertIn("| `sin` | 0.557 |", section)
        self.assertIn("| a top, a day: rates |", section)
        self.assertNotIn("20 s", section)

    def test_full_size_is_kept_and_not_asked_for_where_it_was_not_measured(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "dev").mkdir()
            (folder / "long").mkdir()
            (folder / "dev" / "truth_free_body.xml").write_text(TRUTH, encoding="utf-8")
            kept = make_validation.FULL_SIZE + "| `sin` | 0.557 |\n"
            (folder / "page.md").write_text("old" + kept, encoding="utf-8")
            arguments = [str(folder / "dev"), str(folder / "long")]
            with unittest.mock.patch.object(make_validation, "PAGE", folder / "page.md"), \
                    contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(make_validation.main(["--check", *arguments]), 1)
                self.assertEqual(make_validation.main(arguments), 0)
                self.assertEqual(make_validation.main(["--check", *arguments]), 0)
            text = (folder / "page.md").read_text(encoding="utf-8")
        self.assertIn("| a top, 20 s: rates |", text)
        self.assertTrue(text.endswith(kept))

    def test_a_file_that_is_cut_off_is_left_out(self):
        self.assertIn("a top", self.page(truth_free_body=TRUTH, broken=TRUTH[:60]))


if __name__ == "__main__":
    unittest.main()
