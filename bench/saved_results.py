"""What a run of the benchmark has found so far: kept after every case, so that a run that was cut off can go on."""

import json
import os
import pathlib
from collections.abc import Callable

from bench_report import Row, report


class ResumeError(Exception):
    """What was kept cannot be gone on with; the message says why."""


class SavedResults:
    """Results by case, in a file that is written anew at every put()."""

    def __init__(self, path: pathlib.Path, settings: dict, *, resume: bool):
        """`settings`: what must be the same for results to stand beside one another."""
        self._path = path
        self._settings = settings
        self._results: dict[str, object] = {}
        self.resumed: list[str] = []  # what get() gave back
        if resume:
            self._results = self._read()

    def _read(self) -> dict[str, object]:
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            settings, results = kept["settings"], dict(kept["results"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ResumeError(f"cannot go on with {self._path}: {error!r}") from error
        for name, value in self._settings.items():
            if settings.get(name) != value:
                raise ResumeError(f"cannot go on with {self._path}: {name} was {settings.get(name)}, now it is {value}")
        return results

    def get(self, name: str) -> object | None:
        if name not in self._results:
            return None
        self.resumed.append(name)
        return self._results[name]

    def put(self, name: str, result: object) -> None:
        self._results[name] = result
        self._path.parent.mkdir(parents=True, exist_ok=True)
        # A new file that takes the old one's place: whoever is ended in between leaves a whole one.
        fresh = self._path.with_name(self._path.name + ".new")
        fresh.write_text(json.dumps({"settings": self._settings, "results": self._results}), encoding="utf-8")
        os.replace(fresh, self._path)

    def once(self, name: str, measure: Callable[[], object]) -> object:
        """The result of that name: the kept one, or else what `measure` finds, which is kept."""
        found = self.get(name)
        if found is None:
            found = measure()
            self.put(name, found)
        return found


class ResultsPage:
    """The page with the results, written again whenever a case is done."""

    def __init__(self, facts: Callable[[], list[str]], output: pathlib.Path):
        self._facts = facts
        self._output = output
        self._sections: dict[str, str] = {}
        self.notes: list[str] = []
        self.rows: list[list[Row]] = []

    def tell(self, section: str, text: str) -> None:
        """Takes the place of what that section said before. Sections stand in the order in which they came first."""
        self._sections[section] = text
        self.write()

    def text(self) -> str:
        rows = [rows for rows in self.rows if rows]
        return report(self._facts(), rows, self.notes, "\n".join(filter(None, self._sections.values())))

    def write(self) -> None:
        self._output.write_text(self.text(), encoding="utf-8")
