"""All that is measured of the server, from directories to the sections of the page."""

import contextlib
import json
import pathlib
import subprocess
import sys
from collections.abc import Callable

from bench_cases import make_directory
from http_servers import Server, ServerError, Sightglass, Tensorboard, find_tensorboard
from server_bench import (
    GROWTH_ROUTES,
    Figure,
    Growth,
    LoadClient,
    ServerBench,
    measure_client_growth,
    measure_growth,
)
from server_cases import ServerCase, make_request
from server_report import server_report

LOGS = "scalars --runs 100 --tags 20 --steps 2500"
QUICK_LOGS = "scalars --runs 10 --tags 5 --steps 2500"
# Few points: what grows here is what there is to list.
GROWTH_LOGS = {
    "100 runs x 20 tags": "scalars --runs 100 --tags 20 --steps 10",
    "1,000 runs x 20 tags": "scalars --runs 1000 --tags 20 --steps 10",
    "100 runs x 200 tags": "scalars --runs 100 --tags 200 --steps 10",
}
SERIES = "GET /data/plugin/scalars/scalars?run={run}&tag=l00/loss\nanswer rows {kept}"

# Cases without a file, since they compare with nothing.
GROWTH_CASE = "server_growth"
LOAD_CASE = "server_load"


class ServerRun:
    def __init__(self, root: pathlib.Path, programs: pathlib.Path, *, runs: int, quick: bool, keep: bool):
        self._root = root
        self._programs = programs
        self._scratch = root / "build" / "bench-logs"
        self._scratch.mkdir(parents=True, exist_ok=True)
        self._ours = Sightglass(programs / "sightglass", self._scratch)
        self._client = LoadClient(programs / "bin" / "http_load", self._scratch)
        self._runs = runs
        self._quick = quick
        self._keep = keep
        self._notes: list[str] = []

    def sections(self, cases: list[ServerCase], extra: set[str]) -> str:
        """`extra`: GROWTH_CASE, LOAD_CASE, both or none."""
        figures, requests = self._side_by_side(cases) if cases else ([], {})
        growths = self._growth() if GROWTH_CASE in extra else []
        load = self._load() if LOAD_CASE in extra else None
        return server_report(figures, requests, growths, load, self._notes)

    @contextlib.contextmanager
    def _logs(self, name: str, arguments: str):
        directory = make_directory(self._programs / "bin" / "make_logs", self._scratch, name, arguments)
        try:
            yield directory
        finally:
            if not self._keep:
                directory.delete()

    def _side_by_side(self, cases: list[ServerCase]) -> tuple[list[Figure], dict[str, list[int]]]:
        arguments = QUICK_LOGS if self._quick else LOGS
        self._notes.append(f"Log directory: `make_logs {arguments}`.")
        with self._logs("server", arguments) as directory:
            theirs = find_tensorboard(self._root, self._scratch, self._notes)
            bench = ServerBench(self._ours, theirs, self._client, self._runs)
            return bench.measure(cases, directory), bench.requests

    def _growth(self) -> list[Growth]:
        print("server: growth", file=sys.stderr, flush=True)
        with contextlib.ExitStack() as stack:
            servers = []
            for i, arguments in enumerate(GROWTH_LOGS.values()):
                directory = stack.enter_context(self._logs(f"server-growth-{i}", arguments))
                server = stack.enter_context(self._ours.start(directory.path))
                server.wait_for(_loaded(self._ours, server, directory), 0.005)
                servers.append(server)
            found = [
                measure_growth(f"GET {route}", route, list(GROWTH_LOGS), servers, self._client)
                for route in GROWTH_ROUTES
            ]
            directory = stack.enter_context(self._logs("server-clients", QUICK_LOGS))
            server = stack.enter_context(self._ours.start(directory.path, "--tb_sampling"))
            server.wait_for(_loaded(self._ours, server, directory), 0.005)
            runs = sorted(path.name for path in directory.path.iterdir())
            request = make_request(SERIES, runs, directory.points // directory.series)
            return [*found, measure_client_growth(server, request, self._client)]

    def _load(self) -> dict:
        """As a program of its own, which is also a test."""
        print("server: under load", file=sys.stderr, flush=True)
        result = self._scratch / "load.json"
        command = [sys.executable, "-B", self._root / "tests" / "load" / "load_test.py", "--programs", self._programs,
                   "--json", result, "--scratch", self._scratch]  # fmt: skip
        done = subprocess.run(
            [*command, *([] if self._quick else ["--full"])], capture_output=True, text=True, check=False, timeout=600
        )
        if done.returncode != 0:
            raise ServerError(done.stderr.strip())
        measured = json.loads(result.read_text(encoding="utf-8"))
        result.unlink()
        return measured


def _loaded(program: Sightglass, server: Server, directory) -> Callable[[], bool]:
    return lambda: program.is_loaded(server, directory.series, directory.points)
