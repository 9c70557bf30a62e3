#!/usr/bin/env python3
"""Judges the tables of bench/run.

    bench/judge.py [FOLDER]            FOLDER holds the tables (bench/results)
    bench/judge.py --cells [FOLDER]    prints the table of cells that it judges of work_precision.csv
    bench/judge.py --page [FOLDER]     the same as it stands in docs/work-precision.md
    bench/judge.py --robots [FOLDER]   the table of robots as it stands in docs/robot-speed.md

A step of RK4 of one free body through solve() must cost at most 250 ns, the least of the repetitions, and at most 30 ns
of each of a hundred thousand that do not act on one another. A rate of an ellipsoid that rolls must cost at most 60 ns,
ten seconds of the rattleback at 1e-10 at most 10 ms, the collapse of Euler's disk to its last millisecond at most 1 s,
each in the form and by the method that a scene gets which names none; the other forms and methods are listed. A rate of
a double pendulum from its Lagrangian must cost at most 100 ns and at most three times the faster of two that are
written by hand, a Poincaré section of a hundred thousand points of Hénon's and Heiles' galaxy at most 5 s by the solver
that is best at it. On the free top DOP853 must be faster than each peer at the smallest error that the peer reaches,
and at 1e-12, which a peer that never gets there has lost. On five problems, at three errors each, our best method must
take at most half the time of the best peer in 14 of the 15 cells.
Robots: each algorithm, for one state and for each of a batch, may take a part of MuJoCo's time; derivatives, which MuJoCo
does not have, the part that Pinocchio needs of it on robots of that kind (MOST_BESIDE).
Exit: 0 all met · 1 one is missed · 2 a table, or a peer in it, is missing.
"""
import csv
import math
import pathlib
import sys

MOST_NANOSECONDS = 250
MOST_NANOSECONDS_IN_SWARM = 30
# What rolls: the row of rolling.csv of the form and method that scenes get unless they name another, the most that it
# may take in ns, and how rows begin that do the same otherwise.
MOST_OF_ROLLING = {"rate of an ellipsoid that rolls": ("rate/ellipsoid_space", 60, "rate/ellipsoid"),
                   "ten seconds of the rattleback": ("rattleback/space_dop853", 10e6, "rattleback/"),
                   "Euler's disk to its end": ("euler_disk", 1e9, "euler_disk")}
MOST_OF_RATE = 100
MOST_BY_HAND = 3
MOST_OF_SECTION = 5e9
WANTED_ERROR = 1e-12
OURS = "polhode dop853"
PEERS = ["CVODE Adams", "odeint dopri5"]
PROBLEMS = ["free top", "heavy top", "Pleiades", "spring pair", "van der Pol"]
ERRORS = [1e-6, 1e-9, 1e-12]
LIBRARIES = ["CVODE", "odeint", "SciPy"]
LARGEST_RATIO = 0.5
LEAST_CELLS = 14
ROBOTS = ["arm", "quadruped"]
MUJOCO = "MuJoCo"
# Algorithm: part of MuJoCo's time, for a single state and in a batch.
MOST_OF_MUJOCO = {"RNEA": (0.25, 0.075), "CRBA": (0.30, 0.09), "ABA": (0.42, 0.11)}
# What Pinocchio 3.7.0 by clang takes for derivatives by what MuJoCo 2.2.2 takes for the algorithm itself, measured
# turn by turn on one machine: on a Panda of nine joints (2411/1579, 3801/2071 ns) and an ANYmal (4364/2536, 7878/3672).
MOST_BESIDE = {("arm", "RNEA"): 1.52, ("arm", "ABA"): 1.83, ("quadruped", "RNEA"): 1.72, ("quadruped", "ABA"): 2.14}


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


def step_time(folder, name):
    for row in table(folder / "free_body.csv"):
        if row["benchmark"] == name:
            return float(row["least ns per step"])
    raise Missing(f"free_body.csv has no row {name}")


def rolling_times(folder):
    """(what, row, ns, most ns), where most is None for a row that is not judged."""
    times = {row["benchmark"]: float(row["least ns per step"]) for row in table(folder / "rolling.csv")}
    for what, (judged, most, start) in MOST_OF_ROLLING.items():
        if judged not in times:
            raise Missing(f"rolling.csv has no row {judged}")
        yield what, judged, times[judged], most
        for name in sorted(times):
            if name.startswith(start) and name != judged:
                yield what, name, times[name], None


def least_of(folder, name, *starts):
    """The least nanoseconds of the rows of a table that begin with one of these."""
    times = [float(row["least ns per step"]) for row in table(folder / name) if row["benchmark"].startswith(starts)]
    if not times:
        raise Missing(f"{name} has no row {starts[0]}")
    return min(times)


def judge_formulas(folder):
    rate, by_hand = least_of(folder, "formulas.csv", "lagrangian<double>"), \
        least_of(folder, "formulas.csv", "by_hand<double>", "by_standard")
    yield ("rate of a double pendulum from its Lagrangian", f"{rate:.1f} ns", f"at most {MOST_OF_RATE} ns", rate <= MOST_OF_RATE)
    yield ("the same beside C++ by hand", f"{rate / by_hand:.2f} times", f"at most {MOST_BY_HAND}", rate <= MOST_BY_HAND * by_hand)
    time = least_of(folder, "section.csv", "galaxy")
    yield ("section of Hénon's and Heiles' galaxy, 100 000 points", f"{1e-9 * time:.2f} s",
           f"at most {1e-9 * MOST_OF_SECTION:.3g} s", time <= MOST_OF_SECTION)


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


def cells(folder):
    """For each problem and error the fastest run that reaches it, of ours and of each library."""
    rows = table(folder / "work_precision.csv")
    found = []
    for problem in PROBLEMS:
        mine = [row for row in rows if row["problem"] == problem]
        for library in ["polhode", *LIBRARIES]:
            if not any(row["solver"].startswith(library) for row in mine):
                raise Missing(f"work_precision.csv has no row of {library} on {problem}: ./test peers installs the peers")
        for error in ERRORS:
            def best(library):
                reached = [row for row in mine if row["solver"].startswith(library) and float(row["error"]) <= error]
                return min(reached, key=lambda row: float(row["least us"]), default=None)
            found.append((problem, error, best("polhode"), [best(library) for library in LIBRARIES]))
    return found


def ratio(ours, peers):
    """Our time by that of the best peer; 0 if no peer gets there, infinite if we do not."""
    if ours is None:
        return math.inf
    times = [float(peer["least us"]) for peer in peers if peer is not None]
    return float(ours["least us"]) / min(times) if times else 0


def print_cells(folder, out):
    writer = csv.writer(out, lineterminator="\n")
    names = ["polhode", *LIBRARIES]
    writer.writerow(["problem", "error at most", *[f"{name} {what}" for name in names for what in ("solver", "us")],
                     "ratio to the best peer"])
    for problem, error, ours, peers in cells(folder):
        row = [problem, f"{error:.0e}"]
        for run in [ours, *peers]:
            row += ["not reached", ""] if run is None else [run["solver"].split(" ", 1)[1], run["least us"]]
        writer.writerow(row + [f"{ratio(ours, peers):.3f}"])


def print_page(folder, out):
    """A table in Markdown: microseconds, and whose they are."""
    out.write("| problem | error | Polhode | CVODE | odeint | SciPy | ratio to the best |\n|---|--:|--:|--:|--:|--:|--:|\n")
    for problem, error, ours, peers in cells(folder):
        row = [problem, f"{error:.0e}"]
        for run in [ours, *peers]:
            if run is None:
                row.append("–")
                continue
            time = float(run["least us"])
            row.append(f"{time:.{0 if time >= 100 else 1}f} ({run['solver'].split(' ', 1)[1]})")
        out.write("| " + " | ".join(row + [f"{ratio(ours, peers):.2f}" if any(peers) else "no peer arrives"]) + " |\n")


def robot_times(folder):
    """Least nanoseconds for (robot, algorithm, who)."""
    times = {(row["robot"], row["algorithm"], row["who"]): float(row["least ns"]) for row in table(folder / "robots.csv")}
    for robot in ROBOTS:
        for algorithm in MOST_OF_MUJOCO:
            if (robot, algorithm, MUJOCO) not in times:
                raise Missing(f"robots.csv has no row of {MUJOCO}, {algorithm} of the {robot}: ./test peers installs it")
    return times


def robot_rows(folder):
    """(robot, algorithm and way, our ns, MuJoCo's ns, most of it)."""
    times = robot_times(folder)
    for robot in ROBOTS:
        for algorithm, (single, batch) in MOST_OF_MUJOCO.items():
            theirs = times[robot, algorithm, MUJOCO]
            yield robot, algorithm, times[robot, algorithm, "polhode"], theirs, single
            yield robot, f"{algorithm} in a batch", times[robot, algorithm, "polhode batch"], theirs, batch
        for algorithm in ["RNEA", "ABA"]:
            yield (robot, f"derivatives of {algorithm}", times[robot, f"{algorithm} derivatives", "polhode"],
                   times[robot, algorithm, MUJOCO], MOST_BESIDE[robot, algorithm])


def print_robots(folder, out):
    out.write("| robot | algorithm | Polhode, ns | MuJoCo, ns | ratio | at most |\n|---|---|--:|--:|--:|--:|\n")
    for robot, what, ours, theirs, most in robot_rows(folder):
        out.write(f"| {robot} | {what} | {ours:.0f} | {theirs:.0f} | {ours / theirs:.3f} | {most:.3g} |\n")


def shown(time):
    return "not reached" if time is None else f"{time:.1f} us"


def judge(folder):
    """Rows of (what, ours, bound, met); met is None for what is not judged."""
    rows = []
    for what, name, most in [("RK4 step of a free body", "step/rk4_free", MOST_NANOSECONDS),
                             ("RK4 step of a body in a swarm", "swarm/rk4_gravity", MOST_NANOSECONDS_IN_SWARM)]:
        step = step_time(folder, name)
        rows.append((what, f"{step:.1f} ns", f"at most {most} ns", step <= most))
    for what, name, time, most in rolling_times(folder):
        bound, met = (f"at most {most:.4g} ns", time <= most) if most is not None else ("listed", None)
        rows.append((f"{what} ({name})", f"{time:.4g} ns", bound, met))
    rows += judge_formulas(folder)
    runs = work_and_precision(folder)
    for peer in PEERS:
        for error in [min(reached for reached, _ in runs[peer]), WANTED_ERROR]:
            ours, theirs = least_time(runs[OURS], error), least_time(runs[peer], error)
            met = ours is not None and (theirs is None or ours < theirs)
            rows.append((f"free top to {error:.2g}, {OURS}", shown(ours), f"{peer} {shown(theirs)}", met))
    won = [ratio(ours, peers) <= LARGEST_RATIO for _, _, ours, peers in cells(folder)]
    rows.append((f"work and precision: cells in at most {LARGEST_RATIO} of the best peer's time",
                 f"{sum(won)} of {len(won)}", f"at least {LEAST_CELLS}", sum(won) >= LEAST_CELLS))
    for robot, what, ours, theirs, most in robot_rows(folder):
        rows.append((f"{robot}: {what}", f"{ours / theirs:.3f} of {MUJOCO}'s time", f"at most {most:.3g}", ours / theirs <= most))
    return rows


def main(words):
    printer = {"--cells": print_cells, "--page": print_page, "--robots": print_robots}.get(words[0]) if words else None
    words = words[printer is not None:]
    folder = pathlib.Path(words[0]) if words else pathlib.Path(__file__).resolve().parent / "results"
    try:
        if printer is not None:
            printer(folder, sys.stdout)
            return 0
        rows = judge(folder)
    except (Missing, KeyError, ValueError) as problem:
        print(f"bench/judge.py: {problem}", file=sys.stderr)
        return 2
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for *cells, met in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)), "",
              "not judged" if met is None else "met" if met else "MISSED")
    for what, ours, bound, met in rows:
        if met is False:
            print(f"bench/judge.py: {what}: {ours} against {bound}", file=sys.stderr)
    return 0 if all(row[-1] is not False for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
