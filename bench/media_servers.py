"""How images and texts are asked of each server: the same things, by the requests that its own page makes."""

import dataclasses
import http.client
import itertools
import json
import time
import urllib.parse

from http_servers import Server, ServerError

JSON = "application/json"


def _get(server: Server, target: str) -> bytes:
    answer = server.ask("GET", target)
    if answer.status != 200:
        raise ServerError(f"GET {target}: status {answer.status}")
    return answer.body


def column(value: object, length: int) -> list:
    """A column of our answers that holds one number throughout may be just that."""
    return value if isinstance(value, list) else [value] * length


def targets_of_steps(answer: dict) -> list[list[str]]:
    """Of an answer of /api/images/steps: for each series, a request for every image."""
    found = []
    for series in answer["series"]:
        steps = series["step"]
        versions, counts = column(series["v"], len(steps)), column(series["count"], len(steps))
        keys = {"run_id": series["run_id"], "tag_id": series["tag_id"]}
        found.append(
            [
                "/api/images/blob?" + urllib.parse.urlencode({**keys, "step": step, "v": version, "sample": sample})
                for step, version, count in zip(steps, versions, counts, strict=True)
                for sample in range(count)
            ]
        )
    return found


def _is_ours_loaded(server: Server, series: int, points: int) -> bool:
    del series
    status = server.get_json("/api/status")
    return not status["loading"] and status["points"] == points


class OurImages:
    is_loaded = staticmethod(_is_ours_loaded)

    @staticmethod
    def all_images(server: Server) -> list[list[str]]:
        headers = {"Content-Type": JSON, "Accept": JSON}
        answer = server.ask("POST", "/api/images/steps", body=b"{}", headers=headers)
        if answer.status != 200:
            raise ServerError(f"POST /api/images/steps: status {answer.status}")
        return targets_of_steps(json.loads(answer.text()))


class TensorboardImages:
    @classmethod
    def is_loaded(cls, server: Server, series: int, points: int) -> bool:
        """All tags are there, and each has the last of its images: it keeps that one always, and which others, is chance."""
        last_step = points // series - 1
        tags = server.get_json("/data/plugin/images/tags")
        if sum(len(of_run) for of_run in tags.values()) < series:
            return False
        return all(cls._entries(server, run, tag)[-1]["step"] == last_step for run in tags for tag in tags[run])

    @staticmethod
    def _entries(server: Server, run: str, tag: str) -> list[dict]:
        query = urllib.parse.urlencode({"run": run, "tag": tag, "sample": 0})
        return server.get_json(f"/data/plugin/images/images?{query}")

    @classmethod
    def all_images(cls, server: Server) -> list[list[str]]:
        tags = server.get_json("/data/plugin/images/tags")
        return [
            [f"/data/plugin/images/individualImage?{entry['query']}" for entry in cls._entries(server, run, tag)]
            for run in sorted(tags)
            for tag in sorted(tags[run])
        ]


@dataclasses.dataclass(frozen=True)
class Card:
    """One tag of all runs, as a page shows it."""

    seconds: float
    steps: int  # that came, of all runs


class OurHistograms:
    is_loaded = staticmethod(_is_ours_loaded)

    @staticmethod
    def tags(server: Server) -> list[str]:
        headers = {"Content-Type": JSON, "Accept": JSON}
        answer = server.ask("POST", "/api/tags", body=b'{"kind":"histograms"}', headers=headers)
        return sorted(tag["name"] for tag in json.loads(answer.text())["tags"])

    @staticmethod
    def card(server: Server, tag: str) -> Card:
        query = {"selection": {"tags": [tag]}, "max_steps": 10_000}
        began = time.perf_counter()
        headers = {"Content-Type": JSON, "Accept": JSON}
        answer = server.ask("POST", "/api/histograms", body=json.dumps(query).encode(), headers=headers)
        seconds = time.perf_counter() - began
        if answer.status != 200:
            raise ServerError(f"POST /api/histograms: status {answer.status}")
        return Card(seconds, sum(len(series["step"]) for series in json.loads(answer.text())["series"]))


class TensorboardHistograms:
    @staticmethod
    def is_loaded(server: Server, series: int, points: int) -> bool:
        """Every run has the last step of its last tag: to ask for all would take longer than the load."""
        last_step = points // series - 1
        tags = server.get_json("/data/plugin/histograms/tags")
        if sum(len(of_run) for of_run in tags.values()) < series:
            return False
        return all(_histogram_steps(server, run, max(tags[run]))[-1] == last_step for run in tags)

    @staticmethod
    def tags(server: Server) -> list[str]:
        return sorted({tag for of_run in server.get_json("/data/plugin/histograms/tags").values() for tag in of_run})

    @staticmethod
    def card(server: Server, tag: str) -> Card:
        runs = sorted(server.get_json("/data/plugin/histograms/tags"))
        began = time.perf_counter()
        steps = sum(len(_histogram_steps(server, run, tag)) for run in runs)
        return Card(time.perf_counter() - began, steps)


def _histogram_steps(server: Server, run: str, tag: str) -> list[int]:
    query = urllib.parse.urlencode({"run": run, "tag": tag})
    return [step for _, step, _ in server.get_json(f"/data/plugin/histograms/histograms?{query}")]


def spread_over(images: list[list[str]], count: int) -> list[str]:
    """So many, evenly out of every series and out of all its steps; all of them, if there are not more."""
    total = sum(map(len, images))
    if total <= count:
        return list(itertools.chain(*images))
    share = -(-count // len(images))
    chosen = [[series[i * len(series) // share] for i in range(min(share, len(series)))] for series in images]
    return list(itertools.chain(*chosen))[:count]


def browse(server: Server, targets: list[str], image_bytes: int) -> list[float]:
    """Milliseconds of each. A wrong answer is an error."""
    times = []
    for target in targets:
        began = time.perf_counter()
        body = _get(server, target)
        times.append((time.perf_counter() - began) * 1e3)
        if len(body) != image_bytes or not body.startswith(b"\x89PNG"):
            raise ServerError(f"GET {target}: {len(body)} bytes, which are not the image")
    return times


@dataclasses.dataclass(frozen=True)
class Search:
    seconds: float
    first_hit_seconds: float
    hits: int
    bytes: int


def search_texts(server: Server, query: dict) -> Search:
    """POST /api/text/search, line after line as it comes."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    try:
        began = time.perf_counter()
        connection.request("POST", "/api/text/search", body=json.dumps(query), headers={"Content-Type": JSON})
        answer = connection.getresponse()
        if answer.status != 200:
            raise ServerError(f"POST /api/text/search: status {answer.status}")
        hits, first_hit = 0, None
        for line in answer:
            told = json.loads(line)
            if "hit" in told:
                hits += 1
                first_hit = first_hit or time.perf_counter() - began
            elif "done" in told:
                seconds = time.perf_counter() - began
                return Search(seconds, seconds if first_hit is None else first_hit, hits, int(told["done"]["bytes"]))
    finally:
        connection.close()
    raise ServerError("POST /api/text/search: it ended without saying that it is done")
