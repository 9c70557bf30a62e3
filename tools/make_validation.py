#!/usr/bin/env python3
"""Writes docs/validation.md from the errors that the tests measured.

usage: make_validation.py [--check] [RESULTS [LONG]]

RESULTS and LONG are folders of Google Test XML files, build/test-logs/dev-results and long-results unless given (./test
dev and ./test long leave them there). Where there is no LONG, what the page shows of it is kept. Three kinds of property are read:

    validation: PROBLEM = SOURCE|ERROR|TOLERANCE     tests/support/validation.hpp
    METHOD_ends, METHOD_inside = SLOPE               tests/order/measured_order.hpp
    NAME_max_ulp = ERROR                             tests/unit/math/elementary_accuracy_test.cpp

With --check nothing is written; it is a finding if a row of RESULTS is missing or new, or if an error left its tolerance. Errors
themselves are not compared: they may differ in the last digits between compilers' test programs.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/validation.md"
RESULTS = ROOT / "build/test-logs/dev-results"
LONG = ROOT / "build/test-logs/long-results"
FULL_SIZE = "\n## At full size\n"

INTRODUCTION = """# Validation

How far Polhode is from the truth, where the truth is known. Each row is measured by a test, and `./test` fails if an error exceeds its tolerance. Tolerances follow from the tolerance of the solver and the size of the problem. `tools/make_validation.py` writes this page from the results of `./test dev`.
"""

FOLDERS = {
    "law_tree_derivatives": ("Derivatives and identification", "`tests/law/tree_derivatives_law_test.cpp`, `tests/law/tree_regressor_law_test.cpp`: seeded random mechanisms with joints of every kind"),
    "truth_golden_robot": ("Robots beside Pinocchio", "`tests/truth/golden_robot_test.cpp`: figures of Pinocchio 3.7.0 for the arm of a Panda and for ANYmal, floating"),
    "truth_mechanism": ("Mechanisms in scenes", "`tests/truth/mechanism_test.cpp`, `tests/truth/loop_test.cpp`, `tests/truth/rest_test.cpp`"),
    "truth_analysis": ("Analysis of systems", "`tests/truth/equilibria_test.cpp`, `level_map_test.cpp`, `modes_test.cpp`, `portrait_test.cpp`, `poincare_test.cpp` and `lyapunov_test.cpp` beside it, DOP853"),
    "truth_action": ("Stationary action", "`tests/truth/action_test.cpp`: polynomials of degree 16 at tolerance 1e-10; what was asked is 1e-8"),
    "truth_arm": ("Arms", "`tests/truth/arm_test.cpp`: the textbook's algorithms and the fast ones. A printed figure is right to half a unit of its last digit"),
    "truth_free_body": ("Free bodies", "`tests/truth/free_body_test.cpp`, `tests/truth/free_body_hour_test.cpp` with DOP853, `tests/truth/exact_motion_test.cpp` in closed form"),
    "truth_certify": ("Certificates", "`tests/truth/calibration_test.cpp`: how often `polhode certify` is wrong about errors that are known. An error is inside its band if that of every channel is at every sample; bands are compared with the largest true error of each channel, at least four units in the last place"),
    "truth_held_body": ("Springs and pivots", "`tests/truth/held_body_test.cpp`, built-in scenes, the stiff one with Radau IIA and the others with DOP853"),
    "truth_link_load": ("Loads on links", "`tests/truth/link_load_test.cpp`"),
    "truth_load_scene": ("Scenes of loads", "`tests/truth/load_scene_test.cpp`, built-in scenes"),
    "truth_readout": ("Read-outs", "`tests/truth/readout_test.cpp`"),
    "truth_formula": ("Derivatives of formulas", "`tests/truth/formula_derivatives_test.cpp`: the condition number is Σ \|∂value/∂intermediate · intermediate\| over all intermediate results, for derivatives too, divided by the size of the value"),
    "truth_frame": ("Moving frames", "`tests/truth/frame_test.cpp`, DOP853"),
    "truth_frame_scene": ("Scenes in moving frames", "`tests/truth/frame_scene_test.cpp`, built-in scenes"),
    "truth_exact_solver": ("Motion in closed form", "`tests/truth/exact_solver_test.cpp`, the solver `exact`"),
    "truth_tops": ("Tops and gyroscopes", "`tests/truth/tops_test.cpp`, DOP853 at tolerance 1e-13 unless the row says otherwise"),
    "truth_particle": ("Particles", "`tests/truth/particle_test.cpp`, DOP853"),
    "truth_load": ("Loads", "`tests/truth/load_test.cpp`, DOP853 at tolerance 1e-13"),
    "truth_energy_scene": ("Scenes by their Lagrangian", "`tests/truth/machine_scene_test.cpp`, `tests/truth/pendulum_scene_test.cpp`, built-in scenes, DOP853"),
    "truth_equations": ("Typed equations", "`tests/truth/equations_test.cpp`, built-in scenes: stiff ones with Radau IIA or BDF, the others with DOP853"),
    "truth_same_motion": ("One motion, several derivations", "`tests/truth/same_motion_test.cpp`: accelerations of two derivations at random states"),
    "truth_ode": ("Multistep methods", "`tests/truth/pleiades_test.cpp`, `tests/truth/stiff_multistep_test.cpp`; bounds are multiples of the errors other codes have there"),
    "truth_mass": ("Mass properties", "`tests/truth/mass_mesh_test.cpp`, `tests/truth/mass_solid_test.cpp`"),
}


def properties(case):
    found = {node.get("name"): node.get("value") for node in case.iter("property")}
    return found or {key: value for key, value in case.attrib.items()}  # older Google Test: attributes


class Results:
    def __init__(self, folder):
        self.rows = {}    # executable → [(problem, source, error, tolerance)]
        self.orders = {}  # method → {"flat ends": …, "flat inside": …, "SO(3) ends": …, "SO(3) inside": …}
        self.ulps = {}    # function → largest error
        for path in sorted(pathlib.Path(folder).glob("*.xml")):
            try:
                root = ElementTree.parse(path).getroot()
            except ElementTree.ParseError:
                continue
            for case in root.iter("testcase"):
                for name, value in properties(case).items():
                    self.take(path.stem, case, name, value)

    def take(self, executable, case, name, value):
        if name.startswith("validation: "):
            source, error, tolerance = value.rsplit("|", 2)
            self.rows.setdefault(executable, []).append((name[12:], source, float(error), float(tolerance)))
        elif match := re.fullmatch(r"(.+)_(ends|inside)", name):
            space = "SO(3)" if "Rotation" in case.get("classname", "") else "flat"
            self.orders.setdefault(match[1], {})[f"{space}, {match[2]}"] = float(value)
        elif match := re.fullmatch(r"(\w+)_max_ulp", name):
            self.ulps[match[1]] = float(value)


def figure(value):
    return "0" if value == 0 else f"{value:.1e}".replace("e-0", "e-").replace("e+0", "e+")


def error_table(rows):
    lines = ["| problem | truth | tolerance | measured error |", "|---|---|--:|--:|"]
    for problem, source, error, tolerance in rows:
        texts = " | ".join(text.replace("|", "\\|") for text in (problem, source))
        lines.append(f"| {texts} | {tolerance:.0e} | {figure(error)} |".replace("e-0", "e-"))
    return "\n".join(lines) + "\n"


def order_table(orders):
    columns = ["flat, ends", "flat, inside", "SO(3), ends", "SO(3), inside"]
    lines = ["| method | " + " | ".join(columns) + " |", "|---|" + "--:|" * len(columns)]
    for method, slopes in orders.items():
        cells = [f"{slopes[column]:.2f}" if column in slopes else "–" for column in columns]
        lines.append(f"| `{method}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def ulp_table(ulps, arguments):
    return (f"`tests/unit/math/elementary_accuracy_test.cpp`: largest error against 64-bit significands over {arguments}"
            " arguments each, in units in the last place.\n\n| function | ulp |\n|---|--:|\n"
            + "".join(f"| `{name}` | {value:.3f} |\n" for name, value in ulps.items()))


def page(results):
    text = INTRODUCTION
    for executable, rows in results.rows.items():
        title, note = FOLDERS.get(executable, (executable, ""))
        text += f"\n## {title}\n\n" + (note + ".\n\n" if note else "") + error_table(rows)
    if results.orders:
        text += ("\n## Order of the solvers\n\n`tests/order`: slope of the error over the step size, at the ends of steps and"
                 " inside them; it must be within 10 % of the nominal order. Of Verner's pairs 6, 7 and 8 the leading terms of the error are so small that above rounding the next ones are seen: there the order may appear as much higher as their rows state, and their order conditions are tested one by one.\n\n" + order_table(results.orders))
    if results.ulps:
        text += ("\n## Elementary functions\n\n" + ulp_table(results.ulps, "two million")
                 + "\nEvery `./test` measures this; over ten million arguments the largest errors are a little larger:"
                 " [at full size](#at-full-size).\n")
    return text


def full_size(results, full):
    """What only ./test long measures: other rows than those of every ./test, and all functions again."""
    usual = {problem for rows in results.rows.values() for problem, *_ in rows}
    rows = [row for rows in full.rows.values() for row in rows if row[0] not in usual]
    text = FULL_SIZE + "\nMeasured by `./test long`, which runs the same tests at full size (`POLHODE_LONG=1`).\n"
    if rows:
        text += "\n" + error_table(rows)
    if full.ulps:
        text += "\n" + ulp_table(full.ulps, "ten million")
    return text


def labels(text):
    """The first column of every table: what is compared by --check."""
    return [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| ")]


def main(arguments):
    check = "--check" in arguments
    folders = [word for word in arguments if word != "--check"]
    results, full = Results(folders[0] if folders else RESULTS), Results(folders[1] if len(folders) > 1 else LONG)
    if not results.rows:
        print(f"make_validation: no measured errors in {folders[0] if folders else RESULTS}; run ./test dev first")
        return 2
    text = page(results)
    old, heading, kept = PAGE.read_text(encoding="utf-8").partition(FULL_SIZE)
    if not check:
        PAGE.write_text(text + (full_size(results, full) if full.ulps else heading + kept), encoding="utf-8")
        print(f"docs/validation.md: {sum(map(len, results.rows.values()))} measured errors")
        return 0
    findings = [f"{problem}: error {error:g} exceeds {tolerance:g}" for rows in results.rows.values()
                for problem, _, error, tolerance in rows if not error <= tolerance]
    shown, measured = labels(old), labels(text)
    findings += [f"docs/validation.md lacks '{label}'; run tools/make_validation.py" for label in measured if label not in shown]
    findings += [f"docs/validation.md shows '{label}', which no test measured" for label in shown if label not in measured]
    print("\n".join(findings) if findings else "validation: up to date")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
