"""./polhode in a small checkout of its own, with a cmake that only writes a script where the tool would be."""
import os
import pathlib
import shutil
import stat
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CMAKE = """#!/bin/sh
echo "cmake $*" >>"$POLHODE_TEST_ROOT/calls"
case "$1" in --build) ;; *) exit 0 ;; esac
if [ -e "$POLHODE_TEST_ROOT/broken" ]; then echo "src/a.cpp:3: error: no such thing"; exit 1; fi
sleep "${POLHODE_TEST_SLEEP:-0}"
tool=$POLHODE_TEST_ROOT/build/release/src/apps/cli/polhode
mkdir -p "$(dirname "$tool")"
echo "[1/1] Linking"
printf '#!/bin/sh\\necho "arguments: $*"; pwd; exit 7\\n' >"$tool.new"
chmod +x "$tool.new"
mv "$tool.new" "$tool"
"""


class Wrapper(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.root.chmod(0o755)
        for name in ("src", "include", "cmake", "tools", "bin", "elsewhere"):
            (self.root / name).mkdir()
        shutil.copy(ROOT / "polhode", self.root)
        shutil.copy(ROOT / "tools/setup_lib.sh", self.root / "tools")
        self.packages("build shell sh")
        for name in ("CMakeLists.txt", "CMakePresets.json", "src/a.cpp"):
            (self.root / name).touch()
        for path in self.root.rglob("*"):  # a checkout is older than the build that follows
            os.utime(path, (1, 1))
        cmake = self.root / "bin/cmake"
        cmake.write_text(CMAKE)
        cmake.chmod(cmake.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)

    def packages(self, *rows):
        (self.root / "tools/packages.txt").write_text("# group package probe\n" + "\n".join(rows) + "\n")

    def start(self, *arguments, before=(), **environment):
        environment = {**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}", "POLHODE_TEST_ROOT": str(self.root), **environment}
        return subprocess.Popen([*before, self.root / "polhode", *arguments], cwd=self.root / "elsewhere", env=environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run_tool(self, *arguments, **keywords):
        process = self.start(*arguments, **keywords)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def builds(self):
        calls = self.root / "calls"
        return calls.read_text().count("cmake --build") if calls.exists() else 0

    def test_first_use_builds_then_passes_arguments_folder_and_exit_code(self):
        code, out, err = self.run_tool("run", "a b", "--json")
        self.assertEqual(code, 7, err)
        self.assertEqual(out, f"arguments: run a b --json\n{self.root}/elsewhere\n")
        self.assertEqual(self.builds(), 1)

    def test_nothing_is_built_when_nothing_changed(self):
        self.run_tool()
        _, _, err = self.run_tool()
        self.assertEqual((self.builds(), err), (1, ""))

    def test_a_changed_new_or_removed_source_is_built_again(self):
        self.run_tool()
        header = self.root / "include/b.hpp"
        for change in (lambda: (self.root / "src/a.cpp").write_text("int a;"), header.touch, header.unlink):
            change()
            time.sleep(0.05)  # beyond the steps in which file times advance
            self.run_tool()
        self.run_tool()
        self.assertEqual(self.builds(), 4)

    def test_an_edit_during_the_build_is_not_lost(self):
        process = self.start(POLHODE_TEST_SLEEP="1")
        while self.builds() == 0:
            time.sleep(0.01)
        (self.root / "src/a.cpp").write_text("int a;")
        process.communicate(timeout=60)
        self.run_tool()
        self.assertEqual(self.builds(), 2)

    def test_two_first_uses_at_once_build_once(self):
        both = [self.start(POLHODE_TEST_SLEEP="1") for _ in range(2)]
        results = [process.communicate(timeout=60) for process in both]
        self.assertEqual([process.returncode for process in both], [7, 7], results)
        self.assertEqual(self.builds(), 1)
        self.assertEqual(sum("waiting for another build" in err for _, err in results), 1)

    def test_a_failed_build_shows_the_error_and_the_log(self):
        (self.root / "broken").touch()
        code, out, err = self.run_tool()
        self.assertEqual((code, out), (3, ""))
        self.assertIn("src/a.cpp:3: error: no such thing", err)
        self.assertIn(f"the whole log is {self.root}/build/logs/release.log", err)

    def test_a_user_who_is_not_root_learns_what_to_install(self):
        self.packages("build shell sh", "build nothing-here no-such-command", "build lost /no/such/*/file", "test other no-such-command")
        if os.geteuid() == 0:
            (self.root / "build").mkdir()
            (self.root / "build").chmod(0o777)
            before = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        else:
            before = ()
        code, out, err = self.run_tool(before=before)
        self.assertEqual((code, out), (2, ""))
        self.assertIn("missing: nothing-here lost ; run: sudo apt-get install --no-install-recommends nothing-here lost\n", err)
        self.assertEqual(self.builds(), 0)

    def test_it_works_through_a_link(self):
        (self.root / "elsewhere/tool").symlink_to(self.root / "polhode")
        environment = {**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}", "POLHODE_TEST_ROOT": str(self.root)}
        run = subprocess.run(["./tool", "x"], cwd=self.root / "elsewhere", env=environment, capture_output=True, text=True)
        self.assertEqual(run.returncode, 7, run.stderr)


if __name__ == "__main__":
    unittest.main()
