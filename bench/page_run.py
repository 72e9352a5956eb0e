"""All that is measured of the web page, side by side with TensorBoard's two, in the same browser on the same directories."""

import contextlib
import dataclasses
import pathlib
import sys
import tempfile
from collections.abc import Callable

from figure_report import OURS, CaseRounds
from figure_run import FigureRun
from http_servers import Server
from page_report import OTHERS, page_report
from saved_results import SavedResults


@dataclasses.dataclass(frozen=True)
class PageCase:
    name: str
    measure: str  # of bench/page/measure_page.ts
    logs: str  # arguments of make_logs; "": an empty directory that the measurement fills
    quick: str
    runs: int
    quick_runs: int
    # TensorBoard's pages have one round; as many as ours where a verdict may be close.
    others_once: bool = True
    pages: tuple[str, ...] = (OURS, *OTHERS)


SMALL = "scalars --runs 5 --tags 12 --steps 500"
HUNDRED = "scalars --runs 100 --tags 20 --steps 2500"
THOUSAND = "scalars --runs 1000 --tags 50 --steps 100"
MOST_ROUNDS = 3

CASES = (
    PageCase("small", "first_chart", SMALL, SMALL, 5, 5, others_once=False),
    PageCase("hundred", "first_chart", HUNDRED, SMALL, 100, 5, others_once=False),
    PageCase("thousand", "first_chart", THOUSAND, SMALL, 1000, 5, others_once=False),
    PageCase("scroll_hundred", "scrolling", HUNDRED, SMALL, 100, 5),
    PageCase("scroll_thousand", "scrolling", THOUSAND, SMALL, 1000, 5),
    PageCase("toggle", "toggle", THOUSAND, SMALL, 1000, 5),
    # The others draw a sample of 1,000 points, whatever the zoom.
    PageCase("zoom", "zoom", "scalars --runs 1 --tags 1 --steps 5000000", SMALL, 1, 5, pages=(OURS,)),
    # They ask every half minute: what a round says does not hang on chance.
    PageCase("written_to_pixel", "written_to_pixel", "", "", 1, 1),
)


@dataclasses.dataclass(frozen=True)
class _Served:
    server: Server
    pages: tuple[str, ...]


class PageRun(FigureRun):
    def __init__(self, root: pathlib.Path, programs: pathlib.Path, saved: SavedResults, *, runs: int, quick: bool, keep: bool):
        super().__init__(root, programs, saved, runs=min(runs, MOST_ROUNDS), quick=quick, keep=keep)

    def measure(self, names: set[str], tell: Callable[[str], None]) -> None:
        """Tells the sections of the page after every case."""
        cases = [case for case in CASES if case.name in names]
        if not cases:
            return
        self._find_peers()
        if self._runs > 1:
            often = ", ".join(case.name for case in CASES if not case.others_once)
            self._notes.append(f"Ours: {self._runs} rounds a case. TensorBoard: as many in {often}; one in the others, where no "
                               "verdict hangs on how much its rounds differ.")  # fmt: skip
        measured: dict[str, CaseRounds] = {}

        def done(case: PageCase, result: object) -> None:
            self._notes += [note for note in result["notes"] if note not in self._notes]
            measured[case.name] = CaseRounds(case.name, result["rounds"])
            tell(page_report(list(measured.values()), self._notes))

        # Cases of one directory stand together, so that it is made once.
        for logs in dict.fromkeys(self._arguments(case) for case in cases):
            left = []
            for case in (case for case in cases if self._arguments(case) == logs):
                kept = self._saved.get(f"page_{case.name}")
                left.append(case) if kept is None else done(case, kept)
            for case, result in self._measure(left, logs) if left else ():
                self._saved.put(f"page_{case.name}", result)
                done(case, result)

    def _arguments(self, case: PageCase) -> str:
        return case.quick if self._quick else case.logs

    def _rounds_of(self, case: PageCase, page: str) -> int:
        return 1 if case.others_once and page != OURS else self._runs

    def _measure(self, cases: list[PageCase], arguments: str):
        """Yields each case with its result as soon as it has one."""
        if not arguments:
            for case in cases:
                yield case, self._measure_writing(case)
            return
        with self._logs(f"page-{cases[0].name}", arguments) as directory, contextlib.ExitStack() as stack:
            ours = stack.enter_context(self._ours.start(directory.path, "--profile", "none"))
            ours.wait_for(lambda: self._ours.is_loaded(ours, directory.series, directory.points), 0.05)
            served = [_Served(ours, (OURS,))]
            theirs = self._theirs
            if theirs and any(len(case.pages) > 1 for case in cases):
                other = stack.enter_context(theirs.start(directory.path))
                other.wait_for(lambda: theirs.is_loaded(other, directory.series, directory.points), 0.5)
                served.append(_Served(other, tuple(OTHERS)))
            for case in cases:
                yield case, self._turns(case, served, directory.path)

    def _measure_writing(self, case: PageCase) -> dict:
        result = {"rounds": {page: [] for page in case.pages}, "notes": []}
        for page in case.pages:
            program = self._ours if page == OURS else self._theirs
            for _ in range(self._rounds_of(case, page) if program else 0):
                with tempfile.TemporaryDirectory(dir=self._scratch) as folder:
                    flags = ("--profile", "none") if page == OURS else ()
                    with program.start(pathlib.Path(folder), *flags) as server:
                        server.wait_for_page()
                        if not self._one(case, page, server, pathlib.Path(folder), result):
                            break
        return result

    def _turns(self, case: PageCase, served: list[_Served], logs: pathlib.Path) -> dict:
        result = {"rounds": {page: [] for page in case.pages}, "notes": []}
        failed: set[str] = set()
        for number in range(self._runs):
            # Turn and turn about; who is not measured stands still.
            for one in served:
                for other in served:
                    other.server.resume() if other is one else other.server.pause()
                for page in one.pages:
                    if page not in case.pages or page in failed or number >= self._rounds_of(case, page):
                        continue
                    if not self._one(case, page, one.server, logs, result):
                        failed.add(page)
            for one in served:
                one.server.resume()
        return result

    def _one(self, case: PageCase, page: str, server: Server, logs: pathlib.Path, result: dict) -> bool:
        """Adds to `result`. False, with a note, when a page cannot do it."""
        print(f"page: {case.name}: {page}", file=sys.stderr, flush=True)
        runs = case.quick_runs if self._quick else case.runs
        found, problem = self._browser.measure(case.measure, page, server, runs, logs)
        if found is not None:
            result["rounds"][page].append(found)
            return True
        result["notes"].append(f"{OTHERS.get(page, '**Our page**')} left out of {case.name}: {problem}.")
        print(result["notes"][-1], file=sys.stderr)
        return False
