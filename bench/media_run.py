"""All that is measured of images, texts and histograms: loading, looking, searching; side by side with TensorBoard where it can do it."""

from collections.abc import Callable

from bench_cases import LogDirectory
from figure_report import OURS
from figure_run import FigureRun, LogCase
from http_servers import Server, ServerError, Sightglass, Tensorboard
from media_report import media_report
from media_servers import (
    OurHistograms,
    OurImages,
    TensorboardHistograms,
    TensorboardImages,
    browse,
    search_texts,
    spread_over,
)

THEIRS = "tensorboard"
LOOKED_AT = 200
IMAGE_BYTES = 200_000
# As make_logs puts it into one text of a hundred.
NEEDLE = "Zanzibar"


# 764 MiB; the same that `images` of the loaders reads.
_IMAGES = f"images --runs 4 --tags 5 --steps 200 --bytes {IMAGE_BYTES}"
_FEW_IMAGES = f"images --runs 2 --tags 3 --steps 20 --bytes {IMAGE_BYTES}"
_SMALL_IMAGES = "images --runs 1 --tags 1 --steps {} --bytes 4000"

CASES = (
    LogCase("images", _IMAGES, _FEW_IMAGES),
    LogCase("grid", _IMAGES, _FEW_IMAGES),
    LogCase("slider", _SMALL_IMAGES.format(100_000), _SMALL_IMAGES.format(500)),
    LogCase("text", "text --runs 4 --tags 5 --steps 500 --bytes 100000", "text --runs 2 --tags 2 --steps 200 --bytes 10000"),
    # 380 MB; the same that `histograms` of the loaders reads.
    LogCase("histograms", "histograms --runs 10 --tags 50 --steps 1000", "histograms --runs 2 --tags 3 --steps 100"),
    LogCase("histogram_page", "histograms --runs 1 --tags 200 --steps 500", "histograms --runs 1 --tags 10 --steps 20"),
)


class MediaRun(FigureRun):
    def measure(self, names: set[str], tell: Callable[[str], None]) -> None:
        """Tells the sections of the page after every case."""
        cases = [case for case in CASES if case.name in names]
        if not cases:
            return
        self._find_peers()
        measures = {
            "images": self._images, "grid": self._grid, "slider": self._slider, "text": self._text,
            "histograms": self._histograms, "histogram_page": self._histogram_page,
        }  # fmt: skip
        self._one_by_one("media", cases, lambda case, logs: measures[case.name](logs), media_report, tell)

    def _programs_with_images(self) -> list[tuple[str, Sightglass | Tensorboard, type]]:
        found = [(OURS, self._ours, OurImages)]
        return [*found, (THEIRS, self._theirs, TensorboardImages)] if self._theirs else found

    def _images(self, directory: LogDirectory) -> dict:
        """One server at a time: each loads with all processors for itself."""
        rounds: dict[str, list[dict]] = {}
        for _ in range(self._runs):
            for who, program, images in self._programs_with_images():
                with program.start(directory.path) as server:
                    loaded = server.wait_for(lambda: images.is_loaded(server, directory.series, directory.points), 0.02)
                    loaded_bytes = server.resident_bytes()
                    found = images.all_images(server)
                    times = browse(server, spread_over(found, LOOKED_AT), IMAGE_BYTES)
                    rounds.setdefault(who, []).append({
                        "load_ms": loaded * 1e3, "loaded_bytes": loaded_bytes, "browsed_bytes": server.resident_bytes(),
                        "shown": sum(map(len, found)), "times_ms": times,
                    })  # fmt: skip
        return rounds

    def _grid(self, directory: LogDirectory) -> dict:
        rounds: dict[str, list[dict]] = {}
        for who, program, images in self._programs_with_images():
            with program.start(directory.path) as server:
                server.wait_for(lambda: images.is_loaded(server, directory.series, directory.points), 0.1)
                for _ in range(self._runs if who == OURS else 1):
                    found = self._in_browser("image_grid", who, server, directory)
                    if found is None:
                        break
                    rounds.setdefault(who, []).append(found)
        return rounds

    def _slider(self, directory: LogDirectory) -> dict:
        with self._ours.start(directory.path, "--profile", "none") as server:
            server.wait_for(lambda: OurImages.is_loaded(server, directory.series, directory.points), 0.1)
            rounds = []
            for _ in range(self._runs):
                found = self._in_browser("image_slider", OURS, server, directory)
                if found is not None:
                    rounds.append({**found, "server_bytes": server.resident_bytes()})
        return {OURS: rounds}

    def _histograms(self, directory: LogDirectory) -> dict:
        rounds: dict[str, list[dict]] = {}
        asked = [(OURS, self._ours, OurHistograms)]
        if self._theirs:
            asked.append((THEIRS, self._theirs, TensorboardHistograms))
        for _ in range(self._runs):
            for who, program, histograms in asked:
                with program.start(directory.path) as server:
                    loaded = server.wait_for(lambda: histograms.is_loaded(server, directory.series, directory.points), 0.02)
                    loaded_bytes = server.resident_bytes()
                    cards = [histograms.card(server, tag) for tag in histograms.tags(server)]
                    rounds.setdefault(who, []).append({
                        "load_ms": loaded * 1e3, "loaded_bytes": loaded_bytes, "browsed_bytes": server.resident_bytes(),
                        "shown": sum(card.steps for card in cards), "times_ms": [card.seconds * 1e3 for card in cards],
                    })  # fmt: skip
        return rounds

    def _histogram_page(self, directory: LogDirectory) -> dict:
        rounds: dict[str, list[dict]] = {}
        asked = [(OURS, self._ours, OurHistograms, "own_histograms")]
        if self._theirs:
            asked.append((THEIRS, self._theirs, TensorboardHistograms, "histograms"))
        for who, program, histograms, page in asked:
            with program.start(directory.path) as server:
                server.wait_for(lambda: histograms.is_loaded(server, directory.series, directory.points), 0.1)
                for _ in range(self._runs):
                    first = self._in_browser("first_chart", who, server, directory, page=page, runs=1)
                    scrolled = self._in_browser("scrolling", who, server, directory, page=page, runs=1)
                    if first is None or scrolled is None:
                        break
                    rounds.setdefault(who, []).append({**first, **scrolled})
        return rounds

    def _in_browser(
        self, what: str, who: str, server: Server, directory: LogDirectory, *, page: str | None = None, runs: int = 0
    ) -> dict | None:
        page = page or (OURS if who == OURS else "images")
        found, problem = self._browser.measure(what, page, server, runs, directory.path)
        if found is None:
            self._note(f"{'**Our page**' if who == OURS else 'TensorBoard'} left out of {what}: {problem}.")
        return found

    def _text(self, directory: LogDirectory) -> dict:
        """TensorBoard has no search. The first round, which is not counted, brings the files into the page cache."""
        queries = {
            "word": {"query": NEEDLE, "case": True},
            "any_case": {"query": NEEDLE.lower()},
            "regex": {"query": "Zan[zy]i.ar", "regex": True, "case": True},
        }
        rounds = []
        with self._ours.start(directory.path, "--profile", "none") as server:
            server.wait_for(lambda: OurImages.is_loaded(server, directory.series, directory.points), 0.1)
            for number in range(self._runs + 1):
                found: dict[str, float] = {}
                for name, query in queries.items():
                    search = search_texts(server, query)
                    if search.hits * 100 != directory.points:
                        raise ServerError(f"the search for {query} found {search.hits} of {directory.points // 100} texts")
                    found |= {f"{name}_ms": search.seconds * 1e3, f"{name}_first_ms": search.first_hit_seconds * 1e3,
                              f"{name}_rate": search.bytes / search.seconds}  # fmt: skip
                if number > 0:
                    rounds.append({**found, "server_bytes": server.resident_bytes()})
        return {OURS: rounds}
