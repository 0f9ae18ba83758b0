#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fails when an #include crosses a layer the wrong way, or modules include each other in a circle.

    tools/layers.py ROOT TABLE
    tools/layers.py --self-test

The table has one row for each folder of ROOT/src, the lowest first:

    rules: <stdint.h>         may include nothing of ours, and only this of libc
    game:  base rules         may include base/ and rules/, and all of libc
    only <sqlite3.h>: store   no other folder may include this header; <openssl/*> works too

A folder may always include itself and the public headers in ROOT/include/rookery. A public header
belongs to the lowest folder with a .c file of the same name: rules may not reach notation through
rookery/fen.h. Headers that are neither C's nor POSIX's need an `only` line. A module is foo.c and
foo.h in one folder.
"""
import re
import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path

C_AND_POSIX = set("""
    assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign
    stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar
    wchar wctype
    dirent fcntl fnmatch glob grp langinfo netdb poll pthread pwd regex sched semaphore spawn strings
    sysexits syslog termios unistd arpa/inet net/if netinet/in netinet/tcp sys/ioctl sys/mman
    sys/resource sys/select sys/socket sys/stat sys/statvfs sys/time sys/types sys/uio sys/un
    sys/utsname sys/wait
    """.split())
INCLUDE = re.compile(r'\s*#\s*include\b\s*(?:<([^>]+)>|"([^"]+)")?')


class Table:
    def __init__(self, path):
        self.ours, self.libc, self.only, self.faults = {}, {}, {}, []
        for number, line in enumerate(path.read_text().splitlines(), 1):
            name, _, rest = line.split("#")[0].strip().partition(":")
            words = rest.split()
            if name.startswith("only "):
                self.only[name[5:].strip().strip("<>")] = words
            elif name:
                self.add_row(f"{path}:{number}", name, words)

    def add_row(self, place, name, words):
        if name in self.ours:
            self.faults.append(f"{place}: {name} has a row already")
        for word in words:
            if word[0] != "<" and word not in self.ours:
                self.faults.append(f"{place}: {name} names {word}, which is not above it")
        self.ours[name] = {word for word in words if word[0] != "<"} | {name}
        self.libc[name] = {word.strip("<>") for word in words if word[0] == "<"}

    def angle_fault(self, layer, header):
        """Why `layer` (None: a public header of no layer) may not include <header>, or None."""
        guards = [owners for pattern, owners in self.only.items() if fnmatch(header, pattern)]
        if any(layer not in owners for owners in guards):
            return f"<{header}> belongs to {' '.join(guards[0])}"
        if not guards and header.removesuffix(".h") not in C_AND_POSIX:
            return f"<{header}> is a third-party header without an `only` line"
        if self.libc.get(layer) and header not in self.libc[layer]:
            return f"{layer} may not include <{header}>"
        return None


class Tree:
    def __init__(self, root, layers):
        self.root = root
        self.files = sorted(f for top in ("src", "include") for f in (root / top).rglob("*.[ch]"))
        # A public header belongs to the lowest layer with a .c file of its name.
        self.layer_of_stem = {}
        for layer in layers:
            for file in sorted((root / "src" / layer).glob("*.c")):
                self.layer_of_stem.setdefault(file.stem, layer)

    def is_public(self, file):
        return file.relative_to(self.root).parts[0] == "include"

    def layer(self, file):
        """The folder a file belongs to; None for a public header without a .c file."""
        if self.is_public(file):
            return self.layer_of_stem.get(file.stem)
        return file.relative_to(self.root).parts[1]

    def includes(self, file):
        """Yields place, and one of an angle and a quoted target; both None for a computed one."""
        for number, line in enumerate(file.read_text().splitlines(), 1):
            found = INCLUDE.match(line)
            if found:
                yield f"{file.relative_to(self.root)}:{number}", found[1], found[2]


def include_fault(table, tree, file, angle, quoted):
    layer = tree.layer(file)
    if angle:
        return table.angle_fault(layer, angle)
    if not quoted:
        return "a computed include cannot be checked"
    folder = quoted.split("/")[0]
    if folder == "rookery":
        folder = tree.layer_of_stem.get(Path(quoted).stem)
    elif tree.is_public(file):
        return f'a public header may not include "{quoted}"'
    allowed = table.ours.get(layer, set(table.ours)) | {None}
    return None if folder in allowed else f'{layer} may not include "{quoted}", which belongs to {folder}'


def circles(edges):
    """Each circle of modules found from a depth-first walk, as a list of places of includes."""
    done, found = set(), []

    def visit(module, path):
        if module in done:
            return
        names = [name for name, _ in path]
        if module in names:
            found.append([place for _, place in path[names.index(module):]])
            return
        for target, place in sorted(edges.get(module, {}).items()):
            visit(target, path + [(module, place)])
        done.add(module)

    for module in sorted(edges):
        visit(module, [])
    return found


def check(root, table_path):
    """All that is wrong, as lines."""
    table = Table(table_path)
    tree = Tree(root, table.ours)
    faults, edges = list(table.faults), {}
    for file in tree.files:
        if not tree.is_public(file) and tree.layer(file) not in table.ours:
            faults.append(f"{file.relative_to(root)}: folder {tree.layer(file)} has no row")
            continue
        module = f"{file.parent.name}/{file.stem}"
        for place, angle, quoted in tree.includes(file):
            fault = include_fault(table, tree, file, angle, quoted)
            if fault:
                faults.append(f"{place}: {fault}")
            target = quoted and str(Path(quoted).with_suffix(""))
            if target and target != module and quoted.endswith(".h"):
                edges.setdefault(module, {}).setdefault(target, place)
    return faults + ["modules in a circle: " + ", ".join(circle) for circle in circles(edges)]


# ---- the test of this check --------------------------------------------------------------------

GOOD = {
    "layers.txt": "base:\nrules: <stdint.h> <x86.h> # all it needs\nnotation: base rules\n"
                  "only <x86.h>: rules\nonly <uv/*>: base\n",
    "include/rookery/err.h": "#include <stddef.h>\n",
    "include/rookery/rows.def": "ROW(a)\n",
    "include/rookery/fen.h": '#include "rookery/err.h"\n#include "rookery/rules.h"\n',
    "include/rookery/rules.h": "#include <stdint.h>\n",
    "src/base/err.c": '#include "rookery/err.h"\n#include <uv/loop.h>\n#include <stdio.h>\n',
    "src/rules/a.c": '#include "rules/a.h"\n\n#include <x86.h>\n#include "rookery/rows.def"\n',
    "src/rules/a.h": '#include "rules/b.h"\n',
    "src/rules/b.h": "int b;\n",
    "src/notation/fen.c": '#include "rookery/fen.h"\n#include "base/err.h"\n# include "rules/a.h"\n',
}
BAD = [  # a file changed, what is said about it
    ("src/rules/a.c", "int a;\n#include \"notation/fen.h\"\n", "src/rules/a.c:2: rules may not"),
    ("src/rules/a.c", '#include "rookery/fen.h"\n', "src/rules/a.c:1: rules may not"),
    ("src/rules/a.c", "#include <string.h>\n", "src/rules/a.c:1: rules may not include <string.h>"),
    ("src/rules/a.c", '#include "../base/text.h"\n', "src/rules/a.c:1: rules may not"),
    ("src/base/err.c", "#include <x86.h>\n", "src/base/err.c:1: <x86.h> belongs to rules"),
    ("src/notation/fen.c", "#include <uv/a.h>\n", "src/notation/fen.c:1: <uv/a.h> belongs to base"),
    ("src/base/err.c", "#include <sqlite3.h>\n", "src/base/err.c:1: <sqlite3.h> is a third"),
    ("src/base/err.c", "#include ROWS\n", "src/base/err.c:1: a computed include"),
    ("src/rules/b.h", '#include "rules/a.h"\n', "circle: src/rules/a.h:1, src/rules/b.h:1"),
    ("include/rookery/err.h", '#include "rookery/fen.h"\n', "rookery/err.h:1: base may not"),
    ("include/rookery/x.h", '#include "rules/a.h"\n', "rookery/x.h:1: a public header may not"),
    ("src/lost/lost.c", "int lost;\n", "src/lost/lost.c: folder lost has no row"),
    ("layers.txt", "base: rules\nrules:\nnotation:\n", "layers.txt:1: base names rules"),
    ("layers.txt", "base:\nbase:\n", "layers.txt:2: base has a row already"),
]


def faults_of(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return check(Path(folder), Path(folder, "layers.txt"))


def self_test():
    assert faults_of(GOOD) == [], faults_of(GOOD)
    for name, text, said in BAD:
        faults = faults_of({**GOOD, name: text})
        assert any(said in fault for fault in faults), (name, text, said, faults)


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    if len(sys.argv) != 3:
        print("usage: tools/layers.py ROOT TABLE | --self-test", file=sys.stderr)
        return 2
    faults = check(Path(sys.argv[1]), Path(sys.argv[2]))
    print("\n".join(faults) or "layers hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
