#!/usr/bin/env python3
"""Measures loading, serving, showing, searching and writing logs, beside TensorBoard and tensorboardX. README.md says how."""

import argparse
import dataclasses
import datetime
import json
import os
import pathlib
import platform
import re
import resource
import shlex
import shutil
import subprocess
import sys
import textwrap

from bench_cases import Case, CaseError, LogDirectory, lacking, load_cases, make_directory
from bench_report import Row, Summary, row_from_json, row_to_json, summarise
from graph_run import CASES as GRAPH_CASES
from graph_run import GraphRun
from http_servers import ServerError, adopt_orphans
from loaders import LoaderError, RustLoader, Sightglass, find_rust_loader
from media_run import CASES as MEDIA_CASES
from media_run import MediaRun
from page_run import CASES as PAGE_CASES
from page_run import PageRun
from peers_venv import RUST_PACKAGE, RUST_VERSION
from saved_results import ResultsPage, ResumeError, SavedResults
from server_cases import ServerCase, load_server_cases
from server_run import GROWTH_CASE, LOAD_CASE, ServerRun
from writer_run import CASES as WRITER_CASES
from writer_run import WriterRun

# More than this from other processes, and times say more about them than about the loaders.
BUSY_PERCENT = 5

ROOT = pathlib.Path(__file__).resolve().parent.parent


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def probe(make_logs: pathlib.Path, directory: pathlib.Path) -> float:
    """GB/s of reading and checksumming alone. Also leaves every file in the page cache, as all timed runs need it."""
    done = subprocess.run([make_logs, "probe", directory], capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout)["read_and_checksum_gb_per_second"])


class Runner:
    def __init__(self, programs: pathlib.Path, rust: RustLoader | None, runs: int):
        scratch = ROOT / "build" / "bench-logs"
        scratch.mkdir(parents=True, exist_ok=True)
        self.make_logs = programs / "bin" / "make_logs"
        self._ours = Sightglass(programs / "sightglass", programs / "bin" / "measure_command", scratch)
        self._rust = rust
        self._runs = runs

    def measure(self, case: Case, size: int, directory: LogDirectory) -> Row:
        limit = probe(self.make_logs, directory.path)
        rust = self._rust if case.rust_keeps is not None else None
        ours_samples, rust_samples, rust_all_samples = [], [], []
        # Turn and turn about, so that a slow minute of the machine falls on all; the first round is the warm-up.
        for round_number in range(self._runs + 1):
            ours = self._ours.run(directory.path, directory.points)
            theirs = rust.run(directory.path) if rust else None
            theirs_all = rust.run(directory.path, case.rust_all) if rust and case.rust_all else None
            if round_number == 0:
                continue
            ours_samples.append(ours)
            if theirs:
                rust_samples.append(theirs)
            if theirs_all:
                rust_all_samples.append(theirs_all)
        return Row(
            case=case,
            size=size,
            bytes=directory.bytes,
            points=directory.points,
            ours=summarise(ours_samples, directory.points, use_load_time=False),
            rust=self._rust_summary(rust_samples, self.rust_points(case, directory)),
            rust_all=self._rust_summary(rust_all_samples, directory.points),
            limit_gb_per_second=limit,
        )

    @staticmethod
    def rust_points(case: Case, directory: LogDirectory) -> int:
        """By its documented rule, since it does not say: a fixed number of points a series."""
        if case.rust_keeps is None or directory.series == 0:
            return 0
        return directory.series * min(case.rust_keeps, directory.points // directory.series)

    @staticmethod
    def _rust_summary(samples: list, points: int) -> Summary | None:
        # Its load cycle alone, without its start: the comparison leans its way, not ours.
        return summarise(samples, points, use_load_time=True) if samples else None


def free_resources() -> tuple[int, int]:
    """Bytes of disk and of memory."""
    available_kib = first_match("/proc/meminfo", r"^MemAvailable:\s+([0-9]+) kB$", "0")
    return shutil.disk_usage(ROOT / "build").free, int(available_kib) * 1024


def run_case(runner: Runner, case: Case, notes: list[str], *, keep: bool) -> list[Row]:
    """Adds to `notes` what it had to leave out."""
    rows = []
    for size in case.sizes:
        name = f"{case.name}-{size}x" if len(case.sizes) > 1 else case.name
        arguments = case.generate.replace("{size}", str(size))
        missing = lacking(case.gb * size, *free_resources())
        if missing:
            notes.append(f"{name} skipped: {missing}.")
            say(notes[-1])
            continue
        say(f"{name}: making the log directory")
        directory = make_directory(runner.make_logs, ROOT / "build" / "bench-logs", name, arguments)
        say(f"{name}: measuring {directory.bytes / 1e6:,.0f} MB, {directory.points:,} points")
        try:
            rows.append(runner.measure(case, size, directory))
        finally:
            if not keep:
                directory.delete()
    return rows


def first_match(path: str, pattern: str, otherwise: str) -> str:
    try:
        match = re.search(pattern, pathlib.Path(path).read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    except OSError:
        match = None
    return match[1] if match else otherwise


def commit() -> str:
    git = ["git", "-C", str(ROOT)]
    head = subprocess.run([*git, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=False)
    if head.returncode != 0:
        return "unknown"
    changed = subprocess.run([*git, "status", "--porcelain"], capture_output=True, text=True, check=False)
    return head.stdout.strip() + (" with changes" if changed.stdout.strip() else "")


def parse_cpu_ticks(stat: str) -> tuple[int, int]:
    """Busy and total ticks of all processors since the start of the machine, from /proc/stat."""
    user, nice, system, idle, iowait, irq, softirq, steal = map(int, stat.splitlines()[0].split()[1:9])
    # Time that the host gave to other guests is lost to us just as well.
    busy = user + nice + system + irq + softirq + steal
    return busy, busy + idle + iowait


class Neighbours:
    """How much of the processors others used since this was made: the noise in every time."""

    def __init__(self):
        self._start = self._now()

    @staticmethod
    def _now() -> tuple[float, float, float]:
        busy, total = parse_cpu_ticks(pathlib.Path("/proc/stat").read_text(encoding="ascii"))
        own = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        ticks_per_second = os.sysconf("SC_CLK_TCK")
        return busy, total, sum(usage.ru_utime + usage.ru_stime for usage in own) * ticks_per_second

    def percent(self) -> float:
        busy, total, own = (now - then for now, then in zip(self._now(), self._start, strict=True))
        return max(0.0, busy - own) / max(total, 1) * 100

    def fact(self) -> str:
        return f"Other processes used {self.percent():.0f} % of the processors meanwhile"


def facts(runs: int) -> list[str]:
    memory_kib = int(first_match("/proc/meminfo", r"^MemTotal:\s+([0-9]+) kB$", "0"))
    cpu = first_match("/proc/cpuinfo", r"^model name\s*:\s*(.+)$", platform.machine())
    return [
        f"Date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC",
        f"Machine: {cpu}, {len(os.sched_getaffinity(0))} cores, {memory_kib / 2**20:.0f} GiB of memory, "
        f"Linux {platform.release()}",
        f"Commit: {commit()}",
        f"Command: `{shlex.join(['bench/run.py', *sys.argv[1:]])}`",
        f"One warm-up and {runs} timed runs each, turn and turn about; median (lowest .. highest)",
    ]


KEPT = """\
Whatever is measured is kept when a case ends: the page with the results so far in --output (without it:
build/bench-logs/results.md), the figures behind it in a file of that name and .json. After a run that was cut off,
the same command with --resume measures what is missing.
"""


def all_cases() -> str:
    """For --help: what --only takes."""
    loading = [case.name for case in load_cases(ROOT / "bench" / "cases")]
    serving = [case.name for case in load_server_cases(ROOT / "bench" / "server_cases")]
    groups = {
        "loading": loading,
        "server": [*serving, GROWTH_CASE, LOAD_CASE],
        "page": [f"page_{case.name}" for case in PAGE_CASES],
        "media": [f"media_{case.name}" for case in MEDIA_CASES],
        "graph": [f"graph_{case.name}" for case in GRAPH_CASES],
        "writer": [f"writer_{name}" for name in WRITER_CASES],
    }
    lines = ["cases, and names that stand for all of a line (but loading, which has none):"]
    for group, names in groups.items():
        lines += textwrap.wrap(" ".join(names), 110, initial_indent=f"  {group:<9}", subsequent_indent=" " * 11)
    return "\n".join(lines)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=f"{all_cases()}\n\n{KEPT}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", metavar="CASE", action="append", help="this case, or these (may be repeated); see below")
    parser.add_argument("--runs", type=int, default=5, help="timed runs or rounds of each program (default 5); of "
                        "pages at most 3, and of TensorBoard's pages 1 where that is enough")  # fmt: skip
    parser.add_argument("--quick", action="store_true", help="a tenth of the data or less: does it all work?")
    parser.add_argument("--keep", action="store_true", help="keep the log directories in build/bench-logs")
    release = ROOT / "build" / "release"
    parser.add_argument("--programs", type=pathlib.Path, default=release, help="build folder to measure")
    parser.add_argument("--output", type=pathlib.Path, help="where the page goes; bench/RESULTS.md for a whole run")
    parser.add_argument("--resume", action="store_true", help="go on with what a run with the same --output has kept")
    options = parser.parse_args(arguments)
    if options.runs < 1:
        parser.error("--runs must be at least 1")
    return options


@dataclasses.dataclass(frozen=True)
class Chosen:
    """What to measure, by its part of the program."""

    loading: list[Case]
    server: list[ServerCase]
    server_extra: set[str]  # GROWTH_CASE and LOAD_CASE
    writer: set[str]
    page: set[str]
    media: set[str]
    graph: set[str] = dataclasses.field(default_factory=set)


def choose(cases: list[Case], server_cases: list[ServerCase], only: list[str] | None) -> Chosen:
    """`server`, `writer`, `page`, `media` and `graph` stand for all cases of theirs."""
    extra = {GROWTH_CASE, LOAD_CASE}
    groups = {
        "server": {case.name for case in server_cases} | extra,
        "writer": {f"writer_{name}" for name in WRITER_CASES},
        "page": {f"page_{case.name}" for case in PAGE_CASES},
        "media": {f"media_{case.name}" for case in MEDIA_CASES},
        "graph": {f"graph_{case.name}" for case in GRAPH_CASES},
    }
    loading = {case.name for case in cases}
    everything = loading.union(*groups.values())
    wanted = set().union(*(groups.get(name, {name}) for name in only)) if only else everything
    unknown = wanted - everything
    if unknown:
        raise CaseError(f"no case {sorted(unknown)[0]}; there are: {', '.join([*sorted(everything), *groups])}")

    def of_group(group: str) -> set[str]:
        return {name.removeprefix(f"{group}_") for name in groups[group] & wanted}

    return Chosen(
        loading=[case for case in cases if case.name in wanted],
        server=[case for case in server_cases if case.name in wanted],
        server_extra=extra & wanted,
        writer=of_group("writer"),
        page=of_group("page"),
        media=of_group("media"),
        graph=of_group("graph"),
    )


def measure_loaders(options: argparse.Namespace, cases: list[Case], saved: SavedResults, page: ResultsPage) -> None:
    try:
        rust = find_rust_loader(ROOT / "build" / "bench-venv")
        page.notes.append(f"Rust loader: the program of {RUST_PACKAGE} {RUST_VERSION}.")
    except LoaderError as error:
        rust = None
        page.notes.append(f"Rust loader skipped: {error}.")
        say(page.notes[-1])
    runner = Runner(options.programs, rust, options.runs)
    for case in cases:
        def measure(case: Case = case) -> list[dict]:
            return [row_to_json(row) for row in run_case(runner, case, page.notes, keep=options.keep)]

        page.rows.append([row_from_json(case, kept) for kept in saved.once(f"load_{case.name}", measure)])
        page.write()


def measure_all(options: argparse.Namespace, saved: SavedResults, page: ResultsPage) -> None:
    folder = ROOT / "bench"
    chosen = choose(load_cases(folder / "cases"), load_server_cases(folder / "server_cases"), options.only)
    loading, serving = chosen.loading, chosen.server
    if options.quick:
        loading = [case.made_quick() for case in loading]
        serving = [case.made_quick() for case in serving]
    if loading:
        measure_loaders(options, loading, saved, page)
    shared = {"runs": options.runs, "quick": options.quick}
    if serving or chosen.server_extra:
        server = ServerRun(ROOT, options.programs, **shared, keep=options.keep)
        # Servers are started once for all of them, so that they are kept together.
        name = "server " + " ".join(sorted({case.name for case in serving} | chosen.server_extra))
        page.tell("server", saved.once(name, lambda: server.sections(serving, chosen.server_extra)))
    web_page = PageRun(ROOT, options.programs, saved, **shared, keep=options.keep)
    web_page.measure(chosen.page, lambda text: page.tell("page", text))
    media = MediaRun(ROOT, options.programs, saved, **shared, keep=options.keep)
    media.measure(chosen.media, lambda text: page.tell("media", text))
    graphs = GraphRun(ROOT, options.programs, saved, **shared, keep=options.keep)
    graphs.measure(chosen.graph, lambda text: page.tell("graph", text))
    if chosen.writer:
        writer = WriterRun(ROOT, options.programs, **shared)
        name = "writer " + " ".join(sorted(chosen.writer))
        page.tell("writer", saved.once(name, lambda: writer.sections(chosen.writer)))


def main() -> int:
    options = parse_arguments(sys.argv[1:])
    # A part of the cases, or small ones, must not replace the page that speaks of all.
    whole = not options.quick and not options.only
    output = options.output or (ROOT / "bench" / "RESULTS.md" if whole else None)
    so_far = options.output or ROOT / "build" / "bench-logs" / "results.md"
    so_far.parent.mkdir(parents=True, exist_ok=True)
    about = facts(options.runs)
    neighbours = Neighbours()
    page = ResultsPage(lambda: [*about, neighbours.fact()], so_far)
    try:
        settings = {"runs": options.runs, "quick": options.quick, "programs": str(options.programs.resolve())}
        saved = SavedResults(so_far.with_name(so_far.name + ".json"), settings, resume=options.resume)
        adopt_orphans()
        measure_all(options, saved, page)
    except (CaseError, LoaderError, ResumeError, ServerError, OSError, subprocess.SubprocessError) as error:
        say(f"bench: {error}")
        return 1
    if saved.resumed:
        page.notes.append(f"Kept from an earlier run: {', '.join(saved.resumed)}.")
    if neighbours.percent() > BUSY_PERCENT:
        page.notes.append("**The machine was busy: times and ratios on this page are not to be trusted.**")
    page.write()
    print(page.text())
    if output:
        output.write_text(page.text(), encoding="utf-8")
        say(f"written: {output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
