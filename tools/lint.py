#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What no compiler looks at: tools/lint.py functions|marks|licence|tables

functions  none is longer than 60 lines
marks      no note of unfinished work is left in a source file
licence    every source file names its licence
tables     a .def file says what it is, and undefines the macros of its rows
Prints what is wrong, a line each, and then exits with 1.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINES_MAX = 60
SOURCES = {".c", ".h", ".def", ".py", ".sh", ".ts", ".mjs", ".js", ".css", ".html", "script"}
MARK = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")


def files(*kinds):
    """Yields path and lines of each file of the project of one of the kinds."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.splitlines()
    for name in sorted(set(listed)):
        path = ROOT / name
        if not path.is_file():
            continue
        kind = path.suffix
        if not kind and path.open("rb").read(2) == b"#!":
            kind = "script"
        if kind in kinds:
            yield name, path.read_text(errors="replace").splitlines()


def functions_in(lines):
    """Yields name, first and last line of each function, in the layout of .clang-format."""
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line == "}" and start:
            above = next((text for text in reversed(lines[:start - 1]) if re.match(r"\w.*\(", text)), "")
            name = re.search(r"(\w+)\(", above)
            yield name[1] if name else "?", start, number
            start = None


def functions():
    for file, lines in files(".c", ".h"):
        for name, first, last in functions_in(lines):
            if last - first + 1 > LINES_MAX:
                yield f"{file}:{first}: {name} has {last - first + 1} lines, more than {LINES_MAX}"


def marks():
    for file, lines in files(*SOURCES):
        for number, line in enumerate(lines, 1):
            if MARK.search(line):
                yield f"{file}:{number}: {line.strip()}"


def licence():
    for file, lines in files(*SOURCES):
        if not any("SPDX-License-Identifier: " in line for line in lines[:3]):
            yield f"{file}:1: no SPDX-License-Identifier in the first three lines"


def tables():
    for file, lines in files(".def"):
        if not lines or not lines[0].startswith("/*"):
            yield f"{file}:1: does not begin with a comment"
        macros = {found[1] for found in map(re.compile(r"([A-Z_]+)\(").match, lines) if found}
        for macro in sorted(macros - {line[7:] for line in lines if line.startswith("#undef ")}):
            yield f"{file}:{len(lines)}: does not end with #undef {macro}"


def main():
    checks = {check.__name__: check for check in (functions, marks, licence, tables)}
    if len(sys.argv) != 2 or sys.argv[1] not in checks:
        print(f"usage: tools/lint.py {'|'.join(checks)}", file=sys.stderr)
        return 2
    faults = list(checks[sys.argv[1]]())
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
