#!/usr/bin/env python3
"""Makes the files of the web page a C++ source: the page becomes part of the program.

    tools/embed_web.py --output FOLDER (--folder DIST | --page FILE)

Writes FOLDER/web_bundle.cc, which defines WebBundle() of src/serve/web_bundle.h, and FOLDER/web_bundle.bin, which it takes in.
DIST is what Vite made, with index.html in it; FILE stands alone for index.html. Every file is compressed once, here, as well as
gzip can; one that does not get smaller stays as it is. Equal input gives equal output, and output that would not change is not
touched, so that nothing is compiled again. Exits with 1 and one line if there is no page.
"""

import argparse
import gzip
import hashlib
import pathlib
import sys

DOCTYPE = "<!doctype html>"
# What is saved must be worth the work of a client that takes no gzip.
MAX_KEPT = 0.95

SOURCE = """#include "serve/web_bundle.h"

// Of web_bundle.bin, so that this file changes with it: {digest}
asm(".pushsection .rodata\\n.balign 16\\n.global sightglass_web_bundle\\nsightglass_web_bundle:\\n"
    ".incbin \\"{path}\\"\\n.byte 0\\n.popsection\\n");
extern "C" const char sightglass_web_bundle[];

namespace sightglass::serve {{
std::span<const BundledFile> WebBundle() {{
  static const BundledFile files[] = {{
{entries}  }};
  return files;
}}
}}  // namespace sightglass::serve
"""


class NoPageError(Exception):
    """What was given is not a page; the message says why."""


def files_of(folder: pathlib.Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def pack(bytes_: bytes) -> tuple[bytes, bool]:
    """What is stored, and whether it is compressed."""
    packed = gzip.compress(bytes_, compresslevel=9, mtime=0)
    return (packed, True) if len(packed) < MAX_KEPT * len(bytes_) else (bytes_, False)


def bundle(files: dict[str, bytes], binary: pathlib.Path) -> tuple[str, bytes]:
    """The C++ source and the bytes beside it."""
    page = files.get("index.html")
    if page is None:
        raise NoPageError("there is no index.html")
    if not page.lower().startswith(DOCTYPE.encode()):
        raise NoPageError(f"index.html does not begin with {DOCTYPE}")
    blob = bytearray()
    entries = []
    for name in sorted(files):
        if not all(c.isalnum() or c in "./_-" for c in name) or not name.isascii():
            raise NoPageError(f"a file name that needs escapes in a URL: {name}")
        # The page stays plain: something is put into it when it is served.
        stored, is_packed = (files[name], False) if name == "index.html" else pack(files[name])
        entries.append(
            f'      {{"{name}", {{sightglass_web_bundle + {len(blob)}, {len(stored)}}}, {str(is_packed).lower()}}},\n')
        blob += stored
    digest = hashlib.sha256(blob).hexdigest()
    return SOURCE.format(digest=digest, path=binary.as_posix(), entries="".join(entries)), bytes(blob)


def write_if_changed(path: pathlib.Path, contents: bytes) -> None:
    if not path.is_file() or path.read_bytes() != contents:
        path.write_bytes(contents)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=pathlib.Path, required=True)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--folder", type=pathlib.Path)
    source.add_argument("--page", type=pathlib.Path)
    arguments = parser.parse_args()
    output = arguments.output.resolve()
    files = files_of(arguments.folder) if arguments.folder else {"index.html": arguments.page.read_bytes()}
    try:
        text, blob = bundle(files, output / "web_bundle.bin")
    except NoPageError as error:
        print(f"embed_web: {error}: {arguments.folder or arguments.page}", file=sys.stderr)
        return 1
    output.mkdir(parents=True, exist_ok=True)
    write_if_changed(output / "web_bundle.bin", blob)
    write_if_changed(output / "web_bundle.cc", text.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
