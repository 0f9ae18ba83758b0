#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no compiler makes: tools/lint.py functions|marks|licence|tables|links

functions  no function is longer than 60 lines
marks      no source file has a note of unfinished work, and no file a conflict marker
licence    every source file names its licence
tables     a .def file says what it is for and undefines the macros of its rows
links      a document links to files that exist, and names source files that exist
Prints one line for each fault, and exits with 1 if there are any.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINES_MAX = 60
SOURCES = {".c", ".h", ".def", ".py", ".sh", ".ts", ".mjs", ".js", ".css", ".html", "script"}
MARK = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
CONFLICT = re.compile(r"<{7} |={7}$|>{7} ")


def files(*kinds):
    """Yields the path and lines of each file in the project of one of the kinds."""
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
    """Yields the name, first and last line of each function formatted by .clang-format."""
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
    for file, lines in files(*SOURCES, ".md"):
        for number, line in enumerate(lines, 1):
            if CONFLICT.match(line) or (not file.endswith(".md") and MARK.search(line)):
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


def links():
    layers = {folder.name for folder in (ROOT / "src").iterdir()}
    for file, lines in files(".md"):
        folder = (ROOT / file).parent
        for number, line in enumerate(lines, 1):
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", line):
                if "://" not in target and not (folder / target).exists():
                    yield f"{file}:{number}: links to {target}, which does not exist"
            for name in re.findall(r"`(?:src/)?(\w+/\w+\.(?:[ch]|def))`", line):
                if name.split("/")[0] in layers and not (ROOT / "src" / name).exists():
                    yield f"{file}:{number}: names {name}, which does not exist"


def main():
    checks = {check.__name__: check for check in (functions, marks, licence, tables, links)}
    if len(sys.argv) != 2 or sys.argv[1] not in checks:
        print(f"usage: tools/lint.py {'|'.join(checks)}", file=sys.stderr)
        return 2
    faults = list(checks[sys.argv[1]]())
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
