"""All that is measured of the web page, side by side with TensorBoard's two, in the same browser on the same directories."""

import contextlib
import dataclasses
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from bench_cases import make_directory
from http_servers import Server, Sightglass, Tensorboard, find_tensorboard, reap_orphans
from loaders import LoaderError
from page_report import OTHERS, OURS, PageMeasured, page_report

# A page that takes longer than this cannot do it.
TIMEOUT_SECONDS = 400


@dataclasses.dataclass(frozen=True)
class PageCase:
    name: str
    measure: str  # of bench/page/measure_page.ts
    logs: str  # arguments of make_logs; "": an empty directory that the measurement fills
    quick: str
    runs: int
    quick_runs: int
    rounds: int  # at most: others take minutes for some
    pages: tuple[str, ...] = (OURS, *OTHERS)


SMALL = "scalars --runs 5 --tags 12 --steps 500"
HUNDRED = "scalars --runs 100 --tags 20 --steps 2500"
THOUSAND = "scalars --runs 1000 --tags 50 --steps 100"

CASES = (
    PageCase("small", "first_chart", SMALL, SMALL, 5, 5, 5),
    PageCase("hundred", "first_chart", HUNDRED, SMALL, 100, 5, 5),
    PageCase("thousand", "first_chart", THOUSAND, SMALL, 1000, 5, 3),
    PageCase("scroll_hundred", "scrolling", HUNDRED, SMALL, 100, 5, 3),
    PageCase("scroll_thousand", "scrolling", THOUSAND, SMALL, 1000, 5, 3),
    PageCase("toggle", "toggle", THOUSAND, SMALL, 1000, 5, 3),
    # The others draw a sample of 1,000 points, whatever the zoom.
    PageCase("zoom", "zoom", "scalars --runs 1 --tags 1 --steps 5000000", SMALL, 1, 5, 3, (OURS,)),
    PageCase("written_to_pixel", "written_to_pixel", "", "", 1, 1, 3),
)


@dataclasses.dataclass(frozen=True)
class _Served:
    server: Server
    pages: tuple[str, ...]


class PageRun:
    def __init__(self, root: pathlib.Path, programs: pathlib.Path, *, runs: int, quick: bool, keep: bool):
        self._root = root
        self._programs = programs
        self._scratch = root / "build" / "bench-logs"
        self._scratch.mkdir(parents=True, exist_ok=True)
        self._ours = Sightglass(programs / "sightglass", self._scratch)
        self._runs = 1 if quick else runs
        self._quick = quick
        self._keep = keep
        self._notes: list[str] = []

    def sections(self, names: set[str]) -> str:
        cases = [case for case in CASES if case.name in names]
        if not cases:
            return ""
        browser = shutil.which("chromium")
        if browser is None:
            raise LoaderError("no chromium on the PATH")
        version = subprocess.run([browser, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        self._notes.append(f"{version}, without a GPU, 1440x900, a new process for every measurement.")
        theirs = find_tensorboard(self._root, self._scratch, self._notes)
        measured = []
        # Cases of one directory stand together, so that it is made once.
        for logs in dict.fromkeys(self._arguments(case) for case in cases):
            measured += self._measure([case for case in cases if self._arguments(case) == logs], logs, theirs)
        return page_report(measured, self._notes)

    def _arguments(self, case: PageCase) -> str:
        return case.quick if self._quick else case.logs

    def _measure(self, cases: list[PageCase], arguments: str, theirs: Tensorboard | None) -> list[PageMeasured]:
        if not arguments:
            return [self._measure_writing(case, theirs) for case in cases]
        directory = make_directory(self._programs / "bin" / "make_logs", self._scratch, f"page-{cases[0].name}", arguments)
        try:
            with contextlib.ExitStack() as stack:
                ours = stack.enter_context(self._ours.start(directory.path, "--profile", "none"))
                ours.wait_for(lambda: self._ours.is_loaded(ours, directory.series, directory.points), 0.05)
                served = [_Served(ours, (OURS,))]
                if theirs and any(len(case.pages) > 1 for case in cases):
                    other = stack.enter_context(theirs.start(directory.path))
                    other.wait_for(lambda: theirs.is_loaded(other, directory.series, directory.points), 0.5)
                    served.append(_Served(other, tuple(OTHERS)))
                return [self._rounds(case, served, directory.path) for case in cases]
        finally:
            if not self._keep:
                directory.delete()

    def _measure_writing(self, case: PageCase, theirs: Tensorboard | None) -> PageMeasured:
        rounds: dict[str, list[dict]] = {page: [] for page in case.pages}
        for page in case.pages:
            program = self._ours if page == OURS else theirs
            # One round says enough of a page that asks every half minute.
            for _ in range(min(self._runs, case.rounds) if page == OURS else 1):
                if program is None:
                    continue
                with tempfile.TemporaryDirectory(dir=self._scratch) as folder:
                    flags = ("--profile", "none") if page == OURS else ()
                    with program.start(pathlib.Path(folder), *flags) as server:
                        server.wait_for_page()
                        self._one(case, page, server, pathlib.Path(folder), rounds[page])
        return PageMeasured(case.name, rounds)

    def _rounds(self, case: PageCase, served: list[_Served], logs: pathlib.Path) -> PageMeasured:
        rounds: dict[str, list[dict]] = {page: [] for page in case.pages}
        failed: set[str] = set()
        for _ in range(min(self._runs, case.rounds)):
            # Turn and turn about; who is not measured stands still.
            for one in served:
                for other in served:
                    other.server.resume() if other is one else other.server.pause()
                for page in one.pages:
                    if page in case.pages and page not in failed and not self._one(case, page, one.server, logs, rounds[page]):
                        failed.add(page)
            for one in served:
                one.server.resume()
        return PageMeasured(case.name, rounds)

    def _one(self, case: PageCase, page: str, server: Server, logs: pathlib.Path, rounds: list[dict]) -> bool:
        """Adds to `rounds`. False, with a note, when a page cannot do it."""
        print(f"page: {case.name}: {page}", file=sys.stderr, flush=True)
        runs = case.quick_runs if self._quick else case.runs
        command = ["npm", "run", "--silent", "bench:page", "--", case.measure, page, f"http://localhost:{server.port}",
                   str(runs), str(logs)]  # fmt: skip
        try:
            done = subprocess.run(command, cwd=self._root, capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS)
            problem = "" if done.returncode == 0 else _reason(done.stderr)
        except subprocess.TimeoutExpired:
            problem = f"not done within {TIMEOUT_SECONDS} s"
        server.check_running()
        reap_orphans()  # the browser leaves its helpers behind
        if not problem:
            rounds.append(json.loads(done.stdout))
            return True
        name = "**Our page**" if page == OURS else OTHERS[page]
        self._notes.append(f"{name} left out of {case.name}: {problem}.")
        print(self._notes[-1], file=sys.stderr)
        return False


def _reason(output: str) -> str:
    """Node prints where it stopped, with a mark below, an empty line, and then the message."""
    lines = output.splitlines()
    for mark, empty, message in zip(lines, lines[1:], lines[2:], strict=False):
        if mark.strip() == "^" and not empty:
            return message.partition("Error: ")[2].rstrip(".") or message.rstrip(".")
    return lines[-1] if lines else "it said nothing"
