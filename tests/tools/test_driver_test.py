"""./test itself, with stages made for the occasion, and the counting of tests."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import count_tests

STAGES = """
plain_stages=(good many broken after)
long_stages=(lengthy)
declare -A about=([good]="passes" [many]="holds five tests" [broken]="fails early" [after]="runs all the same" [lengthy]="only with --all")
stage_good() { echo hidden; }
stage_many() { echo "3 2" >"$counts"; return 1; }
stage_broken() { echo "this went wrong"; false; echo "not reached"; }
stage_after() { true; }
stage_lengthy() { echo "$everything" >"$note_file"; }
"""


class Driver(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "tools").mkdir()
        shutil.copy(ROOT / "test", self.root)
        shutil.copy(ROOT / "tools/setup_lib.sh", self.root / "tools")
        (self.root / "tools/packages.txt").write_text("build shell sh\n")
        (self.root / "tools/test_stages.sh").write_text(STAGES)

    def run_test(self, *arguments):
        run = subprocess.run([self.root / "test", *arguments], capture_output=True, text=True)
        return run.returncode, run.stdout, run.stderr

    def test_a_failure_does_not_stop_later_stages_and_all_tests_are_counted(self):
        code, out, _ = self.run_test()
        self.assertEqual(code, 1)
        self.assertEqual([line.split()[:2] for line in out.splitlines() if line[0] != " "],
                         [["good", "ok"], ["many", "FAILED"], ["broken", "FAILED"], ["after", "ok"], ["5", "passed,"]])
        self.assertTrue(out.endswith("5 passed, 3 failed\n"), out)
        self.assertIn("this went wrong", out)
        self.assertNotIn("not reached", out)
        self.assertNotIn("hidden", out)

    def test_single_stages_and_all(self):
        self.assertEqual(self.run_test("good", "after")[:2][0], 0)
        code, out, _ = self.run_test("--all")
        self.assertIn("lengthy", out)
        self.assertTrue(out.endswith("6 passed, 3 failed\n"), out)

    def test_an_unknown_stage_is_a_usage_error(self):
        code, _, err = self.run_test("godo")
        self.assertEqual(code, 2)
        self.assertIn("no stage 'godo'", err)

    def test_list_names_every_stage(self):
        code, out, _ = self.run_test("--list")
        self.assertEqual((code, len(out.splitlines())), (0, 5))


class Counting(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def count(self, ctest, **inner):
        cases = "".join(f'<testcase name="{name}" status="{status}"/>' for name, status in ctest.items())
        (self.root / "ctest.junit").write_text(f"<testsuite>{cases}</testsuite>")
        for name, statuses in inner.items():
            cases = "".join('<testcase status="run"><failure/></testcase>' if s == "bad" else f'<testcase status="{s}"/>' for s in statuses)
            (self.root / f"{name}.xml").write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
        return count_tests.count(self.root)

    def test_tests_inside_an_executable_are_counted_one_by_one(self):
        self.assertEqual(self.count({"a": "run"}, a=["run", "run", "notrun"]), (2, 0))
        self.assertEqual(self.count({"a": "fail"}, a=["run", "bad"]), (1, 1))

    def test_other_tests_count_as_one(self):
        self.assertEqual(self.count({"a": "run", "b": "fail"}), (1, 1))

    def test_a_crash_after_tests_that_passed_is_a_failure(self):
        self.assertEqual(self.count({"a": "fail"}, a=["run", "run"]), (2, 1))


if __name__ == "__main__":
    unittest.main()
