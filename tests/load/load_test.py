#!/usr/bin/env python3
"""Many listeners and requests while a log directory appears: nothing may fail, be lost, or grow. See README.md.

    load_test.py --programs BUILD_FOLDER [--full] [--json FILE]
"""

import argparse
import dataclasses
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))

from http_servers import Server, ServerError  # noqa: E402

MIB = 1024 * 1024
TAG = "l00/loss"
CARD_RUNS = "^run-00[0-4]"  # at most 50: what somebody looks at, not all there is


@dataclasses.dataclass(frozen=True)
class Shape:
    runs: int
    tags: int
    steps: int
    listeners: int
    rate: int  # requests a second
    seconds: int  # of requests
    portions: int  # in which the runs appear
    portion_seconds: float  # between one and the next


SMALL = Shape(runs=20, tags=5, steps=1000, listeners=100, rate=50, seconds=3, portions=5, portion_seconds=0.1)
FULL = Shape(runs=320, tags=20, steps=2500, listeners=1000, rate=200, seconds=20, portions=10, portion_seconds=0.5)

# After the load, memory may be this much above what it was just after it: the allocator's slack, not a leak.
SLACK_SHARE = 0.10
SLACK_BYTES = 8 * MIB


def is_flat(plateau_bytes: float, end_bytes: float) -> bool:
    return end_bytes <= plateau_bytes * (1 + SLACK_SHARE) + SLACK_BYTES


def faults(requests: dict, listening: dict) -> list[str]:
    """What went wrong, in words, out of the answers of http_load."""
    found = []
    if requests["errors"]:
        found.append(f"{requests['errors']} requests failed; the first: {requests['first_error']}")
    if listening["failed"]:
        found.append(f"{listening['failed']} listeners were dropped; the first: {listening['first_error']}")
    words = {"out_of_order": "events out of order", "gaps": "gaps between events", "resets": "resets",
             "behind": "listeners behind"}  # fmt: skip
    found += [f"{listening[key]} {what}" for key, what in words.items() if listening[key]]
    if not listening["events"]:
        found.append("no live event at all")
    return found


class MemoryLog:
    """Resident memory of a server every 50 ms, with the time since the start."""

    def __init__(self, server: Server):
        self._server = server
        self._samples: list[tuple[float, int]] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> "MemoryLog":
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stop.wait(0.05):
            self._samples.append((time.perf_counter(), self._server.resident_bytes()))

    def peak(self) -> int:
        return max(size for _, size in self._samples)

    def median(self, begin: float, end: float) -> float:
        sizes = [size for when, size in self._samples if begin <= when <= end]
        return statistics.median(sizes or [self._samples[-1][1]])


def move_in(staged: list[pathlib.Path], logs: pathlib.Path, shape: Shape) -> None:
    """A run appears as a whole, as when it is copied from elsewhere."""
    size = -(-len(staged) // shape.portions)
    for first in range(0, len(staged), size):
        for run in staged[first : first + size]:
            run.rename(logs / run.name)
        time.sleep(shape.portion_seconds)


def requests_of(folder: pathlib.Path) -> list[str]:
    """What pages and scripts ask, in turn. Every one has an answer from the beginning on."""
    card = folder / "card.json"
    selection = {"tags": [TAG], "runs_matching": CARD_RUNS}
    card.write_text(json.dumps({"selection": selection, "width": 800}), encoding="utf-8")
    return [
        "GET /",
        "GET /api/status",
        "GET /api/runs",
        "GET /data/plugin/scalars/tags",
        f"GET /data/plugin/scalars/scalars?run=run-0000&tag={TAG}",
        f"POST /api/scalars application/json {card}",
        "GET /data/runs",
        f"GET /data/plugin/scalars/scalars?run=run-0000&tag={TAG}&format=csv",
    ]


def is_loaded(server: Server, points: int) -> bool:
    status = server.get_json("/api/status")
    return not status["loading"] and status["points"] == points


def run_load(programs: pathlib.Path, shape: Shape, folder: pathlib.Path) -> tuple[dict, list[str]]:
    """What was measured, and what went wrong."""
    logs, staging = folder / "logs", folder / "staging"
    made = subprocess.run(
        [programs / "bin" / "make_logs", "scalars", "--runs", str(shape.runs), "--tags", str(shape.tags),
         "--steps", str(shape.steps), staging],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    made = json.loads(made.stdout)
    staged = sorted(staging.iterdir())
    logs.mkdir()
    staged.pop(0).rename(logs / "run-0000")
    http_load = programs / "bin" / "http_load"
    port_file = folder / "port"
    command = [programs / "sightglass", "serve", logs, "--host", "127.0.0.1", "--port", "0", "--port_file", port_file]
    with Server(command, 0, folder / "server.log") as server:
        server.wait_for(lambda: port_file.exists(), 0.005)
        server.port = int(port_file.read_text(encoding="ascii"))
        server.wait_for(lambda: is_loaded(server, shape.tags * shape.steps), 0.005)
        arguments = [http_load, "--port", str(server.port)]
        listening = subprocess.Popen(
            [*arguments, "listen", "--listeners", str(shape.listeners)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        asking = None
        try:
            listening.stdout.readline()  # all are listening
            asks = [word for request in requests_of(folder) for word in ("--request", request)]
            asking = subprocess.Popen(
                [*arguments, "requests", *asks, "--rate", str(shape.rate), "--clients", "32",
                 "--seconds", str(shape.seconds)],
                stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            with MemoryLog(server) as memory:
                begin = time.perf_counter()
                move_in(staged, logs, shape)
                server.wait_for(lambda: is_loaded(server, made["points"]), 0.01)
                loaded = time.perf_counter()
                requests = json.loads(asking.communicate(timeout=shape.seconds + 120)[0])
                end = time.perf_counter()
            events = json.loads(listening.communicate(timeout=60)[0])
        finally:
            for process in (listening, asking):
                if process and process.poll() is None:
                    process.kill()
                    process.wait()
        problems = faults(requests, events)
        # The first second after the load belongs to its tail, and thirds are long enough for a median.
        third = (end - loaded) / 3
        plateau, last = memory.median(loaded + min(1, third), loaded + third + 1), memory.median(end - third, end)
        if not is_flat(plateau, last) and not os.environ.get("SIGHTGLASS_SANITIZE"):
            problems.append(f"memory grew from {plateau / MIB:.0f} to {last / MIB:.0f} MiB after the load")
        if (code := server.end_politely(30)) != 0:
            problems.append(f"the server ended with {code}: {server.last_words()}")
    micros = requests["latency_micros"]
    return {
        "listeners": shape.listeners,
        "log_bytes": made["bytes"],
        "load_seconds": loaded - begin,
        "requests": requests["requests"],
        "errors": requests["errors"],
        "rate": shape.rate,
        "p50_seconds": micros["p50"] / 1e6,
        "p99_seconds": micros["p99"] / 1e6,
        "max_seconds": micros["max"] / 1e6,
        "events": events["events"],
        "event_bytes": events["bytes"],
        "peak_bytes": memory.peak(),
        "plateau_bytes": plateau,
        "end_bytes": last,
    }, problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="build folder")
    parser.add_argument("--full", action="store_true", help="1,000 listeners and 1 GB instead of a small form")
    parser.add_argument("--json", type=pathlib.Path, help="write what was measured there")
    parser.add_argument("--scratch", type=pathlib.Path, help="where the log directory goes for a while")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
        try:
            measured, problems = run_load(options.programs, FULL if options.full else SMALL, pathlib.Path(folder))
        except (ServerError, OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
            print(f"load_test: {error}", file=sys.stderr)
            return 1
    print(json.dumps(measured))
    if options.json:
        options.json.write_text(json.dumps(measured), encoding="utf-8")
    for problem in problems:
        print(f"load_test: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
