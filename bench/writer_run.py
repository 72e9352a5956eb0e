"""All that is measured of the writer library, side by side with tensorboardX, from pictures to the sections of the page."""

import json
import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from loaders import LoaderError
from peers_venv import TENSORBOARDX_VERSION, PeersError, ensure_peers
from writer_report import Measured, writer_report

CASES = ("scalars", "sustained", "histograms", "pictures", "library")
SIDE = 256
TIMEOUT_SECONDS = 300


def make_pictures() -> dict[str, bytes]:
    """256x256 RGB of the kinds that people log. The same at every call."""
    source = random.Random(1)
    cells = [[source.random() < 0.5 for _ in range(32)] for _ in range(32)]
    kinds = {
        # A plot: few colours, long runs.
        "plot": lambda x, y: (31, 119, 180) if abs(y - 128 - 90 * math.sin(x / 25)) < 1.5
        else (220, 220, 220) if x % 32 == 0 or y % 32 == 0 else (255, 255, 255),
        # Weights or masks, enlarged.
        "cells": lambda x, y: (255, 255, 255) if cells[y // 8][x // 8] else (20, 20, 60),
        # What a photograph has: smooth shades, and noise from the sensor.
        "photo": lambda x, y: tuple(
            min(255, max(0, int(128 + 90 * math.sin(x / (37 + 9 * c)) * math.cos(y / (29 + 7 * c)) + source.gauss(0, 3))))
            for c in range(3)
        ),
        "gradient": lambda x, y: (x, y, (x + y) // 2),
        "noise": lambda x, y: (source.randrange(256), source.randrange(256), source.randrange(256)),
    }  # fmt: skip
    return {
        kind: bytes(value for y in range(SIDE) for x in range(SIDE) for value in color(x, y))
        for kind, color in kinds.items()
    }


def parse_size(text: str) -> int:
    """Bytes of code and constants out of what `size` prints."""
    match = re.search(r"^\s*([0-9]+)\s", text.splitlines()[1]) if len(text.splitlines()) > 1 else None
    if not match:
        raise LoaderError(f"cannot understand size: {text!r}")
    return int(match[1])


class WriterRun:
    def __init__(self, root: pathlib.Path, programs: pathlib.Path, *, runs: int, quick: bool):
        self._root = root
        self._ours = programs / "bin" / "writer_speed"
        self._runs = 1 if quick else runs
        self._scratch = root / "build" / "bench-logs"
        self._scratch.mkdir(parents=True, exist_ok=True)
        self._notes: list[str] = []

    def sections(self, cases: set[str]) -> str:
        if not cases:
            return ""
        if not self._ours.exists():
            raise LoaderError(f"{self._ours} is not built")
        python = self._tensorboardx()
        measured = []
        with tempfile.TemporaryDirectory(dir=self._scratch) as folder:
            scratch = pathlib.Path(folder)
            for case in CASES:
                if case not in cases:
                    continue
                print(f"writer: {case}", file=sys.stderr, flush=True)
                if case == "library":
                    measured += self._library(scratch)
                elif case == "pictures":
                    for kind, pixels in make_pictures().items():
                        picture = scratch / f"{kind}.rgb"
                        picture.write_bytes(pixels)
                        measured.append(self._turns(f"pictures {kind}", python, scratch, "pictures", picture))
                else:
                    measured.append(self._turns(case, python, scratch, case))
        return writer_report(measured, self._notes)

    def _tensorboardx(self) -> pathlib.Path | None:
        try:
            python = ensure_peers(self._root / "build" / "bench-venv")
        except PeersError as error:
            self._notes.append(f"tensorboardX skipped: {error}.")
            print(self._notes[-1], file=sys.stderr)
            return None
        self._notes.append(f"tensorboardX {TENSORBOARDX_VERSION} with NumPy and Pillow, from PyPI.")
        return python

    def _turns(self, name: str, python: pathlib.Path | None, scratch: pathlib.Path, mode: str, *more) -> Measured:
        """Ours and theirs turn and turn about; the first round is the warm-up."""
        script = self._root / "bench" / "tensorboardx_speed.py"
        ours, theirs = [], []
        for number in range(self._runs + 1):
            mine = self._call([self._ours, mode], scratch, *more)
            other = self._call([python, "-B", script, mode], scratch, *more) if python else None
            if number > 0:
                ours.append(mine)
                if other:
                    theirs.append(other)
        return Measured(name, ours, theirs)

    @staticmethod
    def _call(command: list, scratch: pathlib.Path, *more) -> dict:
        logs = scratch / "logs"
        shutil.rmtree(logs, ignore_errors=True)
        done = subprocess.run(
            [*command, logs, *more], capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS
        )
        shutil.rmtree(logs, ignore_errors=True)
        if done.returncode != 0:
            raise LoaderError(f"{pathlib.Path(command[0]).name}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    def _library(self, scratch: pathlib.Path) -> list[Measured]:
        """How large the library is, and how long a file that uses it takes to compile."""
        compiler = os.environ.get("CXX", "c++")
        folder = scratch / "amalgamated"
        tool = self._root / "tools" / "amalgamate.py"
        subprocess.run([sys.executable, "-B", tool, folder], check=True)
        compile_one = [compiler, "-std=c++20", "-O2", "-c"]
        subprocess.run([*compile_one, "sightglass_writer.cc"], cwd=folder, check=True)
        sized = subprocess.run(["size", "sightglass_writer.o"], cwd=folder, capture_output=True, text=True, check=True)
        (folder / "user.cc").write_text(
            '#include "sightglass_writer.h"\n'
            "int main() {\n"
            '  sightglass::SummaryWriter writer("runs/a");\n'
            '  return writer.AddScalar("loss", 0.5, 1).ok() ? 0 : 1;\n'
            "}\n",
            encoding="utf-8",
        )
        times = []
        for number in range(self._runs + 1):
            begin = time.perf_counter()
            subprocess.run([*compile_one, "user.cc"], cwd=folder, check=True)
            if number > 0:
                times.append({"seconds": time.perf_counter() - begin})
        return [Measured("size", [{"bytes": parse_size(sized.stdout)}], []), Measured("compile", times, [])]
