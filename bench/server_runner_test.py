#!/usr/bin/env python3
"""Tests of the server's benchmarks: what they read, what they compute, what they say. Times nothing."""

import dataclasses
import json
import pathlib
import struct
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "tests" / "load"))

import bench_cases  # noqa: E402
import bench_report  # noqa: E402
import http_servers  # noqa: E402
import load_test  # noqa: E402
import run  # noqa: E402
import server_bench  # noqa: E402
import server_cases  # noqa: E402
import server_report  # noqa: E402

CASES = HERE / "server_cases"
MIB = 1024 * 1024


def make_case(measure="start", **targets) -> server_cases.ServerCase:
    return dataclasses.replace(
        server_cases.parse_server_case("c", "[case]\ntitle=t\nmeasure=start\n"),
        measure=measure,
        targets=server_cases.ServerTargets(**targets),
    )


def make_figure(ours, theirs=None, *, unit="seconds", title="t", case=None) -> server_bench.Figure:
    spread = bench_report.spread
    return server_bench.Figure(
        case or make_case(), title, unit, spread([ours]), None if theirs is None else spread([theirs])
    )


def make_columns(head: dict, array_bytes: int) -> bytes:
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    return b"SGC1" + struct.pack("<I", len(text)) + text + bytes(array_bytes)


class ServerCaseTest(unittest.TestCase):
    def test_every_case_of_the_tree_is_sound(self):
        cases = server_cases.load_server_cases(CASES)
        names = [case.name for case in cases]
        self.assertEqual(names[:3], ["start", "loaded", "memory"])
        self.assertEqual({case.measure for case in cases}, set(server_cases.MEASURES))
        others = [case.name for case in bench_cases.load_cases(HERE / "cases")]
        self.assertEqual(len(set(names + others)), len(names + others))

    def test_the_quick_form_promises_nothing(self):
        quick = make_case(times_better=10).made_quick()
        self.assertEqual(quick.targets, server_cases.ServerTargets())
        self.assertIn("quick", quick.title)

    def test_names_what_is_wrong(self):
        good = "[case]\ntitle=t\nmeasure=latency\nours=\n GET /a\n answer rows 1\ntheirs=\n GET /b\n answer rows 1\n"
        self.assertEqual(server_cases.parse_server_case("mine", good).measure, "latency")
        bad = ["", "[case]\ntitle=t\n", "[case]\ntitle=t\nmeasure=speed\n", "[case]\ntitle=t\nmeasure=latency\n",
               "[case]\ntitle=t\nmeasure=start\nours=\n GET /\n answer rows 1\n", good.replace("rows", "colours"),
               good.replace("GET /a", "PUSH /a"), good.replace("rows 1", "rows many"), good + "colour=red\n",
               good + "[target]\nspeed=9\n", good + "[target]\np99_ms=few\n"]  # fmt: skip
        for text in bad:
            with self.subTest(text), self.assertRaisesRegex(bench_cases.CaseError, "^mine: "):
                server_cases.parse_server_case("mine", text)

    def test_chooses_by_name(self):
        loaders = bench_cases.load_cases(HERE / "cases")
        servers = server_cases.load_server_cases(CASES)
        extra = {"server_growth", "server_load"}
        everything = run.choose(loaders, servers, None)
        self.assertEqual((everything.loading, everything.server, everything.server_extra), (loaders, servers, extra))
        self.assertEqual(run.choose(loaders, servers, ["server"]), run.Chosen([], servers, extra, set(), set(), set()))
        some = run.choose(loaders, servers, ["images", "memory"])
        self.assertEqual([case.name for case in [*some.loading, *some.server]], ["images", "memory"])
        self.assertEqual(some.server_extra, set())
        with self.assertRaises(bench_cases.CaseError):
            run.choose(loaders, servers, ["nothing"])


class RequestTest(unittest.TestCase):
    RUNS = ["a", "b", "c"]

    def test_puts_in_what_is_served(self):
        request = server_cases.make_request("GET /x?run={run}\nanswer rows {kept}", self.RUNS, 2500)
        self.assertEqual((request.target, request.points, request.body), ("/x?run=b", 1000, b""))
        self.assertEqual(request.description(pathlib.Path("f")), "GET /x?run=b")

    def test_bodies(self):
        form = server_cases.make_request('POST /x\nform f [{"a": 1}]\nanswer time_series {all_kept}', self.RUNS, 10)
        self.assertEqual((form.body, form.points), (b"f=%5B%7B%22a%22%3A+1%7D%5D", 30))
        self.assertEqual(
            form.description(pathlib.Path("f")), "POST /x application/x-www-form-urlencoded f"
        )
        text = 'POST /x\naccept a/b\njson {"runs": {runs}}\nanswer columns {all_points}'
        request = server_cases.make_request(text, self.RUNS, 2500)
        self.assertEqual(json.loads(request.body), {"runs": self.RUNS})
        self.assertEqual(request.points, 7500)
        self.assertEqual(request.headers(gzip=True), {"Accept": "a/b", "Accept-Encoding": "gzip"})


class AnswerTest(unittest.TestCase):
    def request(self, answer: str, points: int) -> server_cases.ServerRequest:
        return server_cases.ServerRequest("GET", "/", "", "", b"", answer, points)

    def test_counts_points(self):
        value = {"type": "f32", "at": 8, "count": 2}
        columns = {"series": [{"points": 2, "value": value}, {"points": 1, "value": value}]}
        for answer, body in [
            ("rows", b"[[0,1,2],[3,4,5],[6,7,8]]"),
            ("time_series", b'[{"runToSeries":{"a":[1,2],"b":[3]}}]'),
            ("columns", make_columns(columns, 16)),
        ]:
            with self.subTest(answer):
                server_cases.check_answer(self.request(answer, 3), 200, body)
                with self.assertRaises(bench_cases.CaseError):
                    server_cases.check_answer(self.request(answer, 4), 200, body)
                with self.assertRaises(bench_cases.CaseError):
                    server_cases.check_answer(self.request(answer, 3), 404, body)
                with self.assertRaises(bench_cases.CaseError):
                    server_cases.check_answer(self.request(answer, 3), 200, b"oops")

    def test_columns_outside_of_the_answer(self):
        head = {"series": [{"points": 2, "value": {"type": "f64", "at": 8, "count": 2}}]}
        server_cases.parse_columns(make_columns(head, 24))
        with self.assertRaises(bench_cases.CaseError):
            server_cases.parse_columns(make_columns(head, 23))
        empty = {"series": [{"points": 3, "value": {"type": "f64", "at": 0, "count": 0}}]}
        with self.assertRaises(bench_cases.CaseError):
            server_cases.check_answer(self.request("columns", 3), 200, make_columns(empty, 0))


class ClientOutputTest(unittest.TestCase):
    FOUND = {"requests": 7, "errors": 0, "first_error": "", "requests_per_second": 70.0,
             "latency_micros": {"p50": 100.0, "p99": 2000.0}}  # fmt: skip

    def test_reads_figures(self):
        self.assertEqual(
            server_bench.parse_load(json.dumps(self.FOUND)), server_bench.LoadFigures(7, 0.0001, 0.002, 70.0)
        )

    def test_a_failed_request_is_no_result(self):
        for text in [json.dumps(self.FOUND | {"errors": 1}), "{}", "", "[]"]:
            with self.subTest(text), self.assertRaises(http_servers.ServerError):
                server_bench.parse_load(text)

    def test_reads_wrk(self):
        text = "  451 requests in 2.01s, 20.18MB read\nRequests/sec:    224.42\nTransfer/sec:     10.04MB\n"
        self.assertEqual(server_bench.parse_wrk(text), 224.42)
        for bad in ["", text + "  Non-2xx or 3xx responses: 12\n", "  Socket errors: connect 0, read 3\n" + text]:
            with self.subTest(bad), self.assertRaises(http_servers.ServerError):
                server_bench.parse_wrk(bad)


class ProcessTest(unittest.TestCase):
    def test_parent(self):
        self.assertEqual(http_servers.parse_stat("12 (a) b (c)) S 7 12 12 0"), 7)

    def test_resident(self):
        self.assertEqual(http_servers.parse_resident_bytes("VmHWM:\t 9 kB\nVmRSS:\t  12 kB\n"), 12 * 1024)
        self.assertEqual(http_servers.parse_resident_bytes("State:\tZ (zombie)\n"), 0)

    def test_family(self):
        parents = {2: 1, 3: 2, 4: 3, 5: 1, 6: 2}
        self.assertEqual(http_servers.descendants(2, parents), [2, 3, 6, 4])
        self.assertEqual(http_servers.descendants(9, parents), [9])

    def test_a_server_that_ends_is_an_error_with_its_last_words(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "log"
            command = [sys.executable, "-c", "import sys; sys.exit('no such directory')"]
            with http_servers.Server(command, http_servers.free_port(), log) as server:
                with self.assertRaisesRegex(http_servers.ServerError, "no such directory"):
                    server.wait_for_page()

    def test_stops_what_a_server_started(self):
        http_servers.adopt_orphans()  # so that it is waited for
        with tempfile.TemporaryDirectory() as folder:
            child = pathlib.Path(folder) / "child"
            command = ["/bin/sh", "-c", f"sleep 1000 & echo $! >{child}; wait"]
            with http_servers.Server(command, 0, pathlib.Path(folder) / "log") as server:
                server.wait_for(lambda: child.exists() and child.read_text().strip(), 0.001)
                self.assertIn(int(child.read_text()), server.processes())
                self.assertGreater(server.resident_bytes(), 0)
            self.assertFalse(pathlib.Path(f"/proc/{child.read_text().strip()}").exists())


class VerdictTest(unittest.TestCase):
    def verdicts(self, figures) -> list:
        return [verdict.met for verdict in server_report.judge_figures(figures)]

    def test_less_is_better_but_for_rates(self):
        self.assertEqual(server_report.figure_ratio(make_figure(1.0, 10.0)), 10)
        self.assertEqual(server_report.figure_ratio(make_figure(10.0, 1.0, unit="per_second")), 10)
        self.assertIsNone(server_report.figure_ratio(make_figure(1.0)))

    def test_targets(self):
        case = make_case(times_better=10, at_most_ms=50, p99_ms=5)
        good = [make_figure(0.05, 0.5, case=case), make_figure(0.005, case=case, title="x: p99")]
        self.assertEqual(self.verdicts(good), [True, True, True])
        bad = [make_figure(0.051, 0.5, case=case), make_figure(0.0051, case=case, title="x: p99")]
        self.assertEqual(self.verdicts(bad), [False, False, False])

    def test_without_a_rival_nothing_is_compared(self):
        self.assertEqual(self.verdicts([make_figure(1.0, case=make_case(times_better=2))]), [None])


class ServerReportTest(unittest.TestCase):
    LOAD = {"listeners": 1000, "log_bytes": 10**9, "load_seconds": 2.0, "requests": 4000, "errors": 0, "rate": 200,
            "p50_seconds": 0.001, "p99_seconds": 0.01, "max_seconds": 0.1, "events": 10, "event_bytes": 10**6,
            "peak_bytes": MIB, "plateau_bytes": MIB, "end_bytes": MIB}  # fmt: skip

    def test_every_table_row_has_as_many_cells_as_its_head(self):
        case = make_case(times_better=10)
        figures = [make_figure(1.0, 20.0, case=case), make_figure(MIB, unit="bytes", case=case)]
        growth = server_bench.Growth("GET /", ("1", "10"), (1e-4, 1e-3), (1e-3, 1e-2), (9.0, 1.0))
        page = server_report.server_report(figures, {"c": [5, 6]}, [growth], self.LOAD, ["A note."])
        tables = [block.splitlines() for block in page.split("\n\n") if block.startswith("| ")]
        self.assertEqual(len(tables), 4)
        for table in tables:
            self.assertEqual(len({line.count("|") for line in table}), 1, table)
        for words in ["A note.", "20.0x", "5 / 6", "| yes |", "10.0x", "1.00 ms", "1 MiB / 1 MiB"]:
            self.assertIn(words, page)

    def test_nothing_measured_says_nothing(self):
        self.assertEqual(server_report.server_report([], {}, [], None, []), "")


class LoadTestTest(unittest.TestCase):
    REQUESTS = {"errors": 0, "first_error": ""}
    LISTENING = {"failed": 0, "first_error": "", "out_of_order": 0, "gaps": 0, "resets": 0, "behind": 0,
                 "events": 9}  # fmt: skip

    def test_names_every_fault(self):
        self.assertEqual(load_test.faults(self.REQUESTS, self.LISTENING), [])
        self.assertEqual(len(load_test.faults(self.REQUESTS | {"errors": 1}, self.LISTENING)), 1)
        for key in ["failed", "out_of_order", "gaps", "resets", "behind"]:
            with self.subTest(key):
                self.assertEqual(len(load_test.faults(self.REQUESTS, self.LISTENING | {key: 1})), 1)
        self.assertEqual(len(load_test.faults(self.REQUESTS, self.LISTENING | {"events": 0})), 1)

    def test_memory_may_wobble_but_not_grow(self):
        self.assertTrue(load_test.is_flat(100 * MIB, 118 * MIB))
        self.assertFalse(load_test.is_flat(100 * MIB, 119 * MIB))

    def test_moves_every_run_in(self):
        with tempfile.TemporaryDirectory() as folder:
            logs, staging = pathlib.Path(folder) / "logs", pathlib.Path(folder) / "staging"
            logs.mkdir()
            for i in range(7):
                (staging / f"run-{i}").mkdir(parents=True)
            shape = dataclasses.replace(load_test.SMALL, portions=3, portion_seconds=0)
            load_test.move_in(sorted(staging.iterdir()), logs, shape)
            self.assertEqual(len(list(logs.iterdir())), 7)
            self.assertEqual(list(staging.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
