#!/usr/bin/env python3
"""Checks what a compiler does not: lengths, forbidden text, and that proofs and citations exist.

usage: check_sources.py [ROOT]

Lengths above the budget are warnings, above the limit findings:
    file 400 / 800 lines, function 60 / 120 lines, public header 250 lines
A doc comment's `Proof` names test files that exist; `[Featherstone 2008]` in a comment is an entry of
docs/references.bib (key, or surnames and year, compared without case, accents and punctuation).
"""
import pathlib
import re
import sys
import unicodedata

FILE_BUDGET, FILE_LIMIT = 400, 800
FUNCTION_BUDGET, FUNCTION_LIMIT = 60, 120
HEADER_LIMIT = 250

CODE = {".hpp", ".cpp"}
TEXT = CODE | {".txt", ".cmake", ".json", ".md", ".toml", ".py", ".sh", ".js", ".mjs", ".css", ".html", ".cff", ".bib", ""}
SKIP = {".git", "build", "node_modules", "runs", "__pycache__"}

LIBM = "sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|fma|erf|tgamma|lgamma"
# (pattern, which files, sentence). A pattern is searched line by line.
FORBIDDEN = [
    (r"\b(TODO|FIXME|XXX|HACK)\b", lambda f: f.is_code or f.suffix in {".cmake", ".txt", ".js", ".mjs", ".py", ".sh"},
     "finish it, or open an issue"),
    (r"-ffast-math|-Ofast|-funsafe-math|-ffp-contract=(?:on|fast)|fast-math", lambda f: f.suffix != ".md",
     "changes the bits (docs/decisions/0001-same-bits.md)"),
    (rf"\bstd::(?:{LIBM})\(", lambda f: f.is_code and f.top in {"src", "include"},
     "differs between C libraries: use polhode::fn of <polhode/math/elementary.hpp>"),
    (r"(?:^|[^\w.])/(?:work|home|root|farm|Users)/\w", lambda f: True, "a path of one machine"),
    (r"\bvirtual\b(?!.*//)", lambda f: f.is_code and f.top == "include", "no virtual functions in public headers"),
    (r"^\s*#\s*if\s+0\b", lambda f: f.is_code, "dead code"),
    (r"\bDISABLED_|\bGTEST_SKIP\b", lambda f: f.is_code, "a test that does not run"),
]
# This script and its test have to spell out what they look for.
EXEMPT = {"tools/check_sources.py", "tests/tools/check_sources_test.py"}

COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)
CITATION = re.compile(r"\[((?:[A-ZÀ-Þ][\w'’-]*|and|de|van|von|der|et al\.)(?:[ ,&]+(?:[A-ZÀ-Þ][\w'’-]*|and|de|van|von|der|et al\.))* (?:1[5-9]|20)\d\d[a-z]?)\]")
PROOF = re.compile(r"tests/[\w/.-]+\.(?:cpp|py|mjs|js)")


class File:
    def __init__(self, root, path):
        self.path = path
        self.name = path.relative_to(root).as_posix()
        self.top = self.name.split("/")[0]
        self.suffix = path.suffix
        self.is_code = path.suffix in CODE
        self.text = path.read_text(encoding="utf-8")
        self.lines = self.text.splitlines()


def files(root):
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if path.is_file() and not SKIP & set(parts) and path.suffix in TEXT:
            try:
                yield File(root, path)
            except UnicodeDecodeError:
                continue


def opens_function(header):
    """Whether a brace after this text (since the last ; or brace) opens a function and not a type, namespace or list."""
    header = re.sub(r"template\s*<[^{}();]*>", "", re.sub(r"(?m)^[ \t]*#.*$", "", header)).strip()
    return "(" in header and header[-1] not in "=(," and not re.match(r"(?:\w+\s*:)?\s*(?:namespace|struct|class|enum|union|extern)\b", header)


def functions(text):
    """(first line, number of lines) of each function, by braces; comments and strings do not count as code."""
    code = COMMENT_OR_STRING.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    found, last, depth = [], 0, 0  # depth > 0: inside a function, until its closing brace
    for match in re.finditer(r"[;{}]", code):
        at, mark = match.start(), match[0]
        if depth:
            depth += {"{": 1, "}": -1}.get(mark, 0)
            if depth == 0:
                found.append((code.count("\n", 0, start) + 1, code.count("\n", start, at) + 1))
        elif mark == "{" and opens_function(code[last:at]):
            start, depth = last + len(code[last:at]) - len(code[last:at].lstrip()), 1
        last = at + 1
    return found


def plain(text):
    decomposed = unicodedata.normalize("NFKD", text.replace("ø", "o").replace("ł", "l").replace("ß", "ss"))
    return re.sub(r"[^a-z0-9]", "", decomposed.lower())


def bibliography(root):
    """Every spelling under which an entry of docs/references.bib may be cited."""
    path = root / "docs" / "references.bib"
    keys = set()
    if not path.exists():
        return keys
    for entry in re.split(r"(?m)^@", path.read_text(encoding="utf-8"))[1:]:
        keys.add(plain(entry.split("{", 1)[1].split(",", 1)[0]))
        fields = {k.lower(): v for k, v in re.findall(r'(\w+)\s*=\s*[{"](.*?)["}]\s*,?\s*$', entry, re.M)}
        surnames = [a.split(",")[0] if "," in a else a.split()[-1] for a in fields.get("author", "").split(" and ") if a.strip()]
        year = fields.get("year", "")
        if surnames:
            for names in (surnames, surnames[:1], surnames[:1] + ["et al"]):
                keys.add(plain("".join(names) + year))
                keys.add(plain(" and ".join(names) + year))
    return keys


class Checker:
    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.findings, self.warnings = [], []

    def run(self):
        keys = bibliography(self.root)
        for file in files(self.root):
            if file.name not in EXEMPT:
                self.check_forbidden(file)
            if file.is_code:
                self.check_lengths(file)
                self.check_comments(file, keys)

    def check_forbidden(self, file):
        for pattern, concerns, sentence in FORBIDDEN:
            if not concerns(file):
                continue
            for number, line in enumerate(file.lines, 1):
                match = re.search(pattern, line)
                if match:
                    self.findings.append(f"{file.name}:{number}: {match[0].strip()}: {sentence}")

    def judge(self, place, what, lines, budget, limit):
        if lines > limit:
            self.findings.append(f"{place}: {what} of {lines} lines, limit {limit}")
        elif lines > budget:
            self.warnings.append(f"{place}: {what} of {lines} lines, budget {budget}")

    def check_lengths(self, file):
        count = len(file.lines)
        if file.top == "include":
            self.judge(f"{file.name}:1", "public header", count, HEADER_LIMIT, HEADER_LIMIT)
        else:
            self.judge(f"{file.name}:1", "file", count, FILE_BUDGET, FILE_LIMIT)
        for line, length in functions(file.text):
            self.judge(f"{file.name}:{line}", "function", length, FUNCTION_BUDGET, FUNCTION_LIMIT)

    def check_comments(self, file, keys):
        proof = False
        for number, line in enumerate(file.lines, 1):
            comment = re.search(r"//+(.*)", line)
            if not comment:
                proof = False
                continue
            field = re.match(r"\s*([A-Z][a-z]+)\s{2,}", comment[1])
            proof = (field[1] == "Proof") if field else proof and comment[1].strip() != ""
            if proof:
                for name in PROOF.findall(comment[1]):
                    if not (self.root / name).exists():
                        self.findings.append(f"{file.name}:{number}: Proof names {name}, which does not exist")
            for citation in CITATION.findall(comment[1]):
                if plain(citation) not in keys:
                    self.findings.append(f"{file.name}:{number}: [{citation}] is not in docs/references.bib")


def main(arguments):
    checker = Checker(arguments[0] if arguments else pathlib.Path(__file__).resolve().parent.parent)
    checker.run()
    for warning in checker.warnings:
        print(f"{warning} (warning)")
    for finding in checker.findings:
        print(finding)
    print(f"sources: {len(checker.findings)} findings, {len(checker.warnings)} warnings")
    return 1 if checker.findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
