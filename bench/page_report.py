"""What is reported of the web page: the figures, and what each is to reach."""

from figure_report import CaseRounds, FigureKind, FigureTarget, figures_report, member, times

# As measure_page.ts calls them. Ratios are against the better of the two.
OTHERS = {"scalars": "TensorBoard: Scalars", "timeseries": "TensorBoard: Time Series"}

FIGURES = (
    FigureKind("small", "small log: bytes of the page until the first chart", "KB", member("page_bytes"),
               FigureTarget(at_most=150_000)),
    FigureKind("small", "small log: bytes of data until then", "KB", member("data_bytes")),
    FigureKind("small", "small log: requests until then", "", member("requests")),
    FigureKind("small", "small log: navigation to first chart", "ms", member("first_chart_ms"), FigureTarget(times_better=5)),
    FigureKind("small", "small log: long tasks until then", "ms", member("long_tasks_ms")),
    FigureKind("hundred", "100 runs: first chart with all runs", "ms", member("first_chart_ms"), FigureTarget(times_better=8)),
    FigureKind("thousand", "1,000 runs: first chart with all runs", "ms", member("first_chart_ms"),
               FigureTarget(times_better=10)),
    FigureKind("thousand", "1,000 runs: JS heap", "MB", member("heap_bytes"), FigureTarget(times_better=4)),
    FigureKind("thousand", "1,000 runs: memory of the page's process", "MB", member("process_bytes")),
    # A frame that comes a hair late at 60 a second is no loss.
    FigureKind("scroll_hundred", "100 runs, scrolling: frames a second", "", member("frames_per_second"),
               FigureTarget(at_least=59), higher_is_better=True),
    FigureKind("scroll_hundred", "100 runs, scrolling: longest gap", "ms", member("longest_gap_ms"), FigureTarget(at_most=50)),
    FigureKind("scroll_hundred", "100 runs, scrolled: JS heap", "MB", member("heap_bytes"), FigureTarget(times_better=5)),
    FigureKind("scroll_thousand", "1,000 runs, scrolling: frames a second", "", member("frames_per_second"),
               FigureTarget(at_least=30), higher_is_better=True),
    FigureKind("scroll_thousand", "1,000 runs, scrolling: longest gap", "ms", member("longest_gap_ms"),
               FigureTarget(at_most=100)),
    FigureKind("scroll_thousand", "1,000 runs, scrolled: JS heap", "MB", member("heap_bytes")),
    FigureKind("toggle", "1,000 runs: all on, click to first chart", "ms", member("on_ms"), FigureTarget(times_better=10)),
    FigureKind("toggle", "1,000 runs: all on, click to all charts in sight", "ms", member("all_on_ms"),
               FigureTarget(times_better=10)),
    FigureKind("toggle", "1,000 runs: all off, click to first chart", "ms", member("off_ms"), FigureTarget(times_better=10)),
    FigureKind("toggle", "1,000 runs: all off, click to all charts in sight", "ms", member("all_off_ms"),
               FigureTarget(times_better=10)),
    FigureKind("zoom", "5 M points, wheel to exact repaint: p50", "ms", times(50)),
    FigureKind("zoom", "5 M points, wheel to exact repaint: p95", "ms", times(95), FigureTarget(at_most=50)),
    FigureKind("written_to_pixel", "written point to pixel: p50", "ms", times(50)),
    FigureKind("written_to_pixel", "written point to pixel: p95", "ms", times(95), FigureTarget(at_most=150)),
)  # fmt: skip


def unopened(measured: list[CaseRounds]) -> list[str]:
    """A note for every page that had not all groups open when it was scrolled."""
    notes = []
    for case in measured:
        for page, rounds in case.rounds.items():
            left = max((int(one.get("groups_left", 0)) for one in rounds), default=0)
            if left > 0:
                notes.append(f"{OTHERS.get(page, '**Our page**')} in {case.name}: {left} groups did not open within a minute; "
                             "it was scrolled without them.")  # fmt: skip
    return notes


def page_report(measured: list[CaseRounds], notes: list[str]) -> str:
    """Empty without anything measured."""
    return figures_report("Page", FIGURES, OTHERS, measured, [*notes, *unopened(measured)])
