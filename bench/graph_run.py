"""All that is measured of graphs: reading, laying out, searching, drawing, opening, panning; beside TensorBoard where it can do it."""

from collections.abc import Callable

from bench_cases import LogDirectory
from figure_report import OURS
from figure_run import FigureRun, LogCase
from graph_report import LEVEL_NODES, SIZES, graph_report
from graph_servers import OPEN, SEARCHES, OurGraphs, TensorboardGraphs
from http_servers import Server, ServerError

THEIRS = "tensorboard"
# How often a request is repeated whose time is only some milliseconds.
REPEATS = 20
# More than that says nothing new; TensorBoard, with which no verdict compares, has one.
MOST_ROUNDS = 3
# Seven groups are opened, and looked at until nothing moves, after a first sight that may take any page's limit by itself.
TIMEOUT_SECONDS = 300
QUICK_NODES = 1_000
QUICK_LEVEL_NODES = 200


def _cases() -> tuple[LogCase, ...]:
    quick = f"graph --nodes {QUICK_NODES}"
    sized = [LogCase(f"{what}_{size}", f"graph --nodes {nodes}", quick)
             for what in ("page", "open", "server", "levels") for size, nodes, _ in SIZES]  # fmt: skip
    level, quick_level = f"graph --flat --nodes {LEVEL_NODES}", f"graph --flat --nodes {QUICK_LEVEL_NODES}"
    return (*sized, LogCase("level", level, quick_level), LogCase("pan", level, quick_level))


CASES = _cases()


class GraphRun(FigureRun):
    def measure(self, names: set[str], tell: Callable[[str], None]) -> None:
        """Tells the sections of the page after every case."""
        cases = [case for case in CASES if case.name in names]
        if not cases:
            return
        self._find_peers()
        if self._runs > 1:
            self._notes.append(f"Ours: {self._rounds_of(OURS)} rounds. TensorBoard: one.")
        self._beaten: set[str] = set()  # measurements at which TensorBoard gave up on some size: larger ones are not tried
        self._one_by_one("graph", cases, self._measure_case, graph_report, tell)

    def _measure_case(self, case: LogCase, logs: LogDirectory) -> dict:
        arguments = (case.quick if self._quick else case.logs).split()
        nodes = int(arguments[arguments.index("--nodes") + 1])
        what = case.name.partition("_")[0]
        in_browser = {"page": "graph_painting", "open": "graph_opening", "pan": "graph_panning"}
        if what in in_browser:
            return self._in_browsers(in_browser[what], case, logs)
        if what == "server":
            return self._servers(case, logs, nodes)
        return self._levels(logs, nodes, is_nested=what == "levels")

    def _rounds_of(self, who: str) -> int:
        return min(self._runs, MOST_ROUNDS) if who == OURS else 1

    def _started(self, who: str, logs: LogDirectory) -> Server:
        return self._ours.start(logs.path, "--profile", "none") if who == OURS else self._theirs.start(logs.path)

    def _whose_turn(self, what: str, case: LogCase) -> list[str]:
        if self._theirs and what in self._beaten:
            self._note(f"TensorBoard left out of {case.name}: it could not do a smaller one.")
        return [OURS, THEIRS] if self._theirs and what not in self._beaten else [OURS]

    def _give_up(self, what: str, who: str, case: LogCase, problem: str) -> None:
        if who == THEIRS:
            self._beaten.add(what)
        self._note(f"{'**Ours**' if who == OURS else 'TensorBoard'} left out of {case.name}: {problem}.")

    def _in_browsers(self, what: str, case: LogCase, logs: LogDirectory) -> dict:
        """A server that nobody has asked for the graph yet: the first visitor waits for all of it."""
        rounds: dict[str, list[dict]] = {}
        for who in self._whose_turn(what, case):
            for _ in range(self._rounds_of(who)):
                with self._started(who, logs) as server:
                    graphs = OurGraphs if who == OURS else TensorboardGraphs
                    server.wait_for(lambda graphs=graphs, server=server: graphs.is_loaded(server), 0.1)
                    page = "own_graphs" if who == OURS else "graphs"
                    found, problem = self._browser.measure(what, page, server, 1, logs.path, seconds=TIMEOUT_SECONDS)
                    if found is None:
                        self._give_up(what, who, case, problem)
                        break
                    rounds.setdefault(who, []).append({**found, "server_bytes": server.resident_bytes()})
        return rounds

    def _servers(self, case: LogCase, logs: LogDirectory, nodes: int) -> dict:
        rounds: dict[str, list[dict]] = {}
        for who in self._whose_turn("server", case):
            for _ in range(self._rounds_of(who)):
                with self._started(who, logs) as server:
                    try:
                        rounds.setdefault(who, []).append(self._serve(who, server, nodes))
                    except ServerError as error:
                        if who == OURS:
                            raise
                        self._give_up("server", who, case, str(error))
                        break
        return rounds

    @staticmethod
    def _serve(who: str, server: Server, nodes: int) -> dict:
        graphs = OurGraphs if who == OURS else TensorboardGraphs
        loaded = server.wait_for(lambda: graphs.is_loaded(server), 0.01)
        loaded_bytes = server.resident_bytes()
        reply = OurGraphs.scene(server, nodes) if who == OURS else TensorboardGraphs.graph(server, nodes)
        server_bytes = server.resident_bytes()
        return {
            "load_ms": loaded * 1e3, "first_ms": reply.seconds * 1e3, "first_bytes": reply.bytes,
            "server_bytes": server_bytes, "grown_per_node": (server_bytes - loaded_bytes) / nodes,
        }  # fmt: skip

    def _levels(self, logs: LogDirectory, nodes: int, *, is_nested: bool) -> dict:
        """The graph is read and indexed before: what is timed is what every further request costs."""
        rounds = []
        for _ in range(self._rounds_of(OURS)):
            with self._started(OURS, logs) as server:
                server.wait_for(lambda server=server: OurGraphs.is_loaded(server), 0.01)
                first = OurGraphs.scene(server, nodes)
                found = {"bytes": first.bytes, "kept_per_node": first.body["graph"]["memory_bytes"] / nodes}

                def repeat(ask: Callable, server: Server = server) -> list[float]:
                    return [ask(server).seconds * 1e3 for _ in range(REPEATS)]

                found["root_ms"] = repeat(lambda server: OurGraphs.scene(server, nodes))
                if is_nested:
                    found["open_ms"] = repeat(lambda server: OurGraphs.scene(server, nodes, OPEN))
                    for search in SEARCHES:
                        found[f"{search.name}_ms"] = repeat(lambda server, search=search: OurGraphs.search(server, search))
                rounds.append(found)
        return {OURS: rounds}
