#!/usr/bin/env python3
"""Tests of the part of the runner that measures graphs. They time nothing and start no browser."""

import json
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import figure_run  # noqa: E402
import graph_report  # noqa: E402
import graph_run  # noqa: E402
import run  # noqa: E402
from bench_cases import LogDirectory  # noqa: E402
from figure_report import CaseRounds  # noqa: E402
from graph_servers import OPEN, SEARCHES, OurGraphs, TensorboardGraphs  # noqa: E402
from http_servers import Answer, ServerError  # noqa: E402
from saved_results import SavedResults  # noqa: E402

PAINTED = {"first_paint_ms": 400, "stands_ms": 420, "bytes": 200_000, "heap_bytes": 9e6, "process_bytes": 90e6}


class Asked:
    """A server that gives one answer, and remembers what it was asked."""

    def __init__(self, body: object, status: int = 200):
        self._answer = Answer(status, body if isinstance(body, bytes) else json.dumps(body).encode(), "")
        self.asked = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def ask(self, method: str, target: str, *, body: bytes | None = None, headers: dict | None = None) -> Answer:
        del headers
        self.asked.append((method, target, json.loads(body) if body else None))
        return self._answer

    def get_json(self, target: str) -> object:
        return json.loads(self.ask("GET", target).body)

    def wait_for(self, done, pause_seconds: float) -> float:
        del done, pause_seconds
        return 0.5

    def resident_bytes(self) -> int:
        return 50_000_000


def scene(nodes: int, opened: tuple[str, ...] = ()) -> dict:
    return {"graph": {"nodes": nodes, "memory_bytes": 1_000}, "nodes": [{"name": name, "open": True} for name in opened]}


class GraphServersTest(unittest.TestCase):
    def test_groups_are_opened_one_in_the_other(self):
        self.assertEqual(OPEN[0], "model")
        self.assertTrue(all(inner.startswith(f"{outer}/") for outer, inner in zip(OPEN, OPEN[1:])))

    def test_a_scene_must_be_the_one_that_was_asked_for(self):
        server = Asked(scene(1000, OPEN))
        OurGraphs.scene(server, 1000, OPEN)
        ((method, target, body),) = server.asked
        self.assertEqual((method, target), ("POST", "/api/graphs/scene"))
        self.assertEqual(body, {"graph": {"run": "run-0000"}, "open": list(OPEN)})
        with self.assertRaises(ServerError):
            OurGraphs.scene(server, 1001)
        with self.assertRaises(ServerError):
            OurGraphs.scene(Asked(scene(1000, OPEN[:-1])), 1000, OPEN)
        with self.assertRaises(ServerError):
            OurGraphs.scene(Asked({}, status=404), 1000)

    def test_a_search_must_find_something(self):
        self.assertEqual(len(OurGraphs.search(Asked({"hits": [{}]}), SEARCHES[0]).body["hits"]), 1)
        with self.assertRaises(ServerError):
            OurGraphs.search(Asked({"hits": []}), SEARCHES[0])

    def test_who_has_read_the_log(self):
        for status, is_loaded in [((True, 1), False), ((False, 0), False), ((False, 1), True)]:
            server = Asked(dict(zip(("loading", "points"), status, strict=True)))
            self.assertEqual(OurGraphs.is_loaded(server), is_loaded)
        for info, is_loaded in [({}, False), ({"run-0000": {"run_graph": True}}, True)]:
            self.assertEqual(TensorboardGraphs.is_loaded(Asked(info)), is_loaded)

    def test_nodes_of_the_text_are_counted(self):
        node = b'node {\n  name: "a"\n  op: "Add"\n  attr {\n    key: "T"\n  }\n}\n'
        server = Asked(node * 3)
        self.assertEqual(TensorboardGraphs.graph(server, 3).bytes, 3 * len(node))
        self.assertIn("limit_attr_size=1024", server.asked[0][1])
        with self.assertRaises(ServerError):
            TensorboardGraphs.graph(server, 4)


class GraphReportTest(unittest.TestCase):
    def test_the_sections(self):
        ours = {**PAINTED, "server_bytes": 80e6}
        theirs = {**ours, "first_paint_ms": 4000}
        text = graph_report.graph_report([CaseRounds("page_100k", {"ours": [ours], "tensorboard": [theirs]})], ["A note."])
        self.assertIn("A note.", text)
        self.assertIn("| 100,000 nodes: navigation to the graph | 400 ms | 4.00 s | 10.0x |", text)
        self.assertIn("| 100,000 nodes: navigation to the graph | at most 1.00 s | 400 ms | yes |", text)
        opened = {"times_ms": [30, 90, 20], "shows_ms": [20, 80, 10], "animated_ms": 300}
        text = graph_report.graph_report([CaseRounds("open_100k", {"ours": [opened]})], [])
        self.assertIn("| 100,000 nodes: a group opened, until it stands: slowest | at most 100 ms | 90 ms | yes |", text)

    def test_each_size_is_judged_by_what_is_asked_of_it(self):
        slow = {**PAINTED, "server_bytes": 1e9, "first_paint_ms": 7000}
        texts = {size: graph_report.graph_report([CaseRounds(f"page_{size}", {"ours": [slow]})], [])
                 for size in ("10k", "100k", "1m")}  # fmt: skip
        self.assertNotIn("targets", texts["10k"])
        self.assertIn("| at most 1.00 s | 7.00 s | **no** |", texts["100k"])
        self.assertIn("| at most 180.00 s | 7.00 s | yes |", texts["1m"])
        never = graph_report.graph_report([CaseRounds("page_1m", {})], [])
        self.assertIn("| 1,000,000 nodes: navigation to the graph | at most 180.00 s | - | **not measured** |", never)

    def test_every_figure_is_of_a_case(self):
        self.assertEqual({kind.case for kind in graph_report.FIGURES}, {case.name for case in graph_run.CASES})


class GraphRunTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def measure(self, names: set[str], saved: SavedResults, found: dict) -> str:
        """`found`: what each page gives, or why it does not."""
        browser = unittest.mock.Mock()
        browser.measure.side_effect = lambda what, page, *_, **__: (
            (None, found[page]) if isinstance(found[page], str) else (found[page], "")
        )
        self.browser = browser
        peer = unittest.mock.Mock()
        peer.start.side_effect = lambda *_: Asked({})
        logs = LogDirectory(self.root / "logs", 1, 1, 1, 1)
        with (
            unittest.mock.patch.object(figure_run, "find_tensorboard", return_value=peer),
            unittest.mock.patch.object(figure_run, "BrowserMeasure", return_value=browser),
            unittest.mock.patch.object(figure_run, "make_directory", return_value=logs),
            unittest.mock.patch.object(figure_run.Sightglass, "start", lambda *_: Asked({}, status=500)),
        ):
            told = []
            graphs = graph_run.GraphRun(self.root, self.root, saved, runs=2, quick=False, keep=True)
            graphs.measure(names, told.append)
        return told[-1]

    def test_who_cannot_do_one_size_is_not_asked_for_a_larger_one(self):
        saved = SavedResults(self.root / "kept.json", {}, resume=False)
        text = self.measure({"page_10k", "page_100k"}, saved, {"own_graphs": PAINTED, "graphs": "not done within 180 s"})
        self.assertEqual([call.args[1] for call in self.browser.measure.call_args_list],
                         ["own_graphs", "own_graphs", "graphs", "own_graphs", "own_graphs"])  # fmt: skip
        self.assertIn("TensorBoard left out of page_10k: not done within 180 s.", text)
        self.assertIn("TensorBoard left out of page_100k: it could not do a smaller one.", text)
        self.assertIn("| 100,000 nodes: navigation to the graph | 400 ms | - | - |", text)

    def test_tensorboard_has_one_round(self):
        saved = SavedResults(self.root / "kept.json", {}, resume=False)
        text = self.measure({"page_10k"}, saved, {"own_graphs": PAINTED, "graphs": PAINTED})
        self.assertEqual([call.args[1] for call in self.browser.measure.call_args_list], ["own_graphs"] * 2 + ["graphs"])
        self.assertIn("Ours: 2 rounds. TensorBoard: one.", text)

    def test_what_was_kept_comes_with_its_notes(self):
        saved = SavedResults(self.root / "kept.json", {}, resume=False)
        self.measure({"page_10k"}, saved, {"own_graphs": PAINTED, "graphs": "too slow"})
        text = self.measure({"page_10k"}, SavedResults(self.root / "kept.json", {}, resume=True), {})
        self.assertIn("TensorBoard left out of page_10k: too slow.", text)
        self.assertEqual(self.browser.measure.call_count, 0)

    def test_a_case_that_fails_is_left_out_and_not_kept(self):
        saved = SavedResults(self.root / "kept.json", {}, resume=False)
        text = self.measure({"levels_1k"}, saved, {})  # its servers answer nothing of use
        self.assertIn("levels_1k left out: ", text)
        self.assertIsNone(saved.get("graph_levels_1k"))

    def test_cases_are_chosen(self):
        self.assertEqual(run.choose([], [], ["graph"]).graph, {case.name for case in graph_run.CASES})
        self.assertEqual(run.choose([], [], ["graph_pan"]).graph, {"pan"})
        self.assertEqual(run.choose([], [], ["media"]).graph, set())


if __name__ == "__main__":
    unittest.main()
