#!/usr/bin/env python3
"""Makes the numbers and pictures of docs/theory/integrators.md anew.

usage: make_integrators.py [--check] [--tool POLHODE]

Pictures come from `polhode converge`, numbers from the commands that the page shows (tools/run_docs.py). With --check
nothing is written; it is a finding if a picture would change.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/theory/integrators.md"
PICTURES = ROOT / "docs/pictures"
TOOL = ROOT / "build/release/src/apps/cli/polhode"

# command of `polhode converge` → {picture it writes: name of the picture in the page}
RUNS = {
    "circular-field --solvers euler,heun,rk4,dop853": {
        "order.svg": "integrators-order.svg",
        "work-precision.svg": "integrators-work.svg",
    },
    "stiff-decay --solvers euler,rk4,dopri5,implicit-euler,trapezoid,bdf3 --steps 0.1,0.05,0.025": {
        "stability.svg": "integrators-stability.svg",
    },
    "heavy-top --set run.end=20 --solvers rk4,splitting2,splitting4 --steps 0.02,0.01": {
        "energy.svg": "integrators-energy.svg",
    },
}


def pictures(tool):
    """{name in the page: text} of all pictures."""
    made = {}
    for command, wanted in RUNS.items():
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([tool, "converge", *command.split(), "--quiet", "--out", folder], check=True)
            for source, name in wanted.items():
                made[name] = (pathlib.Path(folder) / source).read_text()
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tool", default=str(TOOL))
    arguments = parser.parse_args()
    stale = []
    for name, text in pictures(str(pathlib.Path(arguments.tool).resolve())).items():
        path = PICTURES / name
        if path.exists() and path.read_text() == text:
            continue
        stale.append(name)
        if not arguments.check:
            path.write_text(text)
            print(f"docs/pictures/{name}: written")
    if arguments.check:
        for name in stale:
            print(f"docs/pictures/{name} is stale: tools/make_integrators.py makes it anew")
        return 1 if stale else 0
    run_docs = [sys.executable, str(ROOT / "tools/run_docs.py"), "--write", "--tool", arguments.tool, str(PAGE)]
    return subprocess.run(run_docs).returncode


if __name__ == "__main__":
    sys.exit(main())
