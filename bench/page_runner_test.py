#!/usr/bin/env python3
"""Tests of the part of the runner that measures the page. They time nothing and start no browser."""

import pathlib
import sys
import tempfile
import unittest
import unittest.mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import browser_measure  # noqa: E402
import figure_report  # noqa: E402
import figure_run  # noqa: E402
import page_report  # noqa: E402
import page_run  # noqa: E402
import run  # noqa: E402
from bench_report import Spread, spread  # noqa: E402
from figure_report import CaseRounds, FigureKind, FigureTarget  # noqa: E402
from saved_results import SavedResults  # noqa: E402


def first_chart(milliseconds: float) -> dict:
    return {"first_chart_ms": milliseconds, "long_tasks_ms": 0, "page_bytes": 100_000, "data_bytes": 1_000, "requests": 9}


class FigureReportTest(unittest.TestCase):
    def test_percentiles_are_values_that_were_measured(self):
        values = [float(value) for value in range(20, 0, -1)]
        self.assertEqual(figure_report.percentile(values, 50), 10)
        self.assertEqual(figure_report.percentile(values, 95), 19)
        self.assertEqual(figure_report.percentile([7.0], 95), 7)

    def test_the_better_of_the_others_is_what_counts(self):
        lower = FigureKind("c", "t", "ms", float)
        self.assertEqual(figure_report.better_by(lower, spread([10]), [spread([50]), spread([90])]), Spread(5, 5, 5))
        self.assertEqual(figure_report.better_by(lower, spread([5, 10, 20]), [spread([50])]), Spread(5, 2.5, 10))
        higher = FigureKind("c", "t", "", float, higher_is_better=True)
        self.assertEqual(figure_report.better_by(higher, spread([30, 60]), [spread([4]), spread([15])]), Spread(3, 2, 4))
        self.assertIsNone(figure_report.better_by(lower, spread([10]), []))

    def test_targets(self):
        kind = FigureKind("c", "t", "ms", float, FigureTarget(times_better=5, at_most=50))
        ratio = spread([5])
        self.assertEqual([v.met for v in figure_report.judge(kind, spread([50]), ratio)], [True, True])
        self.assertEqual([v.met for v in figure_report.judge(kind, spread([51]), spread([4.9]))], [False, False])
        self.assertEqual([v.met for v in figure_report.judge(kind, spread([50]), None)], [None, True])
        self.assertEqual([v.met for v in figure_report.judge(kind, None, None)], [None, None])
        frames = FigureKind("c", "t", "", float, FigureTarget(at_least=30))
        self.assertEqual([v.met for v in figure_report.judge(frames, spread([29]), None)], [False])

    def test_a_verdict_says_how_far_the_rounds_were_apart(self):
        kind = FigureKind("c", "t", "ms", float, FigureTarget(times_better=5, at_most=50))
        verdicts = figure_report.judge(kind, spread([40, 44, 60]), spread([6, 5, 9]))
        self.assertEqual([v.reached for v in verdicts], ["6.0x (5.0x .. 9.0x)", "44 ms (40 ms .. 60 ms)"])

    def test_a_case_that_could_not_be_measured_keeps_its_lines(self):
        kind = FigureKind("c", "speed", "ms", float, FigureTarget(at_most=50))
        text = figure_report.figures_report("Page", (kind,), {"other": "Other"}, [CaseRounds("c", {"ours": []})], [])
        self.assertIn("| speed | - | - | - |", text)
        self.assertIn("| speed | at most 50 ms | - | **not measured** |", text)


class PageReportTest(unittest.TestCase):
    def test_the_sections(self):
        rounds = {"ours": [first_chart(100), first_chart(120), first_chart(110)], "scalars": [first_chart(1100)],
                  "timeseries": []}  # fmt: skip
        text = page_report.page_report([CaseRounds("small", rounds)], ["Chromium 1."])
        self.assertIn("Chromium 1.", text)
        self.assertIn("| small log: navigation to first chart | 110 ms (100 ms .. 120 ms) | 1.10 s | - | 10.0x |", text)
        self.assertIn("| small log: bytes of the page until the first chart | at most 150 KB | 100 KB | yes |", text)
        self.assertIn("| at least 5x better | 10.0x (9.2x .. 11.0x) | yes |", text)

    def test_groups_that_stayed_closed_are_told(self):
        rounds = {"ours": [{"groups_left": 0}], "timeseries": [{"groups_left": 3}]}
        (note,) = page_report.unopened([CaseRounds("scroll_thousand", rounds)])
        self.assertIn("Time Series in scroll_thousand: 3 groups", note)

    def test_nothing_measured_says_nothing(self):
        self.assertEqual(page_report.page_report([], ["a note"]), "")

    def test_every_figure_is_of_a_case(self):
        names = {case.name for case in page_run.CASES}
        self.assertEqual({kind.case for kind in page_report.FIGURES}, names)


class PageRunTest(unittest.TestCase):
    def test_cases_are_chosen(self):
        everything = {case.name for case in page_run.CASES}
        self.assertEqual(run.choose([], [], ["page"]).page, everything)
        self.assertEqual(run.choose([], [], ["page_zoom"]).page, {"zoom"})
        self.assertEqual(run.choose([], [], ["writer"]).page, set())

    def test_only_what_is_missing_is_measured(self):
        def result(milliseconds: float) -> dict:
            return {"rounds": {"ours": [first_chart(milliseconds)]}, "notes": [f"{milliseconds} came."]}

        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            saved = SavedResults(root / "kept.json", {}, resume=False)
            saved.put("page_small", result(100))
            measured, told = [], []

            def measure(self, cases, arguments):
                measured.extend(case.name for case in cases)
                return [(case, result(200)) for case in cases]

            with (
                unittest.mock.patch.object(figure_run, "find_tensorboard", return_value=None),
                unittest.mock.patch.object(figure_run, "BrowserMeasure"),
                unittest.mock.patch.object(page_run.PageRun, "_measure", measure),
            ):
                page = page_run.PageRun(root, root, saved, runs=3, quick=False, keep=False)
                page.measure({"small", "hundred"}, told.append)
            self.assertEqual(measured, ["hundred"])
            self.assertEqual(len(told), 2)
            self.assertIn("100 came.", told[0])
            self.assertNotIn("100 runs", told[0])
            self.assertIn("100 runs: first chart with all runs", told[1])
            self.assertEqual(SavedResults(root / "kept.json", {}, resume=True).get("page_hundred"), result(200))

    def test_the_reason_of_a_failure(self):
        output = "file.ts:7\n  throw new Error('x');\n        ^\n\nTimeoutError: too slow.\n    at main (file.ts:7:9)\n"
        self.assertEqual(browser_measure.reason(output), "too slow")
        crashed = "a.ts:1\n  b\n  ^\n\nlocator.click: Target crashed\n    at c\n"
        self.assertEqual(browser_measure.reason(crashed), "locator.click: Target crashed")
        self.assertEqual(browser_measure.reason("Killed\n"), "Killed")
        self.assertEqual(browser_measure.reason(""), "it said nothing")


if __name__ == "__main__":
    unittest.main()
