#!/usr/bin/env python3
"""Puts TensorBoard, its data server and tensorboardX into a virtual environment, for tests and benchmarks that need them.

    tools/peers_venv.py [FOLDER]      prints the environment's Python; exit status 1 and a line if they cannot be had

Versions are pinned, because their answers and their speed are what ours are compared with. An environment that is complete
is left as it is, so that it is made once; several processes may ask at a time.
"""

import argparse
import fcntl
import pathlib
import subprocess
import sys
import venv

TENSORBOARD_VERSION = "2.21.0"
RUST_PACKAGE = "tensorboard-data-server"
RUST_VERSION = "0.7.2"
TENSORBOARDX_VERSION = "2.6.5"
PACKAGES = [
    f"tensorboard=={TENSORBOARD_VERSION}",
    f"{RUST_PACKAGE}=={RUST_VERSION}",
    f"tensorboardX=={TENSORBOARDX_VERSION}",
    # TensorBoard imports pkg_resources, which later versions of setuptools lack.
    "setuptools<81",
]
# Where tests and benchmarks share it.
SHARED_FOLDER = pathlib.Path(__file__).resolve().parent.parent / "build" / "bench-venv"
TIMEOUT_SECONDS = 600


class PeersError(Exception):
    """They cannot be had; the message says why."""


def _last_line(error: subprocess.CalledProcessError) -> str:
    lines = (error.stderr or error.output or "").strip().splitlines()
    return lines[-1] if lines else str(error)


def ensure_peers(folder: pathlib.Path = SHARED_FOLDER) -> pathlib.Path:
    """The environment's Python, with everything of PACKAGES. PeersError says why they cannot be had."""
    stamp = folder / "peers.txt"
    wanted = "\n".join(PACKAGES) + "\n"
    python = folder / "bin" / "python"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "peers.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted and python.exists():
            return python
        try:
            if not (folder / "bin" / "pip").exists():
                venv.create(folder, with_pip=True)
            subprocess.run(
                [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES],
                check=True,
                capture_output=True,
                text=True,
                timeout=TIMEOUT_SECONDS,
            )
        except subprocess.CalledProcessError as error:
            raise PeersError(f"cannot install {PACKAGES[0]} and others: {_last_line(error)}") from error
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PeersError(f"cannot install {PACKAGES[0]} and others: {error}") from error
        stamp.write_text(wanted, encoding="utf-8")
        return python


def find_data_server(folder: pathlib.Path = SHARED_FOLDER) -> pathlib.Path:
    """TensorBoard's loader in Rust, a program. REQUIRES: ensure_peers() was content."""
    found = list(folder.glob("lib/python*/site-packages/tensorboard_data_server/bin/server"))
    if not found:
        raise PeersError(f"{RUST_PACKAGE} {RUST_VERSION} has no program for {sys.platform} on this processor")
    return found[0]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, nargs="?", default=SHARED_FOLDER)
    try:
        print(ensure_peers(parser.parse_args(arguments).folder))
    except PeersError as error:
        print(f"peers_venv: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
