"""Starts a server on a log directory, asks it, and says what memory it takes: ours, and TensorBoard."""

import contextlib
import ctypes
import dataclasses
import gzip
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "tools"))

from peers_venv import TENSORBOARD_VERSION, PeersError, ensure_peers  # noqa: E402

TIMEOUT_SECONDS = 300
FORM = "application/x-www-form-urlencoded"


class ServerError(Exception):
    """A server did not start, failed, or gave a wrong answer."""


@dataclasses.dataclass(frozen=True)
class Answer:
    status: int
    body: bytes  # as it came over the wire
    encoding: str  # of the body: "gzip", or empty

    def text(self) -> bytes:
        return gzip.decompress(self.body) if self.encoding == "gzip" else self.body


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def parse_stat(text: str) -> int:
    """The parent's id out of a /proc/PID/stat, whose second field may hold blanks and brackets."""
    return int(text.rpartition(")")[2].split()[1])


def parse_resident_bytes(status: str) -> int:
    """VmRSS of a /proc/PID/status; 0 for a process that has ended."""
    match = re.search(r"^VmRSS:\s+([0-9]+) kB$", status, re.MULTILINE)
    return int(match[1]) * 1024 if match else 0


def descendants(root: int, parents: dict[int, int]) -> list[int]:
    """`root` and all whose parent, or parent's parent, ... it is. `parents`: process -> its parent."""
    found = [root]
    for process in found:
        found += sorted(child for child, parent in parents.items() if parent == process)
    return found


def _all_parents() -> dict[int, int]:
    parents = {}
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = parse_stat((folder / "stat").read_text(errors="replace"))
            except (OSError, ValueError, IndexError):
                continue  # it ended meanwhile
    return parents


def adopt_orphans() -> None:
    """Makes this process the parent of what its children leave behind.

    TensorBoard does not wait for its data server, whose time would then pass for that of somebody else on the machine.
    """
    set_child_subreaper = 36  # of <sys/prctl.h>
    ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def reap_orphans() -> None:
    """Waits for adopted children that have ended, so that their time counts as ours. Those that Popen waits for still run."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass


def end_all(root: int) -> None:
    """Ends a process and all that it started, in whatever process group."""
    for process in descendants(root, _all_parents()):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


class Server:
    """A server's process and all that it started. Ends with the `with` block."""

    def __init__(self, command: list, port: int, log: pathlib.Path):
        self.port = port
        self._log = log
        with log.open("wb") as output:
            self.started = time.perf_counter()
            # A session of its own, so that what it started can be ended with it.
            self._process = subprocess.Popen(
                [str(part) for part in command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    def stop(self) -> None:
        if self._process.returncode is not None:
            return
        others = self.processes()[1:]
        self._signal(signal.SIGKILL)
        self._process.wait()
        for process in others:  # see adopt_orphans()
            with contextlib.suppress(ChildProcessError):
                os.waitpid(process, 0)

    def end_politely(self, seconds: float) -> int:
        """The exit code after SIGTERM; ServerError if it does not end in time."""
        self._process.terminate()
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired as error:
            raise ServerError(f"still there {seconds} s after SIGTERM") from error

    def processes(self) -> list[int]:
        return descendants(self._process.pid, _all_parents())

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)

    def pause(self) -> None:
        """Takes its processor time away, so that another server can be measured."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def resident_bytes(self) -> int:
        total = 0
        for process in self.processes():
            try:
                total += parse_resident_bytes(pathlib.Path(f"/proc/{process}/status").read_text(errors="replace"))
            except OSError:
                continue
        return total

    def last_words(self) -> str:
        lines = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def check_running(self) -> None:
        if self._process.poll() is not None:
            raise ServerError(f"the server ended with {self._process.returncode}: {self.last_words()}")

    def ask(self, method: str, target: str, *, body: bytes | None = None, headers: dict | None = None) -> Answer:
        """One request on a connection of its own. OSError or http.client.HTTPException if there is no answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_SECONDS)
        try:
            connection.request(method, target, body=body, headers=headers or {})
            answer = connection.getresponse()
            return Answer(answer.status, answer.read(), answer.getheader("Content-Encoding", ""))
        finally:
            connection.close()

    def get_json(self, target: str) -> object:
        answer = self.ask("GET", target)
        if answer.status != 200:
            raise ServerError(f"GET {target}: status {answer.status}")
        return json.loads(answer.body)

    def wait_for(self, done, pause_seconds: float) -> float:
        """Seconds since the start of the process until `done()` was true. While it cannot connect, it is not."""
        deadline = self.started + TIMEOUT_SECONDS
        while time.perf_counter() < deadline:
            try:
                if done():
                    return time.perf_counter() - self.started
            except (OSError, http.client.HTTPException):
                self.check_running()
            time.sleep(pause_seconds)
        raise ServerError(f"not ready within {TIMEOUT_SECONDS} s: {self.last_words()}")

    def wait_for_page(self) -> float:
        return self.wait_for(lambda: self.ask("GET", "/").status == 200, 0.001)


class Sightglass:
    name = "Sightglass"

    def __init__(self, program: pathlib.Path, scratch: pathlib.Path):
        self._program = program
        self._log = scratch / "sightglass.log"

    def start(self, directory: pathlib.Path, *flags: str) -> Server:
        port = free_port()
        command = [self._program, "serve", directory, "--host", "127.0.0.1", "--port", port, *flags]
        return Server(command, port, self._log)

    @staticmethod
    def is_loaded(server: Server, series: int, points: int) -> bool:
        del series  # the points say it all
        status = server.get_json("/api/status")
        return not status["loading"] and status["points"] == points

    @staticmethod
    def is_complete(server: Server, runs: list[str], tag: str, steps: int) -> bool:
        """is_loaded() has counted every point."""
        del server, runs, tag, steps
        return True


class Tensorboard:
    name = f"TensorBoard {TENSORBOARD_VERSION}"
    KEPT = 1000  # scalars a series

    def __init__(self, program: pathlib.Path, scratch: pathlib.Path):
        self._program = program
        self._log = scratch / "tensorboard.log"

    def start(self, directory: pathlib.Path, *flags: str) -> Server:
        port = free_port()
        command = [self._program, "--logdir", directory, "--port", port, "--load_fast=true", *flags]
        return Server(command, port, self._log)

    @staticmethod
    def is_loaded(server: Server, series: int, points: int) -> bool:
        del points  # it does not say; is_complete() looks
        tags = server.get_json("/data/plugin/scalars/tags")
        return sum(len(of_run) for of_run in tags.values()) == series

    @classmethod
    def is_complete(cls, server: Server, runs: list[str], tag: str, steps: int) -> bool:
        """Its index may know a run before all of its points."""
        body = urllib.parse.urlencode({"requests": json.dumps([{"plugin": "scalars", "tag": tag}])}).encode()
        answer = server.ask("POST", "/data/plugin/timeseries/timeSeries", body=body, headers={"Content-Type": FORM})
        series = json.loads(answer.body)[0]["runToSeries"]
        kept = min(steps, cls.KEPT)
        return sorted(series) == runs and all(
            len(points) == kept and points[-1]["step"] == steps - 1 for points in series.values()
        )


def find_tensorboard(root: pathlib.Path, scratch: pathlib.Path, notes: list[str]) -> Tensorboard | None:
    """The one in build/bench-venv, installed there unless it is. Notes say which it is, or why there is none."""
    folder = root / "build" / "bench-venv"
    try:
        ensure_peers(folder)
    except PeersError as error:
        notes.append(f"TensorBoard skipped: {error}.")
        print(notes[-1], file=sys.stderr)
        return None
    found = Tensorboard(folder / "bin" / "tensorboard", scratch)
    notes.append(f"{found.name} with its data server (`--load_fast=true`), from PyPI.")
    return found
