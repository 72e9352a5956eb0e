#!/usr/bin/env python3
"""Makes the writer library two files that can be dropped into any C++20 project.

    tools/amalgamate.py OUTPUT_FOLDER

Writes sightglass_writer.h (every public C++ header), sightglass_writer.cc (everything else) and sightglass.h (the C header, as
it is). A program needs the first, the second compiled with -std=c++20, and threads.

Includes of the standard library and the system go to the top, those inside an #if stay where they are; a header of ours stands
where it was first included. Sources keep their unnamed namespaces; a name there that another file or a header declares, too,
gets the file's name behind it. Macros of a source end with it. Exits with 1 and one line if a file includes anything else than
the standard library, POSIX and headers of ours, or if a header of ours leaves a macro behind.
"""

import argparse
import pathlib
import re
import sys
from collections.abc import Iterator

from check_layers import is_system_header

ROOT = pathlib.Path(__file__).resolve().parent.parent
C_HEADER = "sightglass/sightglass.h"
# What the writer needs of src/base. The same list is in cmake/WriterPackage.cmake; a header whose source is missing here is
# an error.
BASE_SOURCES = ("crc32c.cc", "crc32c_wide.cc", "small_float.cc", "utf8_scan.cc", "wire_writer.cc")
QUICK_SOURCES = "src/writer/quick_sources.txt"
# Around what is compiled for size. Both compilers keep a function's setting whatever the command line says.
BEGIN_SMALL = """#if defined(__clang__)
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC optimize("Os")
#endif
"""
END_SMALL = """#if defined(__clang__)
#pragma clang attribute pop
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif
"""
OWN_FOLDERS = {"sightglass": "include", "writer": "src", "base": "src"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      |(?P<string>(?:u8|[uUL])?R"(?P<fence>[^()\s\\]*)\(.*?\)(?P=fence)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
      |(?P<number>\.?[0-9](?:[eEpP][+-]|'(?=[0-9A-Za-z])|[0-9A-Za-z_.])*)
      |(?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)
      |(?P<word>[A-Za-z_][A-Za-z0-9_]*)
      |(?P<mark>::|->|[^\s\w])""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
# What may stand before the bracket of a function or the end of a variable and is not its name.
NOT_NAMES = {"void", "bool", "char", "int", "long", "short", "float", "double", "auto", "const", "operator", "static_assert"}


class AmalgamationError(Exception):
    """A file that cannot be joined with others; the message says which and why."""


def tokens_of(text: str) -> list[re.Match]:
    """Words, marks, numbers and strings; neither comments nor directives."""
    return [match for match in TOKEN.finditer(text) if match.lastgroup not in ("comment", "directive")]


def _kind(match: re.Match) -> str:
    # `fence` closes last within a raw string.
    return "string" if match.lastgroup == "fence" else match.lastgroup


def _statements(words: list[str]) -> Iterator[list[str]]:
    """What a namespace holds, each up to its `;` or body. Attributes and template parameters are left out."""
    statement: list[str] = []
    depth = 0
    i = 0
    while i < len(words):
        word = words[i]
        if depth == 0 and (word == "__attribute__" or (word == "[" and words[i + 1 : i + 2] == ["["])):
            opening, closing = ("(", ")") if word == "__attribute__" else ("[", "]")
            i = _skip(words, words.index(opening, i), opening, closing)
            continue
        if depth == 0 and word in ("template", "alignas"):
            opening, closing = ("<", ">") if word == "template" else ("(", ")")
            i = _skip(words, i + 1, opening, closing)
            continue
        if word in "({[":
            depth += 1
        elif word in ")}]":
            depth -= 1
        statement.append(word)
        if depth == 0 and word in (";", "}"):
            yield statement
            statement = []
        i += 1


def _skip(words: list[str], i: int, opening: str, closing: str) -> int:
    """The place after the brackets that open at `i`."""
    depth = 0
    while i < len(words):
        depth += {opening: 1, closing: -1}.get(words[i], 0)
        i += 1
        if depth == 0:
            break
    return i


def _declared_name(statement: list[str]) -> str | None:
    """The name that a statement of a namespace declares; None: none that could clash."""
    words = [word for word in statement if word not in ("inline", "static", "constexpr", "constinit", "consteval", "thread_local")]
    if not words or words[0] in (";", "static_assert", "friend", "extern"):
        return None
    if words[0] in ("struct", "class", "enum", "union", "concept", "using", "namespace"):
        names = [word for word in words[1:] if word not in ("struct", "class")]
        if words[0] == "using" and (len(names) < 2 or names[1] != "="):
            return None
        return names[0] if names and re.match(r"[A-Za-z_]", names[0]) else None
    for i, (before, word) in enumerate(zip(words, words[1:])):
        if word in ("(", "=", "{", "[", ";"):
            is_name = re.match(r"[A-Za-z_]", before) and before not in NOT_NAMES
            is_member = i > 0 and words[i - 1] == "::"  # of a class, defined outside of it
            return before if is_name and not is_member else None
    return None


def _names_in(words: list[str], *, unnamed: bool) -> set[str]:
    """What namespaces declare, at any depth: only those without a name, or all."""
    found = set()
    i = 0
    while i < len(words):
        if words[i] == "namespace":
            opening = next((at for at in range(i, len(words)) if words[at] in ("{", ";", "=")), len(words))
            if opening < len(words) and words[opening] == "{":
                end = _skip(words, opening, "{", "}")
                inner = words[opening + 1 : end - 1]
                if not unnamed or opening == i + 1:
                    found |= {name for name in map(_declared_name, _statements(inner)) if name}
                found |= _names_in(inner, unnamed=unnamed)
                i = end
                continue
        i += 1
    return found


def unnamed_names(text: str) -> set[str]:
    """What the unnamed namespaces of a source declare."""
    return _names_in([match.group() for match in tokens_of(text)], unnamed=True)


def public_names(text: str) -> set[str]:
    """What the namespaces of a header declare, for everybody who includes it."""
    return _names_in([match.group() for match in tokens_of(text)], unnamed=False)


def rename(text: str, names: set[str], suffix: str, *, kept_members: set[str] = frozenset()) -> str:
    """Puts `_suffix` behind the names. `kept_members`: not where they are members of something, which has them elsewhere."""
    parts = []
    end = 0
    before = ""
    for match in tokens_of(text):
        word = match.group()
        is_member = before in (".", "->", "::")
        if _kind(match) == "word" and word in names and not (is_member and word in kept_members):
            parts += [text[end : match.end()], "_", suffix]
            end = match.end()
        before = word
    return "".join([*parts, text[end:]])


def macros_left(text: str) -> set[str]:
    directives = [match.group() for match in TOKEN.finditer(text) if match.lastgroup == "directive"]
    made = {match[1] for match in (re.match(r"\s*#\s*define\s+(\w+)", line) for line in directives) if match}
    gone = {match[1] for match in (re.match(r"\s*#\s*undef\s+(\w+)", line) for line in directives) if match}
    return made - gone


class Joiner:
    """Joins files into one text, each header once."""

    def __init__(self, root: pathlib.Path, known: set[str] = frozenset()):
        self._root = root
        self.seen = set(known)  # our headers that are in, by the name they are included by
        self.system: set[str] = set()

    def add(self, path: pathlib.Path, text: str) -> str:
        """`text`: of the file at `path`. With what it includes before it."""
        lines = []
        depth = 0
        for number, line in enumerate(text.splitlines(), start=1):
            if re.match(r"\s*#\s*if", line):
                depth += 1
            elif re.match(r"\s*#\s*endif", line):
                depth -= 1
            include = INCLUDE.match(line)
            if include and include[1]:
                lines.append(self._own(path, number, include[1]))
            elif include:
                if not is_system_header(include[2]):
                    raise AmalgamationError(f"{path}:{number}: <{include[2]}> is neither C++ nor POSIX")
                if depth > 0:
                    lines.append(line)
                else:
                    self.system.add(include[2])
            elif line.strip() != "#pragma once":
                lines.append(line)
        return "\n".join(lines).strip("\n") + "\n"

    def _own(self, path: pathlib.Path, number: int, name: str) -> str:
        if name in self.seen:
            return ""
        folder = OWN_FOLDERS.get(name.split("/")[0])
        header = self._root / (folder or "") / name
        if folder is None or not header.is_file():
            raise AmalgamationError(f'{path}:{number}: "{name}" is no header of the writer')
        if name.startswith("base/"):
            source = header.with_suffix(".cc")
            if source.is_file() and source.name not in BASE_SOURCES:
                raise AmalgamationError(f"{path}:{number}: {source.name} is missing in BASE_SOURCES")
        self.seen.add(name)
        text = header.read_text(encoding="utf-8")
        if macros := macros_left(text):
            raise AmalgamationError(f"{header}: leaves the macro {sorted(macros)[0]} behind")
        return self.add(header, text)

    def page(self, head: str, body: str) -> str:
        includes = "".join(f"#include <{name}>\n" for name in sorted(self.system, key=lambda n: (not n.endswith(".h"), n)))
        # What was left out leaves holes.
        return re.sub(r"\n{3,}", "\n\n", f"{head}\n{includes}\n{body}")


def library_sources(root: pathlib.Path) -> tuple[list[pathlib.Path], list[pathlib.Path]]:
    """Those to compile for speed, and those to compile for size."""
    own = [path for path in sorted((root / "src/writer").glob("*.cc")) if not re.search(r"_(test|bench|fuzz)$", path.stem)]
    listed = (root / QUICK_SOURCES).read_text(encoding="utf-8").splitlines() if (root / QUICK_SOURCES).is_file() else []
    quick = {line for line in listed if line and not line.startswith("#")}
    if unknown := quick - {path.name for path in own}:
        raise AmalgamationError(f"{QUICK_SOURCES}: no source is named {sorted(unknown)[0]}")
    base = [root / "src/base" / name for name in BASE_SOURCES]
    return base + [path for path in own if path.name in quick], [path for path in own if path.name not in quick]


def amalgamate(root: pathlib.Path) -> dict[str, str]:
    """File name -> text."""
    version = re.search(r"project\(sightglass VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text(encoding="utf-8"))
    made = f"// The writer library of Sightglass {version[1] if version else ''} in one {{}}, made by tools/amalgamate.py of its sources.\n"

    header = Joiner(root, {C_HEADER})
    public = sorted(path for path in (root / "include/sightglass").glob("*.h") if path.name != pathlib.Path(C_HEADER).name)
    body = "\n".join(header.add(path, f'#include "sightglass/{path.name}"\n') for path in public)
    files = {"sightglass_writer.h": header.page(made.format("header") + "#pragma once\n", body)}

    quick, small = library_sources(root)
    sources = {path: path.read_text(encoding="utf-8") for path in quick + small}
    names = {path: unnamed_names(text) for path, text in sources.items()}
    headers = [path.read_text(encoding="utf-8") for folder in ("include/sightglass", "src/writer", "src/base")
               for path in sorted((root / folder).glob("*.h"))]  # fmt: skip
    public = set().union(*map(public_names, headers))
    in_headers = {match.group() for text in headers for match in tokens_of(text)}
    taken = [name for of_file in names.values() for name in of_file]
    source = Joiner(root, {C_HEADER} | header.seen)
    parts = []
    for path, text in sources.items():
        clashes = {name for name in names[path] if taken.count(name) > 1 or name in public}
        undefine = "".join(f"#undef {name}\n" for name in sorted(macros_left(text)))
        if small and path == small[0]:
            parts.append(BEGIN_SMALL)
        parts.append(source.add(path, rename(text, clashes, path.stem, kept_members=in_headers)) + undefine)
    if small:
        parts.append(END_SMALL)
    c_header = root / "include" / C_HEADER
    own = '#include "sightglass_writer.h"\n' + (f'#include "{c_header.name}"\n' if c_header.is_file() else "")
    files["sightglass_writer.cc"] = source.page(made.format("source") + own, "\n".join(parts))
    if c_header.is_file():
        files[c_header.name] = c_header.read_text(encoding="utf-8")
    return files


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="where the files go")
    folder = parser.parse_args(arguments).folder
    try:
        files = amalgamate(ROOT)
    except AmalgamationError as error:
        print(f"amalgamate: {error}", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        # An unchanged file keeps its time, and what was compiled from it stays good.
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
