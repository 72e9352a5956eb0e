#!/usr/bin/env python3
"""clang-tidy over the program's own C++ files, several at a time.

    tools/lint.py BUILD [-j JOBS]     BUILD: a configured folder with compile_commands.json

Nearly all of clang-tidy's time goes into the headers that a file includes, ours and others'. So files with the same flags
are put together, as includes of one file in BUILD/lint, and their headers are read and looked at once. Files of a bundle share
one unnamed namespace: those that seem to define the same name there go into different bundles, and a bundle that does not compile
nonetheless is halved until it does.

Tests are left out: GoogleTest's macros are slow to analyse, and sanitizers watch them anyway.
"""

import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIDY = "clang-tidy-14"
LINTED = re.compile(r"(src|kinds|bench)/.*(?<!_test)(?<!_bench)(?<!_fuzz)\.cc")
# clang-tidy takes the files of a bundle for headers.
OWN_FILES = rf"^{re.escape(str(ROOT))}/(src|kinds|bench)/.*\.(h|cc)$"
FILES_PER_BUNDLE = 24  # more saves little, and at the end of the run processors would wait for the last bundle

# What clang-format leaves at the start of a line: a definition in a namespace.
DEFINED = re.compile(r"^(?:struct|class|enum(?: class)?) (\w+)|^\w[\w:<>,&*\[\] ]*[ &*](\w+)(?:\(|\{| = |\[|;)", re.MULTILINE)
USING = re.compile(r"^using (?:\w+::)+(\w+);", re.MULTILINE)


@dataclass
class Bundle:
    flags: tuple[str, ...]
    files: list[pathlib.Path] = field(default_factory=list)
    names: set[str] = field(default_factory=set)


def flags_of(command: str) -> tuple[str, ...]:
    """What decides how a file reads: macros, folders of headers, the language."""
    words = shlex.split(command)
    flags = []
    for word, following in zip(words, words[1:] + [""]):
        if word.startswith(("-D", "-I", "-std=")):
            flags.append(word)
        elif word == "-isystem":
            flags += [word, following]
    return tuple(flags)


def linted_files(commands: list[dict[str, str]], root: pathlib.Path) -> dict[pathlib.Path, tuple[str, ...]]:
    files = {}
    for entry in commands:
        path = pathlib.Path(entry["file"])
        if path.is_relative_to(root) and LINTED.fullmatch(str(path.relative_to(root))):
            files.setdefault(path, flags_of(entry["command"]))
    return dict(sorted(files.items()))


def defined_names(text: str) -> set[str]:
    return {name for pair in DEFINED.findall(text) for name in pair if name}


def unused_using(text: str) -> list[tuple[int, str]]:
    """misc-unused-using-decls looks at the main file alone, which a bundle is not; this is what it would find."""
    return [(text.count("\n", 0, match.start()) + 1, match[1]) for match in USING.finditer(text)
            if len(re.findall(rf"\b{match[1]}\b", text)) == 1]


def make_bundles(files: dict[pathlib.Path, tuple[str, ...]]) -> list[Bundle]:
    bundles: list[Bundle] = []
    for path, flags in files.items():
        names = defined_names(path.read_text())
        for bundle in bundles:
            if bundle.flags == flags and len(bundle.files) < FILES_PER_BUNDLE and not bundle.names & names:
                break
        else:
            bundle = Bundle(flags)
            bundles.append(bundle)
        bundle.files.append(path)
        bundle.names |= names
    return bundles


def tidy(source: pathlib.Path, flags: tuple[str, ...]) -> str:
    """What clang-tidy says; empty if it finds nothing."""
    done = subprocess.run(
        [TIDY, "-quiet", f"--config-file={ROOT}/.clang-tidy", f"--header-filter={OWN_FILES}", str(source), "--", *flags],
        capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    return done.stdout or done.stderr or f"{TIDY} ended with {done.returncode} at {source}\n"


def lint(bundle: Bundle, source: pathlib.Path) -> str:
    # The marker is for bugprone-suspicious-include.
    source.write_text("".join(f'#include "{path}"  // NOLINT\n' for path in bundle.files))
    said = tidy(source, bundle.flags)
    if "[clang-diagnostic-error" in said and len(bundle.files) > 1:
        half = len(bundle.files) // 2
        said = "".join(lint(Bundle(bundle.flags, part), source) for part in (bundle.files[:half], bundle.files[half:]))
    return said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("-j", dest="jobs", type=int, default=1)
    arguments = parser.parse_args()
    commands = json.loads((arguments.build / "compile_commands.json").read_text())
    files = linted_files(commands, ROOT)
    if not files:
        print(f"lint: no file of {ROOT} in {arguments.build}/compile_commands.json", file=sys.stderr)
        return 2

    found = ""
    for path in files:
        for line, name in unused_using(path.read_text()):
            found += f"{path}:{line}: error: using decl '{name}' is unused [misc-unused-using-decls]\n"
    folder = arguments.build / "lint"
    folder.mkdir(exist_ok=True)
    bundles = sorted(make_bundles(files), key=lambda bundle: -len(bundle.files))
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for said in pool.map(lint, bundles, [folder / f"bundle_{i}.cc" for i in range(len(bundles))]):
            found += said
    print(found, end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
