#!/usr/bin/env python3
"""Tests of the part of the runner that measures the page. They time nothing and start no browser."""

import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parent))

import page_report  # noqa: E402
import page_run  # noqa: E402
import run  # noqa: E402
from bench_report import spread  # noqa: E402
from page_report import FigureKind, PageMeasured, PageTarget  # noqa: E402


def first_chart(milliseconds: float) -> dict:
    return {"first_chart_ms": milliseconds, "long_tasks_ms": 0, "page_bytes": 100_000, "data_bytes": 1_000, "requests": 9}


class PageReportTest(unittest.TestCase):
    def test_percentiles_are_values_that_were_measured(self):
        values = [float(value) for value in range(20, 0, -1)]
        self.assertEqual(page_report.percentile(values, 50), 10)
        self.assertEqual(page_report.percentile(values, 95), 19)
        self.assertEqual(page_report.percentile([7.0], 95), 7)

    def test_the_better_of_the_others_is_what_counts(self):
        lower = FigureKind("c", "t", "ms", float)
        self.assertEqual(page_report.better_by(lower, spread([10]), [spread([50]), spread([90])]), 5)
        higher = FigureKind("c", "t", "", float, higher_is_better=True)
        self.assertEqual(page_report.better_by(higher, spread([60]), [spread([4]), spread([12])]), 5)
        self.assertIsNone(page_report.better_by(lower, spread([10]), []))

    def test_targets(self):
        kind = FigureKind("c", "t", "ms", float, PageTarget(times_better=5, at_most=50))
        self.assertEqual([v.met for v in page_report.judge(kind, spread([50]), 5)], [True, True])
        self.assertEqual([v.met for v in page_report.judge(kind, spread([51]), 4.9)], [False, False])
        self.assertEqual([v.met for v in page_report.judge(kind, spread([50]), None)], [None, True])
        frames = FigureKind("c", "t", "", float, PageTarget(at_least=30))
        self.assertEqual([v.met for v in page_report.judge(frames, spread([29]), None)], [False])

    def test_the_sections(self):
        rounds = {"ours": [first_chart(100), first_chart(120), first_chart(110)], "scalars": [first_chart(1100)],
                  "timeseries": []}  # fmt: skip
        text = page_report.page_report([PageMeasured("small", rounds)], ["Chromium 1."])
        self.assertIn("Chromium 1.", text)
        self.assertIn("| small log: navigation to first chart | 110 ms (100 ms .. 120 ms) | 1.10 s | - | 10.0x |", text)
        self.assertIn("| small log: bytes of the page until the first chart | at most 150 KB | 100 KB | yes |", text)

    def test_nothing_measured_says_nothing(self):
        self.assertEqual(page_report.page_report([], ["a note"]), "")

    def test_every_figure_is_of_a_case(self):
        names = {case.name for case in page_run.CASES}
        self.assertEqual({kind.case for kind in page_report.FIGURES}, names)


class PageRunTest(unittest.TestCase):
    def test_cases_are_chosen(self):
        everything = {case.name for case in page_run.CASES}
        self.assertEqual(run.choose([], [], ["page"])[4], everything)
        self.assertEqual(run.choose([], [], ["page_zoom"])[4], {"zoom"})
        self.assertEqual(run.choose([], [], ["writer"])[4], set())

    def test_the_reason_of_a_failure(self):
        output = "file.ts:7\n  throw new Error('x');\n        ^\n\nTimeoutError: too slow.\n    at main (file.ts:7:9)\n"
        self.assertEqual(page_run._reason(output), "too slow")
        self.assertEqual(page_run._reason("a.ts:1\n  b\n  ^\n\nlocator.click: Target crashed\n    at c\n"), "locator.click: Target crashed")
        self.assertEqual(page_run._reason("Killed\n"), "Killed")
        self.assertEqual(page_run._reason(""), "it said nothing")


if __name__ == "__main__":
    unittest.main()
