#!/usr/bin/env python3
"""Builds the web page with Vite; first installs the packages it needs, if package-lock.json asks for others than are there.

    tools/build_web.py DIST

Quiet unless something fails. Several builds at once are fine: installing waits for its turn.
"""

import fcntl
import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCK_FILE = ROOT / "package-lock.json"
# npm leaves here what it installed, each time.
INSTALLED = ROOT / "node_modules" / ".package-lock.json"


class BuildError(Exception):
    """The message is for whoever builds."""


def run(what: str, *command: str) -> None:
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0:
        raise BuildError(f"{result.stdout}{what} failed: {' '.join(command)}")


def packages_of(path: pathlib.Path) -> dict[str, dict]:
    return json.loads(path.read_text())["packages"] if path.is_file() else {}


def is_installed() -> bool:
    """By what is installed, not by its time: `npm ci` begins by removing all, and a dev server may be using it."""
    installed = packages_of(INSTALLED)
    for path, wanted in packages_of(LOCK_FILE).items():
        if path == "":
            continue  # ourselves
        found = installed.get(path)
        if found is None:
            # npm does not install what nothing needs, though its lock file may still name it.
            if not any(wanted.get(key) for key in ("optional", "devOptional", "extraneous")):
                return False
        elif found.get("version") != wanted.get("version") or found.get("integrity") != wanted.get("integrity"):
            return False
    return True


def install() -> None:
    if is_installed():
        return
    with LOCK_FILE.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_installed():  # by another build while this one waited
            return
        run("installing the packages of the web page", "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    dist = pathlib.Path(sys.argv[1]).resolve()
    try:
        if shutil.which("npm") is None or shutil.which("npx") is None:
            raise BuildError("no npm: install nodejs and npm, or configure with -DSIGHTGLASS_EMBED_WEB=OFF")
        install()
        run("building the web page", "npx", "--no-install", "vite", "build", "--config", "web/vite.config.ts", "--logLevel",
            "warn", "--outDir", str(dist), "--emptyOutDir")
    except BuildError as error:
        print(f"build_web: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
