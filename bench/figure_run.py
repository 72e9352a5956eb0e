"""What all runs share whose figures stand in one table: of the page, of images and texts, of graphs."""

import contextlib
import dataclasses
import pathlib
import sys
from collections.abc import Callable, Iterable, Iterator

from bench_cases import LogDirectory, make_directory
from browser_measure import BrowserMeasure
from figure_report import QUICK_NOTE, CaseRounds
from http_servers import ServerError, Sightglass, Tensorboard, find_tensorboard
from saved_results import SavedResults


@dataclasses.dataclass(frozen=True)
class LogCase:
    name: str
    logs: str  # arguments of make_logs
    quick: str


class FigureRun:
    def __init__(self, root: pathlib.Path, programs: pathlib.Path, saved: SavedResults, *, runs: int, quick: bool, keep: bool):
        self._root = root
        self._programs = programs
        self._saved = saved
        self._scratch = root / "build" / "bench-logs"
        self._scratch.mkdir(parents=True, exist_ok=True)
        self._ours = Sightglass(programs / "sightglass", self._scratch)
        self._runs = 1 if quick else runs
        self._quick = quick
        self._keep = keep
        self._notes = [QUICK_NOTE] if quick else []
        self._browser: BrowserMeasure | None = None
        self._theirs: Tensorboard | None = None

    def _find_peers(self) -> None:
        """Notes which browser and which TensorBoard. LoaderError without a browser; TensorBoard may be missing."""
        self._browser = BrowserMeasure(self._root, self._notes)
        self._theirs = find_tensorboard(self._root, self._scratch, self._notes)

    def _note(self, text: str) -> None:
        if text not in self._notes:
            self._notes.append(text)
        print(text, file=sys.stderr, flush=True)

    @contextlib.contextmanager
    def _logs(self, name: str, arguments: str) -> Iterator[LogDirectory]:
        directory = make_directory(self._programs / "bin" / "make_logs", self._scratch, name, arguments)
        try:
            yield directory
        finally:
            if not self._keep:
                directory.delete()

    def _one_by_one(
        self,
        group: str,
        cases: Iterable[LogCase],
        measure: Callable[[LogCase, LogDirectory], dict],
        report: Callable[[list[CaseRounds], list[str]], str],
        tell: Callable[[str], None],
    ) -> None:
        """Every case on a directory of its own, told when it is done. `measure` says who had which rounds, and notes the rest.
        A case that fails is left out with a note, and is not kept."""
        measured = []
        for case in cases:
            name = f"{group}_{case.name}"
            kept = self._saved.get(name)
            if kept is None:
                try:
                    kept = self._fresh(name, case, measure)
                    self._saved.put(name, kept)
                except ServerError as error:
                    self._note(f"{case.name} left out: {error}.")
                    kept = {"rounds": {}, "notes": []}
            self._notes += [note for note in kept["notes"] if note not in self._notes]
            measured.append(CaseRounds(case.name, kept["rounds"]))
            tell(report(measured, self._notes))

    def _fresh(self, name: str, case: LogCase, measure: Callable[[LogCase, LogDirectory], dict]) -> dict:
        arguments = case.quick if self._quick else case.logs
        print(f"{name}: {arguments}", file=sys.stderr, flush=True)
        known = len(self._notes)
        with self._logs(name.replace("_", "-", 1), arguments) as directory:
            rounds = measure(case, directory)
        return {"rounds": rounds, "notes": self._notes[known:]}
