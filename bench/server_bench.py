"""Measures our server and TensorBoard side by side on one log directory, and how our costs grow."""

import contextlib
import dataclasses
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

from bench_cases import CaseError, LogDirectory
from bench_report import Spread, spread
from http_servers import Server, ServerError, Sightglass, Tensorboard
from server_cases import ServerCase, ServerRequest, check_answer, make_request

LATENCY_SECONDS = 1.0  # of one round of ours
RIVAL_SECONDS = 3.0  # of one round of TensorBoard's, which does less in that time
RATE_SECONDS = 2.0
SETTLE_SECONDS = 1.0  # before memory is read


@dataclasses.dataclass(frozen=True)
class LoadFigures:
    """What `http_load requests` found."""

    requests: int
    p50_seconds: float
    p99_seconds: float
    per_second: float


def parse_load(text: str) -> LoadFigures:
    """ServerError for any failed request: a time with errors in it is none."""
    try:
        found = json.loads(text)
        if found["errors"]:
            raise ServerError(f"{found['errors']} failed requests; the first: {found['first_error']}")
        micros = found["latency_micros"]
        return LoadFigures(
            requests=int(found["requests"]),
            p50_seconds=micros["p50"] / 1e6,
            p99_seconds=micros["p99"] / 1e6,
            per_second=float(found["requests_per_second"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ServerError(f"cannot understand http_load: {error!r}") from error


def parse_wrk(text: str) -> float:
    """Requests a second as wrk says; ServerError if any failed."""
    rate = re.search(r"^Requests/sec:\s+([0-9.]+)$", text, re.MULTILINE)
    failed = re.search(r"^\s*(Socket errors|Non-2xx).*$", text, re.MULTILINE)
    if failed:
        raise ServerError(f"wrk: {failed[0].strip()}")
    if not rate:
        raise ServerError("wrk did not say how many requests a second there were")
    return float(rate[1])


@dataclasses.dataclass(frozen=True)
class Figure:
    """One line of the table. `unit`: seconds, bytes or per_second, of which the last is better when it is more."""

    case: ServerCase
    title: str
    unit: str
    ours: Spread | None
    theirs: Spread | None
    theirs_note: str = ""  # instead of a number


class LoadClient:
    def __init__(self, program: pathlib.Path, scratch: pathlib.Path):
        self._program = program
        self._body = scratch / "request.body"

    def _run(self, port: int, arguments: list) -> str:
        command = [self._program, "--port", port, *arguments]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, timeout=600)
        if done.returncode != 0:
            raise ServerError(done.stderr.strip())
        return done.stdout

    def requests(self, server: Server, request: ServerRequest, seconds: float, *, clients: int = 1,
                 gzip: bool = False, expected_bytes: int | None = None) -> LoadFigures:  # fmt: skip
        self._body.write_bytes(request.body)
        arguments = ["requests", "--request", request.description(self._body), "--seconds", seconds]
        arguments += ["--clients", clients, "--warm-up", 2 * clients]
        for name, value in request.headers(gzip=gzip).items():
            arguments += ["--header", f"{name}: {value}"]
        if expected_bytes is not None:
            arguments += ["--expect-bytes", expected_bytes]
        return parse_load(self._run(server.port, arguments))

    def append(self, server: Server, directory: pathlib.Path, count: int) -> dict:
        run = "zz-appended"
        try:
            return json.loads(self._run(server.port, ["append", directory, "--run", run, "--count", count]))
        finally:
            shutil.rmtree(directory / run, ignore_errors=True)


def wrk_rate(server: Server, request: ServerRequest, clients: int, seconds: float) -> float | None:
    """None where there is no wrk, or the request has a body."""
    program = shutil.which("wrk")
    if not program or request.body:
        return None
    command = [program, "-t", "1", "-c", str(clients), "-d", f"{seconds:.0f}s",
               f"http://127.0.0.1:{server.port}{request.target}"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    return parse_wrk(done.stdout)


class ServerBench:
    def __init__(self, ours: Sightglass, theirs: Tensorboard | None, client: LoadClient, runs: int):
        self._programs = [ours, theirs] if theirs else [ours]
        self._client = client
        self._runs = runs
        self.requests: dict[str, list[int]] = {}  # case -> how many were timed, of each server

    def measure(self, cases: list[ServerCase], directory: LogDirectory) -> list[Figure]:
        runs = sorted(path.name for path in directory.path.iterdir())
        steps = directory.points // directory.series
        figures: dict[str, list[Figure]] = {}
        lives = [case for case in cases if case.measure in ("start", "load", "memory")]
        if lives:
            figures |= self._measure_lives(lives, directory, runs, steps)
        others = [case for case in cases if case not in lives]
        if others:
            with contextlib.ExitStack() as stack:
                servers = []
                for program in self._programs:
                    # Sampled as TensorBoard does, so that both send the same points.
                    flags = ["--tb_sampling"] if program is self._programs[0] else []
                    server = stack.enter_context(program.start(directory.path, *flags))
                    self._wait_until_loaded(program, server, directory)
                    servers.append(server)
                for case in others:
                    print(f"server: {case.title}", file=sys.stderr, flush=True)
                    if case.measure == "live":
                        figures[case.name] = self._measure_live(case, servers, directory)
                    else:
                        figures[case.name] = self._measure_requests(case, servers, runs, steps)
        return [figure for case in cases for figure in figures[case.name]]

    @staticmethod
    def _wait_until_loaded(program, server: Server, directory: LogDirectory) -> float:
        return server.wait_for(lambda: program.is_loaded(server, directory.series, directory.points), 0.005)

    def _measure_lives(self, cases: list[ServerCase], directory: LogDirectory, runs: list[str], steps: int):
        """Start, load and memory belong to one life of a server."""
        samples = {program.name: {"start": [], "load": [], "memory": []} for program in self._programs}
        for round_number in range(self._runs + 1):
            print(f"server: start and load, round {round_number}", file=sys.stderr, flush=True)
            for program in self._programs:
                with program.start(directory.path) as server:
                    start = server.wait_for_page()
                    load = self._wait_until_loaded(program, server, directory)
                    time.sleep(SETTLE_SECONDS)
                    memory = server.resident_bytes()
                    if not program.is_complete(server, runs, "l00/loss", steps):
                        load = server.wait_for(lambda: program.is_complete(server, runs, "l00/loss", steps), 0.2)
                        memory = server.resident_bytes()
                if round_number > 0:  # the first is the warm-up
                    for name, value in (("start", start), ("load", load), ("memory", memory)):
                        samples[program.name][name].append(value)
        units = {"start": "seconds", "load": "seconds", "memory": "bytes"}
        return {
            case.name: [self._figure(case, case.title, units[case.measure],
                                     [samples[program.name][case.measure] for program in self._programs])]
            for case in cases
        }  # fmt: skip

    @staticmethod
    def _figure(case: ServerCase, title: str, unit: str, samples: list[list[float]]) -> Figure:
        ours, theirs = (*samples, [])[:2]
        return Figure(case, title, unit, spread(ours), spread(theirs) if theirs else None)

    @contextlib.contextmanager
    def _alone(self, server: Server, servers: list[Server]):
        """The others stand still meanwhile: TensorBoard looks at all files every 5 s."""
        others = [other for other in servers if other is not server]
        for other in others:
            other.pause()
        try:
            yield
        finally:
            for other in others:
                other.resume()

    def _check(self, case: ServerCase, servers: list[Server], requests: list[ServerRequest]) -> list[int]:
        """Sizes of the right answers as they come over the wire: every answer that is timed must have that."""
        sizes, bodies = [], []
        for server, request in zip(servers, requests, strict=True):
            headers = request.headers(gzip=case.gzip) | (
                {"Content-Type": request.content_type} if request.content_type else {}
            )
            answer = server.ask(request.method, request.target, body=request.body or None, headers=headers)
            sizes.append(len(answer.body))
            bodies.append(answer.text())
            check_answer(request, answer.status, bodies[-1])
        # The same request to both must have the same answer.
        if len(bodies) == 2 and requests[0] == requests[1] and json.loads(bodies[0]) != json.loads(bodies[1]):
            raise ServerError(f"{case.name}: the two servers give different points")
        return sizes

    def _measure_requests(self, case: ServerCase, servers: list[Server], runs: list[str], steps: int) -> list[Figure]:
        requests = [make_request(text, runs, steps) for text in (case.ours, case.theirs)][: len(servers)]
        sizes = self._check(case, servers, requests)
        p50, p99, rates, wrk = ([[] for _ in servers] for _ in range(4))
        timed = [0 for _ in servers]
        for _ in range(self._runs):
            for i, (server, request) in enumerate(zip(servers, requests, strict=True)):
                seconds = RATE_SECONDS if case.measure == "rate" else RIVAL_SECONDS if i else LATENCY_SECONDS
                with self._alone(server, servers):
                    found = self._client.requests(
                        server, request, seconds, clients=case.clients, gzip=case.gzip, expected_bytes=sizes[i]
                    )
                    by_wrk = wrk_rate(server, request, case.clients, seconds) if case.measure == "rate" else None
                wrk[i] += [] if by_wrk is None else [by_wrk]
                p50[i].append(found.p50_seconds)
                p99[i].append(found.p99_seconds)
                rates[i].append(found.per_second)
                timed[i] += found.requests
        self.requests[case.name] = timed
        if case.measure == "latency":
            return [
                self._figure(case, f"{case.title}: p50", "seconds", p50),
                self._figure(case, f"{case.title}: p99", "seconds", p99),
            ]
        figures = [self._figure(case, f"{case.title}: requests a second", "per_second", rates)]
        if wrk[0]:
            figures.append(self._figure(case, f"{case.title}: requests a second, by wrk", "per_second", wrk))
        return figures

    def _measure_live(self, case: ServerCase, servers: list[Server], directory: LogDirectory) -> list[Figure]:
        samples: dict[str, list[float]] = {"p50": [], "p99": []}
        count = 0
        with self._alone(servers[0], servers):
            for _ in range(self._runs):
                found = self._client.append(servers[0], directory.path, 100)["latency_micros"]
                count += found["count"]
                for name, values in samples.items():
                    values.append(found[name] / 1e6)
        self.requests[case.name] = [count]
        return [
            Figure(case, f"{case.title}: {name}", "seconds", spread(values), None, "up to 35 s by design")
            for name, values in samples.items()
        ]


@dataclasses.dataclass(frozen=True)
class Growth:
    """One cost of ours at ever larger sizes."""

    title: str
    sizes: tuple[str, ...]
    p50_seconds: tuple[float, ...]
    p99_seconds: tuple[float, ...]
    per_second: tuple[float, ...]


GROWTH_ROUTES = ("/api/runs", "/data/plugin/scalars/tags")
GROWTH_CLIENTS = (1, 8, 64)


def measure_growth(title: str, route: str, sizes: list[str], servers: list[Server], client: LoadClient) -> Growth:
    """One route on servers of several log directories."""
    found = []
    for server in servers:
        if server.ask("GET", route).status != 200:
            raise CaseError(f"GET {route} failed")
        request = ServerRequest("GET", route, "", "", b"", "rows", 0)
        found.append(client.requests(server, request, LATENCY_SECONDS))
    return _growth(title, sizes, found)


def measure_client_growth(server: Server, request: ServerRequest, client: LoadClient) -> Growth:
    found = [client.requests(server, request, LATENCY_SECONDS, clients=count) for count in GROWTH_CLIENTS]
    return _growth(f"GET {request.target}", [f"{count} client{'s' if count > 1 else ''}" for count in GROWTH_CLIENTS], found)


def _growth(title: str, sizes: list[str], found: list[LoadFigures]) -> Growth:
    return Growth(
        title,
        tuple(sizes),
        tuple(figures.p50_seconds for figures in found),
        tuple(figures.p99_seconds for figures in found),
        tuple(figures.per_second for figures in found),
    )
