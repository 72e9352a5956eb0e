#!/usr/bin/env python3
"""Tests of the benchmark runner: what it reads, what it computes, what it says. Times nothing."""

import json
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import bench_cases  # noqa: E402
import bench_report  # noqa: E402
import loaders  # noqa: E402
import run  # noqa: E402
import saved_results  # noqa: E402

CASES = pathlib.Path(__file__).resolve().parent / "cases"
MIB = 1024 * 1024


def make_case(**changes) -> bench_cases.Case:
    text = "[case]\ntitle=t\ngenerate=g\nquick=q\ngb=1\nrust_keeps=1000\n"
    return bench_cases.dataclasses.replace(bench_cases.parse_case("c", text), **changes)


def make_row(case, *, size=1, points=1000, seconds=1.0, rust_seconds=None, peak_mib=10.0) -> bench_report.Row:
    def summary(time):
        samples = [loaders.Sample(time, time / 2, time, int(peak_mib * MIB))]
        return bench_report.summarise(samples, points, use_load_time=False)

    return bench_report.Row(
        case=case, size=size, bytes=10**9, points=points, ours=summary(seconds),
        rust=None if rust_seconds is None else summary(rust_seconds), rust_all=None, limit_gb_per_second=10.0,
    )  # fmt: skip


class LoadCycleTest(unittest.TestCase):
    def test_reads_every_unit(self):
        line = "[2026-01-01T00:00:00Z INFO  rustboard_core::cli] Finished load cycle ({})"
        times = {"2.712s": 2.712, "31.027201ms": 0.031027201, "9.5µs": 9.5e-6, "12ns": 1.2e-8, "3s": 3.0}
        for text, seconds in times.items():
            self.assertAlmostEqual(loaders.parse_load_cycle(line.format(text)), seconds, places=12)

    def test_other_lines_say_nothing(self):
        for line in ["listening on 127.0.0.1:1234", "INFO Starting load cycle", "Finished load cycle ()", ""]:
            self.assertIsNone(loaders.parse_load_cycle(line))


class PeakTest(unittest.TestCase):
    def test_reads_the_high_water_mark(self):
        self.assertEqual(loaders.parse_peak_bytes("VmPeak:\t 9 kB\nVmHWM:\t   1234 kB\nVmRSS:\t 7 kB\n"), 1234 * 1024)

    def test_refuses_a_status_without_one(self):
        with self.assertRaises(loaders.LoaderError):
            loaders.parse_peak_bytes("Name:\tzombie\n")


class InspectionTest(unittest.TestCase):
    ANSWER = {"issues": [], "totals": {"points": 7, "superseded": 0}, "load": {"seconds": 0.25}, "runs": []}

    def test_reads_the_answer(self):
        found = loaders.parse_inspection(json.dumps(self.ANSWER))
        self.assertEqual(found, loaders.Inspection(points=7, superseded=0, issues=0, load_seconds=0.25))
        loaders.check_inspection(found, 7)

    def test_refuses_what_it_does_not_know(self):
        for text in ["", "[]", "{}", '{"totals": {"points": "many"}}', '{"totals": null}']:
            with self.subTest(text), self.assertRaises(loaders.LoaderError):
                loaders.parse_inspection(text)

    def test_a_wrong_answer_is_an_error(self):
        good = loaders.Inspection(points=7, superseded=0, issues=0, load_seconds=0.1)
        for changes, expected in [({}, 8), ({"superseded": 1}, 7), ({"issues": 1}, 7)]:
            with self.subTest(changes), self.assertRaises(loaders.LoaderError):
                loaders.check_inspection(bench_report.dataclasses.replace(good, **changes), expected)


class CaseTest(unittest.TestCase):
    def test_every_case_of_the_tree_is_sound(self):
        cases = bench_cases.load_cases(CASES)
        names = [case.name for case in cases]
        self.assertEqual(names[:3], ["one_run", "hundred_runs", "thousand_runs"])
        self.assertEqual(len(set(names)), len(names))
        for case in cases:
            self.assertEqual("{size}" in case.generate, len(case.sizes) > 1, case.name)

    def test_reads_all_keys(self):
        case = bench_cases.parse_case(
            "x", "[case]\ntitle=T\ngenerate=g {size}\nquick=q\ngb=0.5\nsizes=1 4\nrust_keeps=10\nrust_all=scalars\n"
            "[target]\ntimes_faster=2\npeak_mib=3\ngb_per_second=4\ngrowth_percent=5\n")  # fmt: skip
        self.assertEqual(case.sizes, (1, 4))
        self.assertEqual((case.rust_keeps, case.rust_all), (10, "scalars"))
        self.assertEqual(case.targets, bench_cases.Targets(2, 3, 4, 5))

    def test_names_what_is_wrong(self):
        good = "[case]\ntitle=t\ngenerate=g\nquick=q\ngb=1\n"
        bad = ["", "[case]\ntitle=t\n", good + "sizes=0\n", good + "sizes=a\n", good + "colour=red\n",
               good + "[target]\nspeed=9\n", good + "[target]\npeak_mib=much\n", "title=t\n"]  # fmt: skip
        for text in bad:
            with self.subTest(text), self.assertRaisesRegex(bench_cases.CaseError, "^mine: "):
                bench_cases.parse_case("mine", text)

    def test_the_quick_form_promises_nothing(self):
        quick = make_case(targets=bench_cases.Targets(times_faster=10), quick="small").made_quick()
        self.assertEqual((quick.generate, quick.targets), ("small", bench_cases.Targets()))
        self.assertIn("quick", quick.title)

    def test_says_what_is_lacking(self):
        self.assertIsNone(bench_cases.lacking(1, 2 * 10**9, 2 * 10**9))
        self.assertIn("disk", bench_cases.lacking(1, 10**9, 2 * 10**9))
        self.assertIn("page cache", bench_cases.lacking(1, 2 * 10**9, 10**9))

    def test_chooses_by_name(self):
        cases = bench_cases.load_cases(CASES)
        self.assertEqual([case.name for case in run.choose(cases, [], ["images"]).loading], ["images"])
        self.assertEqual(run.choose(cases, [], None).loading, cases)
        with self.assertRaises(bench_cases.CaseError):
            run.choose(cases, [], ["images", "nothing"])


class DirectoryTest(unittest.TestCase):
    """With a generator that is a shell script, so that each call of it leaves a trace."""

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self._folder.name)
        self.generator = self.root / "generator"
        self.write_generator("abc")

    def tearDown(self):
        self._folder.cleanup()

    def write_generator(self, content: str, exit_code: int = 0):
        self.generator.write_text(
            f'#!/bin/sh\necho call >>"{self.root}/calls"\nmkdir -p "$2" && printf {content} >"$2/file"\n'
            f'echo \'{{"files":1,"bytes":{len(content)},"series":1,"points":2}}\'\nexit {exit_code}\n'
        )
        self.generator.chmod(self.generator.stat().st_mode | stat.S_IXUSR)

    def make(self, arguments: str = "scalars") -> bench_cases.LogDirectory:
        return bench_cases.make_directory(self.generator, self.root / "logs", "case", arguments)

    def calls(self) -> int:
        return len((self.root / "calls").read_text().splitlines())

    def test_made_once_while_nothing_changes(self):
        first = self.make()
        self.assertEqual((first.files, first.bytes, first.points), (1, 3, 2))
        self.assertEqual(self.make(), first)
        self.assertEqual(self.calls(), 1)

    def test_made_again_when_something_changed(self):
        self.make()
        self.make("images")
        self.write_generator("abcd")
        self.assertEqual(self.make("images").bytes, 4)
        self.assertEqual(self.calls(), 3)
        (self.root / "logs" / "case" / "file").write_text("short")
        self.make("images")
        self.assertEqual(self.calls(), 4)

    def test_a_failure_leaves_nothing_behind(self):
        self.write_generator("abc", exit_code=1)
        with self.assertRaises(bench_cases.CaseError):
            self.make()
        self.assertEqual(list((self.root / "logs").iterdir()), [])

    def test_deletes_all_of_it(self):
        self.make().delete()
        self.assertEqual(list((self.root / "logs").iterdir()), [])


class VerdictTest(unittest.TestCase):
    def verdicts(self, row, **targets):
        return [verdict.met for verdict in bench_report.judge(bench_cases.Targets(**targets), [row])]

    def test_median_and_spread(self):
        self.assertEqual(bench_report.spread([5.0, 1.0, 2.0]), bench_report.Spread(2.0, 1.0, 5.0))

    def test_ratio(self):
        case = make_case()
        self.assertEqual(self.verdicts(make_row(case, seconds=1, rust_seconds=10), times_faster=10), [True])
        self.assertEqual(self.verdicts(make_row(case, seconds=1, rust_seconds=9.9), times_faster=10), [False])
        self.assertEqual(self.verdicts(make_row(case, seconds=1), times_faster=10), [None])

    def test_memory_and_speed(self):
        row = make_row(make_case(), seconds=0.5, peak_mib=60)
        self.assertEqual(self.verdicts(row, gb_per_second=2.0, peak_mib=60), [True, True])
        self.assertEqual(self.verdicts(row, gb_per_second=2.1, peak_mib=59), [False, False])

    def test_growth_counts_only_what_gets_dearer(self):
        case = make_case(sizes=(1, 4))
        flat = [make_row(case, size=1, points=100, seconds=1), make_row(case, size=4, points=400, seconds=3.0)]
        steep = [make_row(case, size=1, points=100, seconds=1), make_row(case, size=4, points=400, seconds=4.8)]
        self.assertAlmostEqual(bench_report.growth_percent(flat), 0)
        self.assertAlmostEqual(bench_report.growth_percent(steep), 20)
        targets = bench_cases.Targets(growth_percent=15)
        self.assertEqual([v.met for v in bench_report.judge(targets, flat)], [True])
        self.assertEqual([v.met for v in bench_report.judge(targets, steep)], [False])
        self.assertEqual([v.met for v in bench_report.judge(targets, flat[:1])], [None])

    def test_points_the_rust_loader_keeps(self):
        logs = bench_cases.LogDirectory(pathlib.Path("x"), files=1, bytes=1, series=20, points=5_000_000)
        self.assertEqual(run.Runner.rust_points(make_case(), logs), 20_000)
        self.assertEqual(run.Runner.rust_points(make_case(rust_keeps=10**9), logs), 5_000_000)


class ReportTest(unittest.TestCase):
    def test_every_table_row_has_as_many_cells_as_its_head(self):
        case = make_case(targets=bench_cases.Targets(times_faster=10, peak_mib=5))
        cases = [[make_row(case, rust_seconds=20)], [make_row(make_case())]]
        page = bench_report.report(["Date: today"], cases, ["A note."])
        tables = [block.splitlines() for block in page.split("\n\n") if block.startswith("| ")]
        self.assertEqual(len(tables), 3)
        for table in tables:
            self.assertEqual(len({line.count("|") for line in table}), 1, table)
        self.assertIn("| yes; **no** |", page)
        self.assertIn("A note.", page)
        self.assertIn("- Date: today", page)

    def test_a_missing_loader_is_no_success(self):
        case = make_case(targets=bench_cases.Targets(times_faster=10))
        self.assertIn("not compared", bench_report.report([], [[make_row(case)]], []))


class SavedResultsTest(unittest.TestCase):
    SETTINGS = {"runs": 3, "quick": False}

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self._folder.name) / "new" / "results.json"

    def tearDown(self):
        self._folder.cleanup()

    def saved(self, *, resume: bool, **changes) -> saved_results.SavedResults:
        return saved_results.SavedResults(self.path, {**self.SETTINGS, **changes}, resume=resume)

    def test_goes_on_where_it_was_cut_off(self):
        first = self.saved(resume=False)
        self.assertEqual(first.once("a", lambda: [1]), [1])
        with self.assertRaises(ZeroDivisionError):
            first.once("b", lambda: 1 / 0)
        second = self.saved(resume=True)
        self.assertEqual(second.once("a", lambda: [2]), [1])
        self.assertEqual(second.once("b", lambda: [3]), [3])
        self.assertEqual(second.resumed, ["a"])

    def test_begins_anew_unless_told_otherwise(self):
        self.saved(resume=False).put("a", 1)
        self.assertIsNone(self.saved(resume=False).get("a"))

    def test_refuses_what_was_measured_otherwise(self):
        with self.assertRaises(saved_results.ResumeError):
            self.saved(resume=True)
        self.saved(resume=False).put("a", 1)
        with self.assertRaisesRegex(saved_results.ResumeError, "runs was 3, now it is 5"):
            self.saved(resume=True, runs=5)
        for text in ["", "[]", "{}", '{"settings": {}, "results": 7}']:
            self.path.write_text(text)
            with self.subTest(text), self.assertRaises(saved_results.ResumeError):
                self.saved(resume=True)

    def test_rows_come_back_as_they_were(self):
        for rust_seconds in (None, 4.0):
            row = make_row(make_case(), rust_seconds=rust_seconds)
            kept = json.loads(json.dumps(bench_report.row_to_json(row)))
            self.assertEqual(bench_report.row_from_json(row.case, kept), row)

    def test_the_page_is_there_after_every_case(self):
        self.path.parent.mkdir()
        page = saved_results.ResultsPage(lambda: ["Date: today"], self.path)
        page.tell("page", "one case")
        page.tell("writer", "the writer")
        page.tell("page", "one case, another case")
        text = self.path.read_text()
        self.assertEqual(text, page.text())
        self.assertEqual(text.count("one case"), 1)
        self.assertLess(text.index("another case"), text.index("the writer"))


class NeighboursTest(unittest.TestCase):
    def test_reads_ticks(self):
        stat = "cpu  100 20 30 1000 50 1 2 3 7 8\ncpu0 9 9 9 9 9 9 9 9 9 9\n"
        self.assertEqual(run.parse_cpu_ticks(stat), (156, 1206))

    def test_own_time_does_not_count(self):
        neighbours = run.Neighbours()
        with unittest.mock.patch.object(run.Neighbours, "_now", side_effect=[(150.0, 1000.0, 100.0)]):
            neighbours._start = (0.0, 0.0, 0.0)
            self.assertAlmostEqual(neighbours.percent(), 5.0)


class CommandLineTest(unittest.TestCase):
    def test_unknown_case_ends_with_an_error(self):
        done = subprocess.run(
            [sys.executable, "-B", run.__file__, "--only", "nothing"], capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("no case nothing", done.stderr)


if __name__ == "__main__":
    unittest.main()
