#!/usr/bin/env python3
"""Checks the rules of the tree that a compiler does not: layers, third-party includes, names, lengths, include guards, ids of kinds.

    tools/check_layers.py [ROOT]

The layers are read from the table in ROOT/ARCHITECTURE.md between the two `layers` markers; the table is the only place
where they are written down. Prints one line per violation, `path:line: what is wrong`, and exits with 1 if there are any,
with 2 if the table cannot be read.
"""

import fnmatch
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass

from web_layers import WEB, check_kinds, import_problem, imports_of, web_folder_of

BEGIN = "<!-- layers:begin -->"
END = "<!-- layers:end -->"
ANYTHING = "anything"

MAX_LINES = 600
CPP = (".cc", ".h")
CODE = CPP + WEB + (".py", ".sh", ".cmake")

# Folders of bytes and other people's names: only our own files need names that are unique.
DATA_FOLDERS = ("tests/data/", "fuzz/corpus/")
SHARED_NAMES = {"README.md", "CMakeLists.txt", "index.ts", "styles.css", ".gitignore", ".gitattributes"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')

# Headers with a suffix that belong to the C library, the kernel or the compiler. Without a suffix and a folder it is C++'s.
SYSTEM_FOLDERS = {"sys", "linux", "netinet", "arpa"}
SYSTEM_HEADERS = {
    "arm_acle.h", "arm_neon.h", "assert.h", "cpuid.h", "dirent.h", "errno.h", "fcntl.h", "fnmatch.h", "getopt.h",
    "glob.h", "immintrin.h", "limits.h", "malloc.h", "math.h", "netdb.h", "nmmintrin.h", "poll.h", "pthread.h", "pwd.h",
    "sched.h", "signal.h", "spawn.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "strings.h", "termios.h",
    "time.h", "unistd.h", "wmmintrin.h", "x86intrin.h",
}


@dataclass(frozen=True)
class Row:
    pattern: str  # a folder, `kinds/*`, or a file name pattern such as `*_test.cc`
    layers: frozenset[str]
    libraries: frozenset[str]


class TableError(Exception):
    pass


def words(cell: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w./*+-]+", cell)) - {"-"}


def read_table(text: str) -> list[Row]:
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise TableError(f"expected one {BEGIN} and one {END}")
    body = text.split(BEGIN)[1].split(END)[0]
    lines = [line for line in body.splitlines() if line.startswith("|")]
    rows = []
    for line in lines[2:]:  # after the header and its rule
        cells = line.strip().strip("|").split("|")
        if len(cells) != 3:
            raise TableError(f"expected three cells: {line}")
        names, layers, libraries = map(words, cells)
        rows += [Row(name, layers, libraries) for name in sorted(names)]
    if not rows:
        raise TableError("the table is empty")
    return rows


def files_of(root: pathlib.Path) -> list[str]:
    """Every file that is, or would be, under version control; sorted, relative."""
    git = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True, check=False)
    if git.returncode == 0:
        names = git.stdout.decode().split("\0")
        return sorted({name for name in names if name and (root / name).is_file()})
    found = (p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())
    return sorted(name for name in found if not name.startswith(("build/", ".git/")) and "__pycache__" not in name)


def folder_of(path: str) -> str:
    """The row a file belongs to: `src/base`, `kinds/scalars`, `kinds/scalars/web`, `web/src/charts`, `tests`, ..."""
    web_folder = web_folder_of(path)
    if web_folder is not None:
        return web_folder
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] in ("src", "kinds") else parts[0]


class Rules:
    """What a file may include: the row of its folder, and the rows that match its name added to it."""

    def __init__(self, rows: list[Row]):
        self.by_file_name = [row for row in rows if row.pattern.startswith("*")]
        self.by_folder = [row for row in rows if not row.pattern.startswith("*")]

    def of_folder(self, folder: str) -> Row | None:
        # By parts, so that `kinds/*` is not also `kinds/scalars/web`.
        parts = folder.split("/")
        for row in self.by_folder:
            patterns = row.pattern.split("/")
            if len(patterns) == len(parts) and all(map(fnmatch.fnmatch, parts, patterns)):
                return row
        return None

    def of_file(self, path: str) -> Row | None:
        row = self.of_folder(folder_of(path))
        if row is None:
            return None
        layers, libraries = row.layers, row.libraries
        for extra in self.by_file_name:
            if fnmatch.fnmatch(path.rsplit("/", 1)[-1], extra.pattern):
                layers, libraries = layers | extra.layers, libraries | extra.libraries
        return Row(row.pattern, layers, libraries)


def is_system_header(header: str) -> bool:
    folder, _, rest = header.partition("/")
    if rest:
        return folder in SYSTEM_FOLDERS
    return "." not in header or header in SYSTEM_HEADERS


def include_problem(header: str, quoted: bool, folder: str, row: Row, root: pathlib.Path) -> str | None:
    if not quoted:
        if is_system_header(header) or ANYTHING in row.libraries or header.startswith(tuple(row.libraries)):
            return None
        return f"<{header}>: a library that {folder} may not include"
    if header.startswith("generated/"):  # written by CMake for the target that includes it
        return None
    places = [place for place in (f"src/{header}", f"include/{header}", header) if (root / place).is_file()]
    if not places:
        return f'"{header}": no such file; our headers are named from src/, include/ or the root'
    target = folder_of(places[0])
    layer = target.removeprefix("src/")
    if target == folder or layer in row.layers or ANYTHING in row.layers:
        return None
    return f'"{header}": {folder} may not include {layer}'


def check_includes(root: pathlib.Path, path: str, text: str, rules: Rules) -> list[str]:
    row = rules.of_file(path)
    if row is None:
        return [f"{path}:1: no row of the layer table covers {folder_of(path)}"]
    problems = []
    for number, line in enumerate(text.splitlines(), start=1):
        match = INCLUDE.match(line)
        if match is None:
            continue
        quoted = match[1] is not None
        problem = include_problem(match[1] if quoted else match[2], quoted, folder_of(path), row, root)
        if problem is not None:
            problems.append(f"{path}:{number}: {problem}")
    return problems


def check_imports(root: pathlib.Path, path: str, text: str, rules: Rules) -> list[str]:
    if web_folder_of(path) is None:
        return []  # tests, benchmarks and settings of tools
    row = rules.of_file(path)
    if row is None:
        return [f"{path}:1: no row of the layer table covers {folder_of(path)}"]
    problems = []
    for number, name in imports_of(text):
        problem = import_problem(root, path, name, row.layers, row.libraries)
        if problem is not None:
            problems.append(f"{path}:{number}: {problem}")
    return problems


def check_links(path: str, text: str, rules: Rules) -> list[str]:
    """The targets a folder links are those its row allows."""
    row = rules.of_folder(folder_of(path))
    if row is None or ANYTHING in row.layers:
        return []
    uncommented = re.sub(r"#.*", "", text)
    deps = re.search(r"\bDEPS\s+([^)]*?)(?=\b(?:LIBS|PUBLIC_LIBS)\b|\))", uncommented)
    names = deps[1].split() if deps else []
    return [f"{path}:1: {folder_of(path)} may not link {name}" for name in names if name not in row.layers]


def check_names(paths: list[str]) -> list[str]:
    first: dict[str, str] = {}
    problems = []
    for path in paths:
        name = path.rsplit("/", 1)[-1]
        if name in SHARED_NAMES or path.startswith(DATA_FOLDERS):
            continue
        other = first.setdefault(name, path)
        if other != path:
            problems.append(f"{path}:1: the name is taken by {other}")
    return problems


def check_text(path: str, text: str) -> list[str]:
    problems = []
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        problems.append(f"{path}:{MAX_LINES + 1}: {len(lines)} lines, more than {MAX_LINES}")
    # C's own header is also compiled by itself, where `#pragma once` draws a warning.
    guarded = path.startswith("include/") and lines[0].startswith("#ifndef SIGHTGLASS_")
    if path.endswith(".h") and "#pragma once" not in lines and not guarded:
        problems.append(f"{path}:1: a header without #pragma once")
    return problems


def check_tree(root: pathlib.Path) -> list[str]:
    """All violations, sorted by path. Raises TableError when there is no usable table."""
    try:
        table = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    except OSError as error:
        raise TableError(str(error)) from error
    rules = Rules(read_table(table))
    paths = files_of(root)
    problems = check_names(paths) + check_kinds(root, paths)
    for path in paths:
        if path.startswith(DATA_FOLDERS):
            continue
        is_build_file = path.startswith("src/") and path.endswith("/CMakeLists.txt")
        if not path.endswith(CODE) and not is_build_file:
            continue
        text = (root / path).read_text(encoding="utf-8")
        problems += check_text(path, text)
        if path.endswith(CPP):
            problems += check_includes(root, path, text, rules)
        if path.endswith(WEB):
            problems += check_imports(root, path, text, rules)
        if is_build_file:
            problems += check_links(path, text, rules)
    return sorted(problems)


def main(arguments: list[str]) -> int:
    root = pathlib.Path(arguments[1] if len(arguments) > 1 else pathlib.Path(__file__).parent.parent)
    try:
        problems = check_tree(root)
    except TableError as error:
        print(f"ARCHITECTURE.md: layer table: {error}", file=sys.stderr)
        return 2
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
