#!/usr/bin/env python3
"""Checks frame names: letters cancel in products and agree in sums.

usage: frame_lint.py [FILE...]        without files: everything in src/, include/ and tests/

    X_AC = X_AB * X_BC                poses and rotations; X_AB.inverse() counts as X_BA
    p_AC = X_AB * p_BC                a point through a pose
    w_WB_W = R_WB * w_WB_B            a vector to other axes
    v_WQ_W = v_WB_W + v_BQ_W          terms of a sum are expressed in one frame

A name is a kind, the frames it relates, and the frame it is expressed in (the first frame if none is given): p_WB_B is
the position from W to B expressed in B. A frame is a capital letter with small letters or digits after it (Bcm, F1).
Where two letters mean the same frame in a statement, a comment on it or on the line above says so: // W == P.
Comments that say "expressed in" must agree with the name as well. What the lint cannot read, it leaves alone.
"""
import pathlib
import re
import sys

MAPS = {"X", "R"}
VECTORS = {"p", "v", "w", "a", "alpha", "r", "f", "n", "tau", "L", "F", "V", "h", "g"}
FREE_VECTORS = VECTORS - {"V", "F"}  # six-vectors need more than a rotation to change frames
FRAME = r"[A-Z][a-z0-9]*"
NAME = re.compile(rf"(?:.*(?:\.|->|::))?([A-Za-z]+)_((?:{FRAME})+)(?:_({FRAME}))?_?$")
TOKEN = re.compile(r"[A-Za-z_]\w*(?:(?:::|->|\.)[A-Za-z_]\w*)*|\d[\w.']*(?:[eE][-+]?\d+)?|->|[-+*/]=|==|!=|<=|>=|&&|\|\||\S")
ALIAS = re.compile(rf"\b({FRAME}) == ({FRAME})\b")
EXPRESSED = re.compile(rf"\b(?:expressed|written) in (?:frame )?({FRAME})\b(?!-)")
SAME = {"eval", "normalized", "matrix", "vec"}  # methods that keep frames


class Value:
    """What the lint knows of an expression. kind: map, vector, or number; None stands for anything else."""

    def __init__(self, kind, letter="", frames=(), expressed="", text=""):
        self.kind, self.letter, self.frames, self.expressed, self.text = kind, letter, frames, expressed, text


def value_of(name):
    match = NAME.match(name)
    if not match:
        return None
    letter, frames, expressed = match[1], tuple(re.findall(FRAME, match[2])), match[3]
    if letter in MAPS and len(frames) == 2 and not expressed:
        return Value("map", letter, frames, text=name)
    if letter in VECTORS and len(frames) <= 2:
        return Value("vector", letter, frames, expressed or frames[0], name)
    return None


class Statement:
    """Reads one statement as far as it is arithmetic, and collects what does not fit."""

    def __init__(self, text, aliases):
        self.tokens = [(m[0], text.count("\n", 0, m.start())) for m in TOKEN.finditer(text)]
        self.at = 0
        self.aliases = aliases
        self.findings = []  # (line offset, sentence)

    def peek(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1][0]

    def find(self, sentence):
        self.findings.append((self.tokens[min(self.at, len(self.tokens)) - 1][1], sentence))

    def same(self, a, b):
        return self.aliases.get(a, a) == self.aliases.get(b, b)

    def read(self):
        while self.at < len(self.tokens):
            before = self.at
            self.assignment()
            if self.at == before:
                self.take()
        return self.findings

    def assignment(self):
        left = self.sum()
        operator = self.peek()
        if operator in ("=", "+=", "-="):
            self.take()
            self.compare(left, self.sum(), operator)

    def compare(self, left, right, operator):
        if not left or not right or left.kind != right.kind or left.kind == "number":
            return
        if left.kind == "map":
            if not all(map(self.same, left.frames, right.frames)):
                self.find(f"{left.text} {operator} {right.text}: gives {'_'.join(right.frames)}")
            return
        if not self.same(left.expressed, right.expressed):
            self.find(f"{left.text} {operator} {right.text}: expressed in {right.expressed}")
        elif right.letter == "p" == left.letter and operator == "=" and len(right.frames) == 2 == len(left.frames):
            if not all(map(self.same, left.frames, right.frames)):
                self.find(f"{left.text} = {right.text}: gives the position from {' to '.join(right.frames)}")

    def sum(self):
        value = self.product()
        while self.peek() in ("+", "-"):
            operator = self.take()
            value = self.add(value, self.product(), operator)
        return value

    def add(self, left, right, operator):
        if not (left and right and left.kind == right.kind == "vector"):
            return left if left and left.kind == "vector" else right if right and right.kind == "vector" else None
        text = f"{left.text} {operator} {right.text}"
        if not self.same(left.expressed, right.expressed):
            self.find(f"{text}: {left.expressed} and {right.expressed} do not agree")
        joined = operator == "+" and left.letter == right.letter == "p" and len(left.frames) == len(right.frames) == 2
        if joined and self.same(left.frames[1], right.frames[0]):
            return Value("vector", "p", (left.frames[0], right.frames[1]), left.expressed, text)
        return Value("vector", "", (), left.expressed, text)

    def product(self):
        value = self.factor()
        while self.peek() in ("*", "/"):
            operator = self.take()
            right = self.factor()
            value = self.multiply(value, right) if operator == "*" else scaled(value, right)
        return value

    def multiply(self, left, right):
        if left and right and left.kind == "map" and right.kind == "map":
            return self.chain(left, right)
        if left and right and left.kind == "map" and right.kind == "vector":
            return self.carry(left, right)
        if left and left.kind == "number":
            return scaled(right, left)
        return scaled(left, right)

    def chain(self, left, right):
        text = f"{left.text} * {right.text}"
        if not self.same(left.frames[1], right.frames[0]):
            self.find(f"{text}: {left.frames[1]} and {right.frames[0]} do not cancel")
        return Value("map", right.letter, (left.frames[0], right.frames[1]), text=text)

    def carry(self, left, right):
        text = f"{left.text} * {right.text}"
        if right.letter and right.letter not in FREE_VECTORS:
            return None
        if not self.same(left.frames[1], right.expressed):
            self.find(f"{text}: {left.frames[1]} and {right.expressed} do not cancel")
        frames = right.frames
        if left.letter == "X" and len(frames) == 2 and self.same(frames[0], left.frames[1]):
            frames = (left.frames[0], frames[1])
        return Value("vector", right.letter, frames, left.frames[0], text)

    def factor(self):
        if self.peek() in ("-", "+"):
            sign = self.take()
            value = self.factor()
            return Value("vector", "", (), value.expressed, sign + value.text) if value and value.kind == "vector" else value
        token = self.peek()
        if token == "(":
            value = self.arguments()
            return self.after(value[0] if len(value) == 1 else None)
        if not token or not (token[0].isalnum() or token[0] == "_"):
            return None
        self.take()
        if token[0].isdigit():
            return Value("number", text=token)
        owner, _, method = token.rpartition(".")
        if self.peek() == "(":
            return self.after(self.call(value_of(owner) if owner else None, method, self.arguments()))
        return self.after(value_of(token))

    def after(self, value):
        """Calls and members that follow: (…).inverse(), f(…).cross(…), x[0]."""
        while self.peek() in (".", "[", "->"):
            if self.take() == "[":
                while self.at < len(self.tokens) and self.take() != "]":
                    pass
                value = None
                continue
            name = self.take() if self.at < len(self.tokens) else ""
            value = self.call(value, name, self.arguments()) if self.peek() == "(" else value_of("x." + name)
        return value

    def call(self, owner, method, arguments):
        other = arguments[0] if len(arguments) == 1 else None
        if method in ("cross", "dot") and len(arguments) == 2:
            owner, other = arguments
        if method in ("cross", "dot") and owner and other and owner.kind == other.kind == "vector":
            if not self.same(owner.expressed, other.expressed):
                self.find(f"{owner.text}.{method}({other.text}): {owner.expressed} and {other.expressed} do not agree")
            return Value("vector", "", (), owner.expressed, f"{owner.text}.{method}({other.text})") if method == "cross" else None
        if owner and owner.kind == "map" and method in ("inverse", "transpose"):
            return Value("map", owner.letter, owner.frames[::-1], text=f"{owner.text}.{method}()")
        return owner if method in SAME else None

    def arguments(self):
        """Reads ( … ) and returns the values between its commas."""
        self.take()
        values = []
        while self.at < len(self.tokens) and self.peek() != ")":
            before = self.at
            value = self.sum()
            if self.at == before:
                self.take()
                value = None
            if self.peek() in (",", ")"):
                values.append(value)
                if self.peek() == ",":
                    self.take()
            else:
                values.append(None)
        if self.at < len(self.tokens):
            self.take()
        return values


def scaled(value, factor):
    """A vector times or over a plain number keeps its axes; with an unknown factor nothing is known."""
    if value and factor and factor.kind == "number" and value.kind == "vector":
        return Value("vector", "", (), value.expressed, f"{factor.text} * {value.text}")
    return None


def split_comments(text):
    """The code with comments and strings blanked, and the comments by line (counted from 0)."""
    comments = {}

    def blank(match):
        piece = match[0]
        if piece.startswith("/"):
            first = text.count("\n", 0, match.start())
            for offset, line in enumerate(piece.split("\n")):
                comments[first + offset] = comments.get(first + offset, "") + " " + line
        return re.sub(r"[^\n]", " ", piece)

    code = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', blank, text, flags=re.S)
    return re.sub(r"(?m)^[ \t]*#.*$", lambda m: " " * len(m[0]), code), comments


def aliases_near(comments, first, last):
    aliases = {}
    for line in range(first - 1, last + 1):
        for a, b in ALIAS.findall(comments.get(line, "")):
            aliases[b] = aliases.get(a, a)
    return aliases


def prose_findings(code_lines, comments):
    """A comment that says "expressed in X" beside a name that says otherwise."""
    for line, comment in sorted(comments.items()):
        named = [v for v in map(value_of, re.findall(r"\w+", comment)) if v and v.kind == "vector"]
        if not named:
            named = [v for v in map(value_of, re.findall(r"\w+", code_lines[line])) if v and v.kind == "vector"]
        claims = EXPRESSED.findall(comment)
        if len(named) == 1 and len(claims) == 1 and claims[0] != named[0].expressed:
            yield line, f"{named[0].text} is expressed in {named[0].expressed}, the comment says {claims[0]}"


def lint(text):
    """Findings as (line, sentence), lines counted from 1."""
    code, comments = split_comments(text)
    findings = []
    start = 0
    for end in [m.start() for m in re.finditer(r"[;{}]", code)] + [len(code)]:
        piece = code[start:end]
        first = code.count("\n", 0, start + len(piece) - len(piece.lstrip()))
        last = code.count("\n", 0, end)
        statement = Statement(piece.strip(), aliases_near(comments, first, last))
        findings += [(first + offset + 1, sentence) for offset, sentence in statement.read()]
        start = end + 1
    findings += [(line + 1, sentence) for line, sentence in prose_findings(code.split("\n"), comments)]
    return sorted(set(findings))


def main(arguments):
    root = pathlib.Path(__file__).resolve().parent.parent
    paths = [pathlib.Path(a) for a in arguments]
    if not paths:
        folders = [root / name for name in ("src", "include", "tests")]
        paths = [p for f in folders for p in sorted(f.rglob("*.[ch]pp")) if "node_modules" not in p.parts]
    total = 0
    for path in paths:
        for line, sentence in lint(path.read_text(encoding="utf-8")):
            shown = path.relative_to(root) if path.is_relative_to(root) else path
            print(f"{shown}:{line}: {sentence}")
            total += 1
    print(f"frames: {len(paths)} files, {total} findings")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
