#!/usr/bin/env python3
"""Counts single tests after a run of CTest: prints "PASSED FAILED".

usage: count_tests.py FOLDER

FOLDER holds ctest.junit and, for each Google Test executable NAME, its NAME.xml. An executable counts with the tests
inside it; one that left no file, or failed although all of its tests passed (a crash, a leak), counts as one.
"""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def count(folder):
    passed = failed = 0
    for case in ElementTree.parse(folder / "ctest.junit").getroot().iter("testcase"):
        inner_passed, inner_failed = inside(folder / f"{case.get('name')}.xml")
        if case.get("status") == "run":
            inner_passed = inner_passed or (1 - inner_failed)
        else:
            inner_failed = inner_failed or 1
        passed += inner_passed
        failed += inner_failed
    return passed, failed


def inside(path):
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError):
        return 0, 0
    ran = [case for case in root.iter("testcase") if case.get("status") == "run"]
    bad = sum(1 for case in ran if case.find("failure") is not None)
    return len(ran) - bad, bad


if __name__ == "__main__":
    print(*count(pathlib.Path(sys.argv[1])))
