"""The rules of the web tree for check_layers.py: what a TypeScript or Svelte file imports, and which kinds have a page."""

import pathlib
import posixpath
import re

WEB = (".ts", ".svelte", ".css")
# What an import may leave off.
SUFFIXES = ("", ".ts", ".svelte", ".js", "/index.ts")
# `$base/x` is web/src/base/x; vite.config.ts and tsconfig.json say so too.
ALIASES = ("base", "api", "charts", "widgets", "kind", "cards", "media", "histograms")
# Made by Vite for whoever imports it.
VIRTUAL = ("vite/client",)

IMPORT = re.compile(
    r"""(?:^|[;{}\s>])(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"\n]+)['"]"""
    r"""|(?:^|[;{}\s>])import\s*['"]([^'"\n]+)['"]"""
    r"""|\bimport\s*\(\s*['"]([^'"\n]+)['"]"""
    r"""|\bnew\s+URL\s*\(\s*['"]([^'"\n]+)['"]\s*,\s*import\.meta\.url"""
    r"""|@import\s+(?:url\()?['"]([^'"\n]+)['"]"""
)
LINE_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
KIND_LIST = re.compile(r"\bsightglass_kinds\(([^)]*)\)")
KIND_FOLDER = re.compile(r"\badd_subdirectory\((\w+)\)")
KIND_ID = re.compile(r"""\bid:\s*['"]([^'"]+)['"]""")
CPP_KIND_ID = re.compile(r'\bid\(\)\s*const\s+override\s*\{\s*return\s+"([^"]+)"')


def web_folder_of(path: str) -> str | None:
    """The row of the layer table that a file of the page belongs to; None for files of other parts."""
    parts = path.split("/")
    if parts[:2] == ["web", "src"] and len(parts) > 3:
        return "/".join(parts[:3])
    if parts[0] == "kinds" and len(parts) > 3 and parts[2] == "web":
        return "/".join(parts[:3])
    return None


def imports_of(text: str) -> list[tuple[int, str]]:
    """Line and what is imported, as it is written. Comment lines do not count."""
    bare = LINE_COMMENT.sub(lambda match: "", text)
    found = []
    for match in IMPORT.finditer(bare):
        group = next(i for i in range(1, 6) if match[i] is not None)
        found.append((bare.count("\n", 0, match.start(group)) + 1, match[group]))
    return found


def package_of(name: str) -> str:
    """`@scope/name/file` is of the package `@scope/name`."""
    return "/".join(name.split("/")[: 2 if name.startswith("@") else 1])


def _place(path: str, name: str) -> str | None:
    """The file that is meant, from the root, perhaps without its suffix; None for a package."""
    bare = name.split("?")[0]
    if bare.startswith("."):
        return posixpath.normpath(posixpath.join(posixpath.dirname(path), bare))
    alias, _, rest = bare.removeprefix("$").partition("/")
    if bare.startswith("$") and alias in ALIASES:
        return f"web/src/{alias}/{rest}"
    return None


def import_problem(root: pathlib.Path, path: str, name: str, layers: frozenset[str], libraries: frozenset[str]) -> str | None:
    place = _place(path, name)
    folder = web_folder_of(path)
    if place is None:
        known = name in VIRTUAL or package_of(name) in libraries or name.startswith("node:") and "node" in libraries
        return None if known else f"'{name}': a package that {folder} may not import"
    if not any((root / (place + suffix)).is_file() for suffix in SUFFIXES):
        return f"'{name}': no such file"
    target = web_folder_of(place) or posixpath.dirname(place)
    layer = target.removeprefix("web/src/")
    if target == folder or layer in layers:
        return None
    return f"'{name}': {folder} may not import {layer}"


def check_kinds(root: pathlib.Path, paths: list[str]) -> list[str]:
    """A kind with a page has the same id on both sides, and that of its folder. Kinds without a page are fine."""
    build_file = root / "kinds" / "CMakeLists.txt"
    build = re.sub(r"#.*", "", build_file.read_text(encoding="utf-8")) if build_file.is_file() else ""
    known = {name for match in KIND_LIST.finditer(build) for name in match[1].split()} | set(KIND_FOLDER.findall(build))
    problems = []
    for kind in sorted({path.split("/")[1] for path in paths if re.match(r"kinds/\w+/web/", path)}):
        page = f"kinds/{kind}/web/index.ts"
        if kind not in known:
            problems.append(f"{page}:1: kinds/CMakeLists.txt does not know {kind}")
        if page not in paths:
            problems.append(f"{page}:1: missing: the page finds a kind by this file")
            continue
        sides = {page: KIND_ID}
        cpp = f"kinds/{kind}/{kind}_kind.cc"
        if cpp in paths:
            sides[cpp] = CPP_KIND_ID
        for path, pattern in sides.items():
            found = pattern.search((root / path).read_text(encoding="utf-8"))
            if found is None or found[1] != kind:
                problems.append(f"{path}:1: the id is {found[1] if found else 'not to be found'}, not {kind}")
    return problems
