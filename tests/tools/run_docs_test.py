"""A page that shows what the tool does not print is found, and put right on request."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Stands in for the tool: prints its words, and refuses a scene that holds the word "wrong".
TOOL = """#!/usr/bin/env python3
import pathlib, sys
if sys.argv[1:3] == ["run", "scene.toml"]:
    sys.exit(2 if "wrong" in pathlib.Path("scene.toml").read_text() else 0)
print("said " + " ".join(sys.argv[1:]))
print("12 rate evaluations, 0.25 s" if "table" not in sys.argv else "  rk4    1.25 ms  7")
"""


class RunDocs(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.tool = self.folder / "tool"
        self.tool.write_text(TOOL)
        self.tool.chmod(0o755)
        self.page = self.folder / "page.md"

    def run_docs(self, text, *flags):
        self.page.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, ROOT / "tools/run_docs.py", *flags, "--tool", self.tool, self.page],
                              capture_output=True, text=True)
        return done.returncode, done.stdout

    def test_a_true_page_passes_whatever_the_seconds(self):
        page = "```console\n$ polhode hello\nsaid hello\n12 rate evaluations, 0.75 s\n```\n"
        self.assertEqual(self.run_docs(page), (0, ""))
        self.assertEqual(self.run_docs(page, "--write"), (0, ""))

    def test_milliseconds_in_a_table_and_the_widths_they_make_are_not_compared(self):
        self.assertEqual(self.run_docs("```console\n$ polhode table\nsaid table\n  rk4  ≤ 0.3 ms  7\n```\n"), (0, ""))
        self.assertEqual(self.run_docs("```console\n$ polhode table\nsaid table\n  rk4  0.3 ms  8\n```\n")[0], 1)

    def test_the_rest_of_an_output_may_be_left_out(self):
        self.assertEqual(self.run_docs("```console\n$ ./polhode a\nsaid a\n…\n```\n"), (0, ""))
        self.assertEqual(self.run_docs("```console\n$ ./polhode a\nsaid b\n…\n```\n")[0], 1)

    def test_another_output_is_found_and_can_be_put_right(self):
        page = "before\n```console\n$ polhode one\nsaid 1\n$ polhode two\n```\nafter\n"
        code, printed = self.run_docs(page)
        self.assertEqual(code, 1)
        self.assertIn("`polhode one` prints\n    said one\n", printed)
        self.assertEqual(self.run_docs(page, "--write")[0], 0)
        written = self.page.read_text(encoding="utf-8")
        self.assertTrue(written.startswith("before\n```console\n$ polhode one\nsaid one\n12 rate"))
        self.assertEqual(self.run_docs(written), (0, ""))

    def test_a_scene_that_does_not_run_is_found(self):
        self.assertEqual(self.run_docs("```toml\ntitle = 'right'\n```\n"), (0, ""))
        self.assertEqual(self.run_docs("```toml\ntitle = 'wrong'\n```\n")[0], 1)


if __name__ == "__main__":
    unittest.main()
