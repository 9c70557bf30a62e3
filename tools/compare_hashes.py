#!/usr/bin/env python3
"""Runs every built-in scene with two builds of the tool and compares the hashes they print.

usage: compare_hashes.py POLHODE OTHER_POLHODE
"""
import json
import subprocess
import sys
import tempfile


def ask(tool, *arguments):
    run = subprocess.run([tool, *arguments], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{tool} {' '.join(arguments)}: exit {run.returncode}\n{run.stderr}")
    return json.loads(run.stdout)


def main(one, other):
    names = [scene["name"] for scene in ask(one, "list", "scenes", "--json")["scenes"]]
    different = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            hashes = [ask(tool, "run", name, "--json", "--out", folder)["hash"] for tool in (one, other)]
            equal = hashes[0] == hashes[1]
            different += not equal
            print(f"{name}: {hashes[0]} {'==' if equal else '!='} {hashes[1]}")
    print(f"{len(names) - different} of {len(names)} scenes have equal hashes")
    return 1 if different or not names else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
