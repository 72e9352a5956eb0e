#!/usr/bin/env python3
"""Measures loading, serving, showing and writing logs against TensorBoard and tensorboardX. See README.md beside this file."""

import argparse
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

from bench_cases import Case, CaseError, LogDirectory, lacking, load_cases, make_directory
from bench_report import Row, Summary, report, summarise
from http_servers import ServerError, adopt_orphans
from loaders import LoaderError, RustLoader, Sightglass, find_rust_loader
from page_run import CASES as PAGE_CASES
from page_run import PageRun
from peers_venv import RUST_PACKAGE, RUST_VERSION
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


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="CASE", action="append", help="this case (may be repeated)")
    parser.add_argument("--runs", type=int, default=5, help="timed runs or rounds of each program (default 5)")
    parser.add_argument("--quick", action="store_true", help="a tenth of the data or less: does it all work?")
    parser.add_argument("--keep", action="store_true", help="keep the log directories in build/bench-logs")
    release = ROOT / "build" / "release"
    parser.add_argument("--programs", type=pathlib.Path, default=release, help="build folder to measure")
    parser.add_argument("--output", type=pathlib.Path, help="where the page goes; bench/RESULTS.md for a whole run")
    options = parser.parse_args(arguments)
    if options.runs < 1:
        parser.error("--runs must be at least 1")
    return options


def choose(
    cases: list[Case], server_cases: list[ServerCase], only: list[str] | None
) -> tuple[list[Case], list[ServerCase], set[str], set[str], set[str]]:
    """What to measure: of loaders, of servers, what else of our server, of the writer, and of the page. `server` stands for all
    of the second and third, `writer` and `page` for all of theirs."""
    extra = {GROWTH_CASE, LOAD_CASE}
    writer = {f"writer_{name}" for name in WRITER_CASES}
    page = {f"page_{case.name}" for case in PAGE_CASES}
    names = [case.name for case in [*cases, *server_cases]] + sorted(extra | writer | page)
    wanted = set(only or names)
    if "server" in wanted:
        wanted = wanted - {"server"} | {case.name for case in server_cases} | extra
    if "writer" in wanted:
        wanted = wanted - {"writer"} | writer
    if "page" in wanted:
        wanted = wanted - {"page"} | page
    unknown = wanted - set(names)
    if unknown:
        raise CaseError(f"no case {sorted(unknown)[0]}; there are: {', '.join([*names, 'server', 'writer', 'page'])}")
    return (
        [case for case in cases if case.name in wanted],
        [case for case in server_cases if case.name in wanted],
        extra & wanted,
        {name.removeprefix("writer_") for name in writer & wanted},
        {name.removeprefix("page_") for name in page & wanted},
    )


def measure_loaders(options: argparse.Namespace, cases: list[Case], notes: list[str]) -> list[list[Row]]:
    try:
        rust = find_rust_loader(ROOT / "build" / "bench-venv")
        notes.append(f"Rust loader: the program of {RUST_PACKAGE} {RUST_VERSION}.")
    except LoaderError as error:
        rust = None
        notes.append(f"Rust loader skipped: {error}.")
        say(notes[-1])
    runner = Runner(options.programs, rust, options.runs)
    return [run_case(runner, case, notes, keep=options.keep) for case in cases]


def main() -> int:
    options = parse_arguments(sys.argv[1:])
    # A part of the cases, or small ones, must not replace the page that speaks of all.
    whole = not options.quick and not options.only
    output = options.output or (ROOT / "bench" / "RESULTS.md" if whole else None)
    notes = []
    about = facts(options.runs)
    try:
        cases, server_cases, extra, writer_cases, page_cases = choose(
            load_cases(ROOT / "bench" / "cases"), load_server_cases(ROOT / "bench" / "server_cases"), options.only
        )
        if options.quick:
            cases = [case.made_quick() for case in cases]
            server_cases = [case.made_quick() for case in server_cases]
        adopt_orphans()
        neighbours = Neighbours()
        measured = measure_loaders(options, cases, notes) if cases else []
        server = ServerRun(ROOT, options.programs, runs=options.runs, quick=options.quick, keep=options.keep)
        sections = [server.sections(server_cases, extra)]
        page = PageRun(ROOT, options.programs, runs=options.runs, quick=options.quick, keep=options.keep)
        sections.append(page.sections(page_cases))
        writer = WriterRun(ROOT, options.programs, runs=options.runs, quick=options.quick)
        sections.append(writer.sections(writer_cases))
    except (CaseError, LoaderError, ServerError, OSError, subprocess.SubprocessError) as error:
        say(f"bench: {error}")
        return 1
    about.append(f"Other processes used {neighbours.percent():.0f} % of the processors meanwhile")
    if neighbours.percent() > BUSY_PERCENT:
        notes.append("**The machine was busy: times and ratios on this page are not to be trusted.**")
    results = report(about, [rows for rows in measured if rows], notes, "\n".join(filter(None, sections)))
    print(results)
    if output:
        output.write_text(results, encoding="utf-8")
        say(f"written: {output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
