#!/usr/bin/env python3
"""Judges the tables of bench/run.

    bench/judge.py [FOLDER]      FOLDER holds the tables (bench/results)

A step of RK4 of one free body through solve() must cost at most 250 ns, the least of the repetitions. On the free top
DOP853 must be faster than each peer at the smallest error that the peer reaches, and at 1e-12, which a peer that never
gets there has lost. Exit: 0 all met · 1 one is missed · 2 a table, or a peer in it, is missing.
"""
import csv
import pathlib
import sys

MOST_NANOSECONDS = 250
WANTED_ERROR = 1e-12
OURS = "polhode dop853"
PEERS = ["CVODE Adams", "odeint dopri5"]


class Missing(Exception):
    pass


def table(path):
    """The rows of the first table of a file, which ends at an empty line; lines with # are about the machine."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise Missing(f"{path} cannot be read: {problem.strerror}") from problem
    lines = [line for line in text.split("\n\n")[0].splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def step_time(folder):
    for row in table(folder / "free_body.csv"):
        if row["benchmark"] == "step/rk4_free":
            return float(row["least ns per step"])
    raise Missing("free_body.csv has no row step/rk4_free")


def work_and_precision(folder):
    """For each solver its (worst error, least microseconds), one pair for each tolerance."""
    runs = {}
    for row in table(folder / "free_top_beside_peers.csv"):
        runs.setdefault(row["solver"], []).append((float(row["worst error"]), float(row["least us"])))
    for solver in [OURS, *PEERS]:
        if solver not in runs:
            raise Missing(f"free_top_beside_peers.csv has no row of {solver}: ./test peers installs the peers")
    return runs


def least_time(runs, error):
    """Of the runs that are at least so exact; None if there is none."""
    return min((time for reached, time in runs if reached <= error), default=None)


def shown(time):
    return "not reached" if time is None else f"{time:.1f} us"


def judge(folder):
    """Rows of (what, ours, bound, met)."""
    step = step_time(folder)
    rows = [("RK4 step of a free body", f"{step:.1f} ns", f"at most {MOST_NANOSECONDS} ns", step <= MOST_NANOSECONDS)]
    runs = work_and_precision(folder)
    for peer in PEERS:
        for error in [min(reached for reached, _ in runs[peer]), WANTED_ERROR]:
            ours, theirs = least_time(runs[OURS], error), least_time(runs[peer], error)
            met = ours is not None and (theirs is None or ours < theirs)
            rows.append((f"free top to {error:.2g}, {OURS}", shown(ours), f"{peer} {shown(theirs)}", met))
    return rows


def main(words):
    folder = pathlib.Path(words[0]) if words else pathlib.Path(__file__).resolve().parent / "results"
    try:
        rows = judge(folder)
    except (Missing, KeyError, ValueError) as problem:
        print(f"bench/judge.py: {problem}", file=sys.stderr)
        return 2
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for *cells, met in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)), "", "met" if met else "MISSED")
    for what, ours, bound, met in rows:
        if not met:
            print(f"bench/judge.py: {what}: {ours} against {bound}", file=sys.stderr)
    return 0 if all(row[-1] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
