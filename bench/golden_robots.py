#!/usr/bin/env python3
"""Compares every figure of robots with those that Pinocchio gave.

usage: golden_robots.py PROGRAM FOLDER

PROGRAM is robot_figures (preset bench); FOLDER holds pairs NAME.urdf, NAME.json, where the JSON has `joints`,
`conventions` and `samples` (q, v, a, tau and the figures). Joints are matched by name, since programs order them as they
like; a joint given by cosine and sine becomes an angle. Prints the largest error of each quantity, in parts of the
largest number of its kind in that sample, and ends with 1 if one is above 1e-10.
"""
import json
import math
import pathlib
import subprocess
import sys

TOLERANCE = 1e-10
LISTS = ["rnea", "aba", "g", "nle"]
SQUARES = ["M", "C", "Minv", "dtau_dq", "dtau_dv"]
PLAIN = ["frame_R", "frame_p", "kinetic", "potential", "com"]


def flat(value):
    if isinstance(value, list):
        return [number for item in value for number in flat(item)]
    return [value]


def error(ours, theirs):
    ours, theirs = flat(ours), flat(theirs)
    if len(ours) != len(theirs):
        return math.inf
    size = max(map(abs, theirs)) or 1.0
    return max(abs(a - b) for a, b in zip(ours, theirs)) / size


def ordered(golden, ours):
    """Where each of our coordinates and velocities is in the golden order: lists of indices, or pairs for an angle."""
    q, v = [None] * ours["nq"], [None] * ours["nv"]
    for joint in golden["joints"]:
        q0, nq, v0, nv = ours["joints"][joint["name"]]
        for k in range(nv):
            v[v0 + k] = joint["idx_v"] + k
        if nq == 1 and joint["nq"] == 2:
            q[q0] = (joint["idx_q"], joint["idx_q"] + 1)
        else:
            for k in range(nq):
                q[q0 + k] = joint["idx_q"] + k
    return q, v


def start(program, urdf, golden):
    base = "floating" if golden["conventions"]["floating_base"] else "fixed"
    return [program, str(urdf), base, golden["joints"][-1]["name"]]


def compare(program, urdf, golden):
    command = start(program, urdf, golden)
    header = json.loads(subprocess.run(command, input="", capture_output=True, text=True, check=True).stdout)
    q, v = ordered(golden, header)
    lines = []
    for sample in golden["samples"]:
        numbers = [math.atan2(sample["q"][i[1]], sample["q"][i[0]]) if isinstance(i, tuple) else sample["q"][i] for i in q]
        for name in ("v", "a", "tau"):
            numbers += [sample[name][i] for i in v]
        lines.append(" ".join(f"{x:.17g}" for x in numbers))
    answer = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
    errors = {"mass": error(header["mass"], golden["total_mass"])}
    for sample, line in zip(golden["samples"], answer.splitlines()[1:], strict=True):
        ours = json.loads(line)
        truth = {name: [sample[name][i] for i in v] for name in LISTS}
        truth |= {name: [[sample[name][r][c] for c in v] for r in v] for name in SQUARES}
        truth |= {name: sample[name] for name in PLAIN}
        truth["J"] = [[row[c] for c in v] for row in sample["J"]]
        for name, theirs in truth.items():
            errors[name] = max(errors.get(name, 0.0), error(ours[name], theirs))
    return errors


def main(arguments):
    if len(arguments) != 2:
        print(__doc__.split("\n\n")[1])
        return 2
    program, folder = arguments[0], pathlib.Path(arguments[1])
    table = {}
    for path in sorted(folder.glob("*.json")):
        golden = json.loads(path.read_text(encoding="utf-8"))
        table[path.stem] = compare(program, path.with_suffix(".urdf"), golden)
    robots = list(table)
    print(f"{'':12}" + "".join(f"{robot:>18}" for robot in robots))
    for name in table[robots[0]]:
        print(f"{name:12}" + "".join(f"{table[robot][name]:18.1e}" for robot in robots))
    worst = max(value for errors in table.values() for value in errors.values())
    print(f"largest {worst:.1e} of scale, tolerance {TOLERANCE:g}")
    return 0 if worst <= TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
