#!/usr/bin/env python3
"""Tests of the writer's part of the benchmark runner: what it reads, computes and says. Times nothing."""

import pathlib
import sys
import tempfile
import unittest
import unittest.mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import run  # noqa: E402
import writer_report  # noqa: E402
import writer_run  # noqa: E402
from loaders import LoaderError  # noqa: E402
from writer_report import Measured  # noqa: E402

COST = {"mean_ns": 40.0, "p50_ns": 30.0, "p99_ns": 90.0}
SLOW = {"mean_ns": 60_000.0, "p50_ns": 50_000.0, "p99_ns": 90_000.0}


def verdicts(measured: Measured) -> list:
    return [verdict for figure in writer_report.figures(measured) for verdict in figure.targets]


class FiguresTest(unittest.TestCase):
    def test_scalars(self):
        figures = writer_report.figures(Measured("scalars", [{"handle": COST, "name": COST}], [{"name": SLOW}]))
        self.assertEqual(len(figures), 6)
        self.assertEqual(writer_report.better_by(figures[0]), 1500)
        self.assertEqual([v.met for figure in figures for v in figure.targets], [True, True])
        slow = Measured("scalars", [{"handle": COST | {"mean_ns": 51.0}, "name": COST | {"mean_ns": 151.0}}], [])
        self.assertEqual([v.met for v in verdicts(slow)], [False, False])

    def test_more_a_second_is_better(self):
        rate, size = writer_report.figures(
            Measured("sustained", [{"scalars": 10_000_000, "seconds": 1.0, "bytes_per_scalar": 49.0}],
                     [{"scalars": 20_000, "seconds": 1.0, "bytes_per_scalar": 50.0}])
        )  # fmt: skip
        self.assertEqual(writer_report.better_by(rate), 500)
        self.assertEqual([rate.targets[0].met, size.targets[0].met], [True, True])
        worse = Measured("sustained", [{"scalars": 4_000_000, "seconds": 1.0, "bytes_per_scalar": 60.0}],
                         [{"scalars": 20_000, "seconds": 1.0, "bytes_per_scalar": 50.0}])  # fmt: skip
        self.assertEqual([v.met for v in verdicts(worse)], [False, False])

    def test_histograms_are_held_against_the_peer_and_the_memory(self):
        good = {"linear_ms": 0.4, "exponential_ms": 0.3, "read_ms": 0.1}
        peer = {"linear_ms": 40.0, "exponential_ms": 100.0}
        self.assertEqual([v.met for v in verdicts(Measured("histograms", [good], [peer]))], [True] * 4)
        bad = {"linear_ms": 2.5, "exponential_ms": 6.0, "read_ms": 0.1}
        self.assertEqual([v.met for v in verdicts(Measured("histograms", [bad], [peer]))], [False] * 4)

    def test_pictures_must_be_quick_and_small(self):
        peer = [{"ms": 5.0, "bytes": 1000.0}]
        self.assertEqual([v.met for v in verdicts(Measured("pictures plot", [{"ms": 1.0, "bytes": 1300.0}], peer))],
                         [True, True])  # fmt: skip
        self.assertEqual([v.met for v in verdicts(Measured("pictures plot", [{"ms": 1.1, "bytes": 1301.0}], peer))],
                         [False, False])  # fmt: skip

    def test_without_a_peer_nothing_is_claimed(self):
        good = {"linear_ms": 0.3, "exponential_ms": 0.3, "read_ms": 0.1}
        self.assertEqual([v.met for v in verdicts(Measured("histograms", [good], []))], [None, True, None, True])
        self.assertEqual([v.met for v in verdicts(Measured("pictures plot", [{"ms": 1.0, "bytes": 1.0}], []))], [None, None])

    def test_the_library(self):
        self.assertEqual([v.met for v in verdicts(Measured("size", [{"bytes": 300_001}], []))], [False])
        self.assertEqual([v.met for v in verdicts(Measured("compile", [{"seconds": 1.9}], []))], [True])


class ReportTest(unittest.TestCase):
    def test_the_median_round_counts(self):
        rounds = [{"handle": COST | {"mean_ns": mean}, "name": COST} for mean in (10.0, 90.0, 20.0)]
        page = writer_report.writer_report([Measured("scalars", rounds, [])], ["A note."])
        self.assertIn("A note.", page)
        self.assertIn("20.0 ns (10.0 ns .. 90.0 ns)", page)
        self.assertIn("| one scalar with a handle: mean | at most 50.0 ns | 20.0 ns | yes |", page)

    def test_nothing_measured_says_nothing(self):
        self.assertEqual(writer_report.writer_report([], ["A note."]), "")

    def test_units(self):
        for value, unit, text in [(49.96, "ns", "50.0 ns"), (60_000, "ns", "60.0 us"), (0.1234, "ms", "0.123 ms"),
                                  (141.2, "ms", "141 ms"), (5.5e6, "per_second", "5.50 M/s"), (17_000, "per_second", "17.0 k/s"),
                                  (49.67, "B", "49.7 B"), (299_500, "KB", "300 KB"), (1.234, "s", "1.23 s")]:  # fmt: skip
            self.assertEqual(writer_report.text_of(value, unit), text)


class RunnerTest(unittest.TestCase):
    def test_chooses_by_name(self):
        self.assertEqual(run.choose([], [], ["writer"]), run.Chosen([], [], set(), set(writer_run.CASES), set(), set()))
        self.assertEqual(run.choose([], [], ["writer_pictures"]).writer, {"pictures"})
        self.assertEqual(run.choose([], [], None).writer, set(writer_run.CASES))

    def test_pictures_are_what_they_should_be(self):
        pictures = writer_run.make_pictures()
        self.assertEqual({len(pixels) for pixels in pictures.values()}, {256 * 256 * 3})
        self.assertEqual(pictures, writer_run.make_pictures())

    def test_reads_the_size(self):
        text = "   text\t   data\t    bss\t    dec\t    hex\tfilename\n 123456\t   1424\t  10304\t 237716\t  3a094\tw.o\n"
        self.assertEqual(writer_run.parse_size(text), 123456)
        with self.assertRaises(LoaderError):
            writer_run.parse_size("")

    def test_takes_turns_and_drops_the_warm_up(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            runner = writer_run.WriterRun(root, root, runs=2, quick=False)
            calls = []

            def call(command, _scratch, *more):
                calls.append((pathlib.Path(command[0]).name, *more))
                return {"round": len(calls)}

            with unittest.mock.patch.object(runner, "_call", call):
                measured = runner._turns("x", pathlib.Path("python"), root, "scalars", "more")
        self.assertEqual(calls, [("writer_speed", "more"), ("python", "more")] * 3)
        self.assertEqual(measured.ours, [{"round": 3}, {"round": 5}])
        self.assertEqual(measured.theirs, [{"round": 4}, {"round": 6}])


if __name__ == "__main__":
    unittest.main()
