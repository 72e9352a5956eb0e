#!/usr/bin/env python3
"""Writes every kind with our library and reads it back with TensorBoard: its EventAccumulator, its server, its Rust loader.

    read_back_test.py --write_samples PROGRAM --sightglass PROGRAM

Exit status 77 and a loud line if TensorBoard cannot be had from PyPI.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parents[1] / "tools")]

import peers_venv  # noqa: E402
from plugin_routes_check import check_routes  # noqa: E402

SKIPPED = 77
TIMEOUT_SECONDS = 120


def rust_complaints(server: pathlib.Path, logdir: pathlib.Path) -> list[str]:
    """What TensorBoard's Rust loader, told to check every checksum, has to say about the files."""
    command = [server, "--logdir", logdir, "--reload", "once", "-v", "--checksum", "--port", "0", "--die-after-stdin"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as process:
        watchdog = threading.Timer(TIMEOUT_SECONDS, process.kill)
        watchdog.start()
        try:
            lines = []
            for line in process.stderr:
                lines.append(line.strip())
                if "Finished load cycle" in line:
                    break
            else:
                return [f"it ended without loading: {lines}"]
        finally:
            watchdog.cancel()
            process.kill()
    return [line for line in lines if re.search(r"\b(WARN|ERROR)\b", line)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--write_samples", type=pathlib.Path, required=True)
    parser.add_argument("--sightglass", type=pathlib.Path, required=True)
    options = parser.parse_args()
    try:
        python = peers_venv.ensure_peers()
        data_server = peers_venv.find_data_server()
    except peers_venv.PeersError as error:
        print(f"SKIPPED: PyPI cannot be reached: {error}", flush=True)
        return SKIPPED
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        logdir, scratch = pathlib.Path(folder, "logs"), pathlib.Path(folder)
        written = subprocess.run([options.write_samples, logdir], capture_output=True, text=True, check=False)
        if written.returncode != 0:
            print(f"FAIL write_samples: {written.stderr}")
            return 1
        expectations = scratch / "expectations.json"
        expectations.write_text(written.stdout, encoding="utf-8")

        done = subprocess.run(
            [python, "-B", HERE / "accumulator_check.py", logdir, expectations],
            capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS,
        )  # fmt: skip
        print(done.stdout + done.stderr, end="")
        if done.returncode != 0:
            problems.append("EventAccumulator")

        complaints = rust_complaints(data_server, logdir)
        print(f"Rust loader with --checksum: {len(complaints)} complaints")
        problems += [f"Rust loader: {line}" for line in complaints]

        found, line = check_routes(
            options.sightglass, python.parent / "tensorboard", logdir, scratch, json.loads(written.stdout)
        )
        print(line)
        problems += found
    for problem in problems:
        print(f"FAIL {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
