#!/usr/bin/env python3
"""Runs what the documentation shows: every `$ polhode …` prints what stands below it, every scene in it can be run.

usage: run_docs.py [--write] [--tool POLHODE] [PAGE...]

In a block ```console a line `$ polhode …` (or ./polhode) is a command and the lines below it are its output, both
streams together; seconds (and, in a table, milliseconds and the columns' widths) are not compared, and a last line …
stands for the rest. --write puts in what the tool prints now. A block ```toml is a scene; what it lacks to be one (a
body) is added. <!-- file NAME --> before a block makes it a file that the page's commands find. All runs happen in a
folder of their own.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(?:<!-- file (\S+) -->\n)?^```(\w+)\n(.*?)^```$", re.S | re.M)
MILLISECONDS = re.compile(r"(≤ )?[0-9][0-9.e+-]* ms(?![\w/])")
SECONDS = re.compile(r'(evaluations, |"seconds":)[0-9.e+-]+')
BODY = '\n[[body]]\nname = "brick"\nsolid = "box"\nmass = 1\nsize = [0.3, 0.2, 0.1]\n'
MESH = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"


def pages():
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def transcript(block):
    """[(command, lines of output)] of a console block."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
        else:
            raise ValueError(f"output without a command: {line}")
    return found


def without_times(lines):
    """Seconds made alike; where a column of milliseconds sets widths, spaces too."""
    lines = [MILLISECONDS.sub("… ms", SECONDS.sub(r"\1…", line.rstrip())) for line in lines]
    return [re.sub(" +", " ", line) for line in lines] if any("… ms" in line for line in lines) else lines


def agrees(expected, printed):
    expected, printed = without_times(expected), without_times(printed)
    if expected and expected[-1] == "…":
        expected = expected[:-1]
        printed = printed[:len(expected)]
    return expected == printed


def renewed(expected, printed):
    """What the block shall hold: the old lines if they agree, so that seconds alone change nothing."""
    if agrees(expected, printed):
        return expected
    return [*printed[:len(expected) - 1], "…"] if expected and expected[-1] == "…" else printed


class Page:
    def __init__(self, path, tool, folder):
        self.path, self.tool, self.folder = path, tool, pathlib.Path(folder)
        self.name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
        self.text = path.read_text(encoding="utf-8")
        self.findings = []

    def run(self, words):
        done = subprocess.run([self.tool, *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout.splitlines()

    def check_console(self, block):
        shown = []
        for command, expected in transcript(block):
            words = shlex.split(command)
            if words[0] not in ("polhode", "./polhode"):
                raise ValueError(f"{self.name}: `{command}` cannot be run here; show it in another kind of block")
            printed = self.run(words[1:])[1]
            if not agrees(expected, printed):
                self.findings.append(f"{self.name}: `{command}` prints\n" + "\n".join("    " + line for line in printed))
            shown += [f"$ {command}", *renewed(expected, printed)]
        return "\n".join(shown) + "\n"

    def check_scene(self, block):
        moves = any(table in block for table in ("[[body]]", "[[rolling]]"))
        (self.folder / "scene.toml").write_text(block if moves else block + BODY, encoding="utf-8")
        code, printed = self.run(["run", "scene.toml", "--json", "--set", "run.end=0.01"])
        if code != 0:
            self.findings.append(f"{self.name}: a scene that does not run\n" + "\n".join("    " + line for line in printed))

    def check(self):
        """The page as it ought to be; findings are kept."""
        (self.folder / "bracket.obj").write_text(MESH, encoding="utf-8")
        for name, _, body in BLOCK.findall(self.text):
            if name:
                (self.folder / name).write_text(body, encoding="utf-8")

        def visit(match):
            name, kind, body = match.groups()
            if kind == "console":
                return match[0].replace(body, self.check_console(body))
            if kind == "toml" and not name:
                self.check_scene(body)
            return match[0]

        return BLOCK.sub(visit, self.text)


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--tool", default=str(ROOT / "build/release/src/apps/cli/polhode"))
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    options = parser.parse_args(arguments)
    findings = []
    for path in [page.resolve() for page in options.pages] or pages():
        with tempfile.TemporaryDirectory() as folder:
            page = Page(path, str(pathlib.Path(options.tool).resolve()), folder)
            text = page.check()
        if options.write and text != page.text:
            path.write_text(text, encoding="utf-8")
            print(f"{page.name}: written")
        findings += page.findings
    for finding in findings:
        print(finding)
    if findings and not options.write:
        print("run_docs: the documentation shows something else; tools/run_docs.py --write puts in what is printed now")
    return 1 if findings and not options.write else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
