"""Runs one loader once on one log directory, and says what that cost."""

import dataclasses
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "tools"))

from peers_venv import PeersError, ensure_peers, find_data_server  # noqa: E402

TIMEOUT_SECONDS = 600


class LoaderError(Exception):
    """A loader could not be had, did not finish, or gave a wrong answer."""


@dataclasses.dataclass(frozen=True)
class Sample:
    """One run of one loader."""

    wall_seconds: float  # from the start of the process until the answer was there
    load_seconds: float  # what the loader itself says the load took
    cpu_seconds: float  # user and system
    peak_bytes: int


@dataclasses.dataclass(frozen=True)
class Inspection:
    points: int
    superseded: int
    issues: int
    load_seconds: float


def parse_inspection(text: str) -> Inspection:
    """What `sightglass inspect --json` printed."""
    try:
        answer = json.loads(text)
        return Inspection(
            points=int(answer["totals"]["points"]),
            superseded=int(answer["totals"]["superseded"]),
            issues=len(answer["issues"]),
            load_seconds=float(answer["load"]["seconds"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise LoaderError(f"cannot understand the answer of inspect --json: {error!r}") from error


def check_inspection(found: Inspection, expected_points: int) -> None:
    """A fast load of something else is no result: the generated directories have no fault and no step twice."""
    if found.points != expected_points:
        raise LoaderError(f"inspect found {found.points} points, {expected_points} were written")
    if found.superseded != 0:
        raise LoaderError(f"inspect holds {found.superseded} points for superseded, no step was written twice")
    if found.issues != 0:
        raise LoaderError(f"inspect found {found.issues} issues in a directory without any")


class Sightglass:
    def __init__(self, program: pathlib.Path, measure_command: pathlib.Path, scratch: pathlib.Path):
        self._program = program
        self._measure_command = measure_command
        self._answer = scratch / "inspect.out"

    def run(self, directory: pathlib.Path, expected_points: int) -> Sample:
        """Raises LoaderError if it fails or its answer is wrong."""
        # The answer goes to a file: reading it from a pipe here would take processor time from the program.
        done = subprocess.run(
            [self._measure_command, self._answer, self._program, "inspect", directory, "--json"],
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT_SECONDS,
        )
        if done.returncode != 0:
            raise LoaderError(f"cannot measure {self._program}: {done.stderr.strip()}")
        cost = json.loads(done.stdout)
        if cost["exit_code"] != 0:
            raise LoaderError(f"inspect ended with {cost['exit_code']}: {done.stderr.strip()}")
        found = parse_inspection(self._answer.read_text(encoding="utf-8"))
        self._answer.unlink()
        check_inspection(found, expected_points)
        return Sample(
            cost["wall_seconds"], found.load_seconds, cost["cpu_seconds"], cost["peak_rss_bytes"]
        )


_UNITS = {"ns": 1e-9, "µs": 1e-6, "us": 1e-6, "ms": 1e-3, "s": 1.0}


def parse_load_cycle(line: str) -> float | None:
    """The seconds of a "Finished load cycle (…)" line of the Rust loader; None for any other line."""
    match = re.search(r"Finished load cycle \(([0-9.]+)(ns|µs|us|ms|s)\)", line)
    return float(match[1]) * _UNITS[match[2]] if match else None


def parse_peak_bytes(status: str) -> int:
    """VmHWM of a /proc/PID/status."""
    match = re.search(r"^VmHWM:\s+([0-9]+) kB$", status, re.MULTILINE)
    if not match:
        raise LoaderError("no VmHWM in the process's status")
    return int(match[1]) * 1024


class RustLoader:
    """TensorBoard's own fast loader."""

    def __init__(self, server: pathlib.Path):
        self._server = server

    def run(self, directory: pathlib.Path, keep_all_of: str | None = None) -> Sample:
        # A server, so it is ended here once it has loaded everything.
        command = [self._server, "--logdir", directory, "--reload", "once", "-v", "--port", "0", "--die-after-stdin"]
        if keep_all_of:
            command.append(f"--samples-per-plugin={keep_all_of}=all")
        start = time.perf_counter()
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        ) as process:
            # Not process.kill, which may reap the process and with it the usage that wait4 is to give.
            watchdog = threading.Timer(TIMEOUT_SECONDS, os.kill, (process.pid, signal.SIGKILL))
            watchdog.start()
            try:
                load_seconds = None
                for line in process.stderr:
                    load_seconds = parse_load_cycle(line)
                    if load_seconds is not None:
                        break
                wall_seconds = time.perf_counter() - start
                if load_seconds is None:
                    raise LoaderError("the Rust loader ended without finishing a load cycle")
                # VmHWM counts from the start of the program; the kernel's rusage also counts who started it.
                peak_bytes = parse_peak_bytes(pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii"))
            finally:
                watchdog.cancel()
                os.kill(process.pid, signal.SIGKILL)
                _, state, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(state)
        return Sample(wall_seconds, load_seconds, usage.ru_utime + usage.ru_stime, peak_bytes)


def find_rust_loader(folder: pathlib.Path) -> RustLoader:
    """Installs it into `folder` unless it is there. LoaderError says why it cannot be had."""
    try:
        ensure_peers(folder)
        return RustLoader(find_data_server(folder))
    except PeersError as error:
        raise LoaderError(str(error)) from error
