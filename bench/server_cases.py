"""The server's cases as data, and the requests in them."""

import configparser
import dataclasses
import json
import pathlib
import struct
import urllib.parse

from bench_cases import CaseError, numbered_cases, read_sections

MEASURES = ("start", "load", "memory", "latency", "rate", "live")


@dataclasses.dataclass(frozen=True)
class ServerTargets:
    """What a case must reach; None: nothing asked."""

    times_better: float | None = None  # than TensorBoard, in the case's first figure
    at_most_ms: float | None = None  # of the first figure
    p99_ms: float | None = None


@dataclasses.dataclass(frozen=True)
class ServerRequest:
    """One request, its answer's form, and how many points there must be in it."""

    method: str
    target: str
    accept: str  # a content type; empty: any
    content_type: str  # empty: no body
    body: bytes
    answer: str  # a name in POINT_COUNTERS
    points: int

    def headers(self, *, gzip: bool) -> dict[str, str]:
        """All but the body's type."""
        found = {"Accept": self.accept} if self.accept else {}
        return found | ({"Accept-Encoding": "gzip"} if gzip else {})

    def description(self, body_file: pathlib.Path) -> str:
        """As http_load takes it; the body must be in that file."""
        words = [self.method, self.target]
        return " ".join(words + ([self.content_type, str(body_file)] if self.content_type else []))


@dataclasses.dataclass(frozen=True)
class ServerCase:
    name: str
    title: str
    measure: str  # one of MEASURES
    ours: str  # a request as text, with placeholders; empty where the measure needs none
    theirs: str
    gzip: bool
    clients: int
    targets: ServerTargets

    def made_quick(self) -> "ServerCase":
        """On a small directory: it shows that everything works, and must not pass for the real one."""
        return dataclasses.replace(self, title=f"quick: {self.title}", targets=ServerTargets())


def _count_rows(body: bytes) -> int:
    return len(json.loads(body))


def _count_time_series(body: bytes) -> int:
    return sum(len(points) for item in json.loads(body) for points in item["runToSeries"].values())


def parse_columns(body: bytes) -> dict:
    """The head of a columnar answer; CaseError if it is none, or if an array is outside of it."""
    if len(body) < 8 or body[:4] != b"SGC1":
        raise CaseError("the answer is not columnar")
    (length,) = struct.unpack_from("<I", body, 4)
    head = json.loads(body[8 : 8 + length])
    widths = {"8": 1, "16": 2, "32": 4, "64": 8}

    def check(value: object) -> None:
        if isinstance(value, list):
            for item in value:
                check(item)
        elif isinstance(value, dict):
            if {"type", "at", "count"} <= value.keys():
                end = 8 + length + value["at"] + value["count"] * widths[value["type"][1:]]
                if end > len(body):
                    raise CaseError("an array is longer than the answer")
            for item in value.values():
                check(item)

    check(head)
    return head


def _count_columns(body: bytes) -> int:
    """Points that the answer stands for: all of a series, of which those are sent that make a difference on the screen."""
    series = parse_columns(body)["series"]
    if not all(each["value"]["count"] for each in series):
        raise CaseError("a series without values")
    return sum(each["points"] for each in series)


POINT_COUNTERS = {"rows": _count_rows, "time_series": _count_time_series, "columns": _count_columns}


def check_answer(request: ServerRequest, status: int, body: bytes) -> None:
    """A fast answer to something else is no result."""
    if status != 200:
        raise CaseError(f"{request.method} {request.target}: status {status}")
    try:
        points = POINT_COUNTERS[request.answer](body)
    except (ValueError, KeyError, TypeError) as error:
        raise CaseError(f"{request.method} {request.target}: cannot understand the answer: {error!r}") from error
    if points != request.points:
        raise CaseError(f"{request.method} {request.target}: {points} points, expected {request.points}")


def make_request(text: str, runs: list[str], steps: int) -> ServerRequest:
    """Lines of a case: METHOD TARGET; `accept TYPE`; `form NAME VALUE` or `json TEXT`; `answer FORM POINTS`.

    {run} is a run, {runs} a JSON list of all, {steps} the steps of each series, {all_points} those of all runs,
    {kept} and {all_kept} the same as far as TensorBoard keeps them.
    """
    kept = min(steps, 1000)
    values = {
        "run": runs[len(runs) // 2],
        "runs": json.dumps(runs),
        "steps": str(steps),
        "all_points": str(steps * len(runs)),
        "kept": str(kept),
        "all_kept": str(kept * len(runs)),
    }
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    method = target = accept = content_type = answer = ""
    body, points = b"", -1
    for line in text.strip().splitlines():
        word, _, rest = line.strip().partition(" ")
        if word in ("GET", "POST"):
            method, target = word, rest
        elif word == "accept":
            accept = rest
        elif word == "form":
            field, _, value = rest.partition(" ")
            content_type, body = "application/x-www-form-urlencoded", urllib.parse.urlencode({field: value}).encode()
        elif word == "json":
            content_type, body = "application/json", json.dumps(json.loads(rest)).encode()
        elif word == "answer":
            answer, _, count = rest.partition(" ")
            points = int(count)
        else:
            raise ValueError(f"not a line of a request: {line.strip()}")
    if not method or answer not in POINT_COUNTERS:
        raise ValueError("a request has a method, a target and an answer")
    return ServerRequest(method, target, accept, content_type, body, answer, points)


_CASE_KEYS = {"title", "measure", "ours", "theirs", "gzip", "clients"}
_TARGET_KEYS = {field.name for field in dataclasses.fields(ServerTargets)}


def parse_server_case(name: str, text: str) -> ServerCase:
    try:
        case, target = read_sections(name, text, _CASE_KEYS, _TARGET_KEYS)
        measure = case["measure"]
        if measure not in MEASURES:
            raise CaseError(f"{name}: no measure {measure}; there are: {', '.join(MEASURES)}")
        asks = measure in ("latency", "rate")
        for side in ("ours", "theirs"):
            if (side in case) != asks:
                raise CaseError(f"{name}: {measure} {'needs' if asks else 'has no'} {side}")
            if asks:
                make_request(case[side], ["run"], 1)
        return ServerCase(
            name=name,
            title=case["title"],
            measure=measure,
            ours=case.get("ours", ""),
            theirs=case.get("theirs", ""),
            gzip=case.getboolean("gzip", False),
            clients=int(case.get("clients", "1")),
            targets=ServerTargets(**{key: float(value) for key, value in target.items()}),
        )
    except KeyError as error:
        raise CaseError(f"{name}: {error.args[0]} is missing") from error
    except (configparser.Error, ValueError) as error:
        raise CaseError(f"{name}: {error}") from error


def load_server_cases(folder: pathlib.Path) -> list[ServerCase]:
    return [parse_server_case(name, text) for name, text in numbered_cases(folder)]
