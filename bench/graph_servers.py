"""How graphs are asked of each server: what its own page asks for."""

import dataclasses
import http.client
import json
import time
import urllib.parse

from http_servers import Server, ServerError

# As make_logs names it.
RUN = "run-0000"
# A way down from the root to single operations, each group in the one before.
WAY_DOWN = ("model", "stage_0", "block_0", "layer_0", "attention", "query")
OPEN = tuple("/".join(WAY_DOWN[: depth + 1]) for depth in range(len(WAY_DOWN)))


@dataclasses.dataclass(frozen=True)
class Reply:
    seconds: float
    bytes: int
    body: dict


@dataclasses.dataclass(frozen=True)
class SearchCase:
    name: str
    request: dict
    least_hits: int


# Few are found, or hundreds: all nodes and scopes are looked through either way.
SEARCHES = (
    SearchCase("name", {"query": "layer_0/mlp/gelu/Erf_grad", "limit": 10_000}, 1),
    SearchCase("regex", {"query": "^model/.*layer_0/.*gelu/Erf$", "regex": True, "limit": 10_000}, 1),
    SearchCase("op", {"query": "softmaxgrad", "by": "op", "limit": 10_000}, 1),
)


class OurGraphs:
    @staticmethod
    def is_loaded(server: Server) -> bool:
        status = server.get_json("/api/status")
        return not status["loading"] and status["points"] == 1

    @staticmethod
    def _ask(server: Server, what: str, request: dict) -> Reply:
        body = json.dumps({"graph": {"run": RUN}, **request}).encode()
        began = time.perf_counter()
        answer = server.ask("POST", f"/api/graphs/{what}", body=body, headers={"Content-Type": "application/json"})
        seconds = time.perf_counter() - began
        if answer.status != 200:
            raise ServerError(f"POST /api/graphs/{what}: status {answer.status}")
        return Reply(seconds, len(answer.body), json.loads(answer.text()))

    @classmethod
    def scene(cls, server: Server, nodes: int, opened: tuple[str, ...] = ()) -> Reply:
        """The graph with these groups open. Another graph than the one of so many nodes is an error."""
        reply = cls._ask(server, "scene", {"open": list(opened)})
        if reply.body["graph"]["nodes"] != nodes:
            raise ServerError(f"a graph of {reply.body['graph']['nodes']} nodes, not of {nodes}")
        shown = {node["name"] for node in reply.body["nodes"] if node.get("open")}
        if not shown.issuperset(opened):
            raise ServerError(f"the scene does not show {sorted(set(opened) - shown)[0]} open")
        return reply

    @classmethod
    def search(cls, server: Server, case: SearchCase) -> Reply:
        reply = cls._ask(server, "search", case.request)
        if len(reply.body["hits"]) < case.least_hits:
            raise ServerError(f"the search for {case.request} found {len(reply.body['hits'])}")
        return reply


class TensorboardGraphs:
    @staticmethod
    def is_loaded(server: Server) -> bool:
        info = server.get_json("/data/plugin/graphs/info")
        return RUN in info and info[RUN]["run_graph"]

    @staticmethod
    def graph(server: Server, nodes: int) -> Reply:
        """All of it, which is what its page asks for at first."""
        query = urllib.parse.urlencode(
            {"run": RUN, "conceptual": "false", "limit_attr_size": 1024, "large_attrs_key": "_too_large_attrs"}
        )
        began = time.perf_counter()
        try:
            answer = server.ask("GET", f"/data/plugin/graphs/graph?{query}")
        except (OSError, http.client.HTTPException) as error:
            raise ServerError(f"no graph after {time.perf_counter() - began:.0f} s: {error!r}") from error
        seconds = time.perf_counter() - began
        if answer.status != 200:
            raise ServerError(f"GET /data/plugin/graphs/graph: status {answer.status}")
        found = answer.text().count(b"\n  op: ") + answer.text().startswith(b"  op: ")
        if found != nodes:
            raise ServerError(f"a graph of {found} nodes, not of {nodes}")
        return Reply(seconds, len(answer.body), {})
