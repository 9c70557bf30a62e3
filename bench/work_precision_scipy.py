#!/usr/bin/env python3
"""The problems of work_precision_problems.hpp in SciPy: DOP853, and Radau on the stiff ones with their Jacobian.

    bench/work_precision_scipy.py PROBLEM [REPETITIONS]      rows of the table that bench_work_precision begins

Rates are written as one writes them for SciPy: arithmetic of Python's numbers where there are few, of arrays where
there are many, whichever was faster. Places and times come from the C++ source, so that they exist once.
"""
import math
import pathlib
import re
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp

HERE = pathlib.Path(__file__).resolve().parent
LONGEST = 4  # s: a tolerance that takes longer ends the sweep
LAST_ERROR = 1e-12  # and so does one that reaches the last error of the table


def figures(file, struct):
    """The arrays `start` and `end` of a problem."""
    text = (HERE / file).read_text(encoding="utf-8").split("struct " + struct, 1)[1]
    return [np.array([float(x) for x in re.search(name + r"\{([^}]*)\}", text)[1].split(",")]) for name in ("start", "end")]


def distance(y, exact, quaternion=False):
    same = np.abs(y - exact).max()
    return min(same, np.abs(y + exact).max()) if quaternion else same


def turn_rate(q, w):
    return [0.5 * (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]), 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]),
            0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]), 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0])]


class FreeTop:
    name, t1 = "free top", 20
    start, end = figures("work_precision_problems.hpp", "FreeTop")

    @staticmethod
    def rate(_, y):
        *q, p, s, r = y.tolist()
        return turn_rate(q, (p, s, r)) + [-s * r, r * p, -p * s / 3]

    @classmethod
    def error(cls, y):
        return max(distance(y[:4], cls.end[:4], True), distance(y[4:], cls.end[4:]))


class HeavyTop:
    name, t1 = "heavy top", 2
    start, end = figures("work_precision_problems.hpp", "HeavyTop")
    first, third, weight = 0.003 + 0.5 * 0.1 * 0.1, 0.0012, 0.5 * 0.1 * 9.81

    @classmethod
    def rate(cls, _, y):
        *q, p, s, r = y.tolist()
        up_x, up_y = 2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1])
        apart = cls.first - cls.third
        return turn_rate(q, (p, s, r)) + [(apart * s * r + cls.weight * up_y) / cls.first,
                                          (-apart * r * p - cls.weight * up_x) / cls.first, 0]

    @classmethod
    def error(cls, y):
        return max(distance(y[:4], cls.end[:4], True), distance(y[4:], cls.end[4:]) / 100)


class Pleiades:
    name, t1 = "Pleiades", 3
    start, end = figures("work_precision_problems.hpp", "Pleiades")
    masses = np.arange(1.0, 8.0)
    nowhere = np.eye(7)

    @classmethod
    def rate(cls, _, y):
        x, z = y[:7] - y[:7, None], y[7:14] - y[7:14, None]
        square = x * x + z * z + cls.nowhere
        pull = cls.masses / (square * np.sqrt(square))
        return np.concatenate([y[14:], (pull * x).sum(1), (pull * z).sum(1)])

    @classmethod
    def error(cls, y):
        return distance(y[:14], cls.end[:14])


class VanDerPol:
    name, t1 = "van der Pol", 2000
    start, end = figures("work_precision_problems.hpp", "VanDerPol")
    scale = np.array([1, 1e-3])

    @staticmethod
    def rate(_, y):
        x, v = y.tolist()
        return [v, 1000 * (1 - x * x) * v - x]

    @staticmethod
    def jacobian(_, y):
        x, v = y.tolist()
        return np.array([[0, 1], [-2000 * x * v - 1, 1000 * (1 - x * x)]])

    @classmethod
    def error(cls, y):
        return max(abs(y[0] - cls.end[0]), 1e3 * abs(y[1] - cls.end[1]))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def rotate(q, v, sign=1):
    once = cross(q[1:], v)
    twice = cross(q[1:], once)
    return [v[i] + 2 * sign * q[0] * once[i] + 2 * twice[i] for i in range(3)]


class SpringPair:
    """Without a Jacobian of its own: SciPy's differences take it."""
    name, t1 = "spring pair", 1
    start, end = figures("work_precision_spring_pair.hpp", "SpringPair")
    bodies = [(1, (0.02, 0.03, 0.04), (0.2, 0.05, -0.1)), (2.5, (0.05, 0.09, 0.1), (-0.3, 0.1, 0.05))]

    @classmethod
    def rate(cls, _, y):
        y = y.tolist()
        along, speed = [0, 0, 0], [0, 0, 0]
        for own, sign, body in ((y[:13], -1, cls.bodies[0]), (y[13:], 1, cls.bodies[1])):
            place, turning = rotate(own[3:7], body[2]), rotate(own[3:7], cross(own[10:], body[2]))
            for i in range(3):
                along[i] += sign * (own[i] + place[i])
                speed[i] += sign * (own[7 + i] + turning[i])
        length = math.sqrt(along[0] ** 2 + along[1] ** 2 + along[2] ** 2)
        closing = (along[0] * speed[0] + along[1] * speed[1] + along[2] * speed[2]) / length
        scale = (20000 * (length - 0.5) + 1000 * closing) / length
        force = [scale * a for a in along]
        out = []
        for own, sign, (mass, I, point) in ((y[:13], 1, cls.bodies[0]), (y[13:], -1, cls.bodies[1])):
            w = own[10:]
            torque = cross(point, rotate(own[3:7], force, -1))
            a = [sign * f / mass for f in force]
            a[2] -= 9.81
            out += own[7:10] + turn_rate(own[3:7], w) + a
            out += [((I[1] - I[2]) * w[1] * w[2] + sign * torque[0]) / I[0],
                    ((I[2] - I[0]) * w[2] * w[0] + sign * torque[1]) / I[1],
                    ((I[0] - I[1]) * w[0] * w[1] + sign * torque[2]) / I[2]]
        return out

    @classmethod
    def error(cls, y):
        return max(max(distance(y[k:k + 3], cls.end[k:k + 3]), distance(y[k + 3:k + 7], cls.end[k + 3:k + 7], True),
                       distance(y[k + 7:k + 13], cls.end[k + 7:k + 13])) for k in (0, 13))


METHODS = {FreeTop: ["DOP853"], HeavyTop: ["DOP853"], Pleiades: ["DOP853"], SpringPair: ["DOP853", "Radau"],
           VanDerPol: ["Radau"]}


def sweep(problem, method, repetitions):
    for tolerance in [10 ** (-k / 2) for k in range(6, 27)]:
        seconds = []
        extra = {"jac": problem.jacobian} if method == "Radau" and hasattr(problem, "jacobian") else {}
        for _ in range(repetitions):
            start = time.process_time()
            run = solve_ivp(problem.rate, (0, problem.t1), problem.start, method=method, rtol=max(tolerance, 2.3e-14),
                            atol=tolerance * getattr(problem, "scale", 1), t_eval=[problem.t1], **extra)
            seconds.append(time.process_time() - start)
        if not run.success:
            continue
        error = problem.error(run.y[:, -1])
        print(f"{problem.name},SciPy {method},{tolerance:.3e},{run.nfev},{error:.3e},"
              f"{1e6 * min(seconds):.3f},{1e6 * sorted(seconds)[len(seconds) // 2]:.3f}", flush=True)
        if min(seconds) > LONGEST or error <= LAST_ERROR:
            break


def main(words):
    for problem, methods in METHODS.items():
        if not words or words[0] in ("all", problem.name):
            for method in methods:
                sweep(problem, method, int(words[1]) if len(words) > 1 else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
