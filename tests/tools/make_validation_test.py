"""Measured errors in the results of tests become rows of the validation page."""
import importlib.util
import pathlib
import tempfile
import unittest

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
    def page(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                (pathlib.Path(folder) / f"{name}.xml").write_text(text, encoding="utf-8")
            return make_validation.page(make_validation.Results(folder))

    def test_an_error_becomes_a_row_with_its_source_and_tolerance(self):
        page = self.page(truth_free_body=TRUTH)
        self.assertIn("## Free bodies", page)
        self.assertIn("| a top, 20 s: rates | a book, eq. (3) | 2e-11 | 1.2e-12 |", page)
        self.assertNotIn("something else", page)

    def test_slopes_are_sorted_by_space(self):
        self.assertIn("| `rk4` | 4.04 | 4.03 | 4.00 | – |", self.page(order=ORDER))

    def test_ulps_are_listed(self):
        self.assertIn("| `sin` | 0.543 |", self.page(unit_math=ULPS))

    def test_a_file_that_is_cut_off_is_left_out(self):
        self.assertIn("a top", self.page(truth_free_body=TRUTH, broken=TRUTH[:60]))


if __name__ == "__main__":
    unittest.main()
