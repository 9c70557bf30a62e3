#!/usr/bin/env python3
"""Makes the table of docs/theory/state-forms.md anew: how wrong the founding texts' steps are, step by step.

usage: make_state_forms.py [--check] [--tool POLHODE]

The errors come from `polhode converge textbook-steps`, with and without its torque. They stand between <!-- errors -->
and <!-- end -->. With --check nothing is written; it is a finding if the table would change.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/theory/state-forms.md"
TOOL = ROOT / "build/release/src/apps/cli/polhode"
SOLVERS = ("six-step", "games103-corrected", "games103-naive", "games103-printed")
STEPS = (0.02, 0.01, 0.005, 0.0025, 0.00125)
BEGIN, END = "<!-- errors -->\n", "<!-- end -->"


def errors(tool, *changes):
    """{solver: [error at each step]}"""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [tool, "converge", "textbook-steps", *changes, "--solvers", ",".join(SOLVERS), "--steps",
             ",".join(map(str, STEPS)), "--json", "--out", folder], check=True, capture_output=True, text=True)
    return {one["name"]: [run["error"] for run in one["runs"]] for one in json.loads(done.stdout)["solvers"]}


def table(tool):
    lines = ["| | h | " + " | ".join(f"`{name}`" for name in SOLVERS) + " |", "|---|--:|" + "--:|" * len(SOLVERS)]
    for label, changes in (("with torque", ()), ("without", ("--set", "load[0].torque=[0,0,0]"))):
        found = errors(tool, *changes)
        for i, step in enumerate(STEPS):
            numbers = " | ".join(f"{found[name][i]:.2g}" for name in SOLVERS)
            lines.append(f"| {label if i == 0 else ''} | {step:g} s | {numbers} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tool", default=str(TOOL))
    arguments = parser.parse_args()
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    new = head + BEGIN + table(str(pathlib.Path(arguments.tool).resolve())) + rest[rest.index(END):]
    if new == page:
        return 0
    if arguments.check:
        print(f"{PAGE.relative_to(ROOT)}: the table of errors is not what the tool finds: run tools/make_state_forms.py")
        return 1
    PAGE.write_text(new)
    print(f"{PAGE.relative_to(ROOT)}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
