#!/usr/bin/env python3
"""Writes the tables of docs/reference from what the tool itself lists.

usage: make_reference.py [--check] [--tool POLHODE]

Each table stands between <!-- table NAME --> and <!-- end -->; the text around it is written by hand. With --check
nothing is written, and a table that differs is a finding. The tool is build/release's unless given.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ("docs/reference/solvers.md", "docs/reference/tables.md")
TABLE = re.compile(r"(<!-- table (\w+) -->\n).*?(<!-- end -->)", re.S)

# Columns that show better in another form; every other column is shown as it is listed.
HEADINGS = {"embedded_order": "estimate of order", "variable_order": "changes its order", "stiff_order": "stiff order",
            "si": "in SI", "citation": "source"}


def cell(key, value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return "–" if key in ("order", "embedded_order", "stiff_order") and value == 0 else f"{value:g}"
    text = str(value).replace("|", "\\|")
    if key == "name":
        return f"`{text}`"
    if key == "keys":
        return ", ".join(f"`{one}`" for one in text.split(", ") if one)
    return text


def says_something(key, rows):
    """A column of which every cell is no, 0, empty or the ordinary says nothing."""
    return key in ("order", "stages") or any(row[key] not in (False, 0, "", "rate") for row in rows)


def by_family(rows):
    """A table for each family, without the columns that say nothing of it."""
    families = dict.fromkeys(row["family"] for row in rows)
    parts = []
    for family in families:
        members = [row for row in rows if row["family"] == family]
        keys = [key for key in members[0] if key != "family" and says_something(key, members)]
        parts.append(f"## {family[0].upper()}{family[1:]}\n\n" + table([{key: row[key] for key in keys} for row in members]))
    return "\n".join(parts)


def table(rows):
    if "family" in rows[0]:
        return by_family(rows)
    keys = list(rows[0])
    numeric = [all(isinstance(row[key], (int, float)) and not isinstance(row[key], bool) for row in rows) for key in keys]
    lines = ["| " + " | ".join(HEADINGS.get(key, key) for key in keys) + " |",
             "|" + "|".join("--:" if number else "---" for number in numeric) + "|"]
    lines += ["| " + " | ".join(cell(key, row[key]) for key in keys) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def listing(tool, name):
    done = subprocess.run([tool, "list", name, "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"make_reference: `{tool} list {name} --json` failed:\n{done.stderr}")
    return json.loads(done.stdout)[name]


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tool", default=str(ROOT / "build/release/src/apps/cli/polhode"))
    options = parser.parse_args(arguments)
    stale = []
    for page in PAGES:
        path = ROOT / page
        old = path.read_text(encoding="utf-8")
        new = TABLE.sub(lambda match: match[1] + table(listing(options.tool, match[2])) + match[3], old)
        if new == old:
            continue
        stale.append(page)
        if not options.check:
            path.write_text(new, encoding="utf-8")
    for page in stale:
        print(f"{page}: " + ("not what the tool lists; run tools/make_reference.py" if options.check else "written"))
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
