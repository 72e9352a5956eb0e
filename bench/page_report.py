"""The part of the page with the results that speaks of the web page."""

import dataclasses
import math
from collections.abc import Callable

from bench_report import Spread, Verdict, met, spread, table

# As measure_page.ts calls them. Ratios are against the better of the two others.
OURS = "ours"
OTHERS = {"scalars": "TensorBoard: Scalars", "timeseries": "TensorBoard: Time Series"}


@dataclasses.dataclass(frozen=True)
class PageMeasured:
    """One case: what each round said, by page. A page that could not do it has no rounds."""

    name: str
    rounds: dict[str, list[dict]]


@dataclasses.dataclass(frozen=True)
class PageTarget:
    times_better: float | None = None
    at_most: float | None = None
    at_least: float | None = None


@dataclasses.dataclass(frozen=True)
class FigureKind:
    """One line of the table: what it takes of a round, and what is to be reached."""

    case: str
    title: str
    unit: str
    value: Callable[[dict], float]
    target: PageTarget = PageTarget()
    higher_is_better: bool = False


def percentile(values: list[float], percent: float) -> float:
    """The smallest value that so many percent do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def _times(percent: float) -> Callable[[dict], float]:
    return lambda one: percentile(one["times_ms"], percent)


def _member(name: str) -> Callable[[dict], float]:
    return lambda one: float(one[name])


FIGURES = (
    FigureKind("small", "small log: bytes of the page until the first chart", "KB", _member("page_bytes"),
               PageTarget(at_most=150_000)),
    FigureKind("small", "small log: bytes of data until then", "KB", _member("data_bytes")),
    FigureKind("small", "small log: requests until then", "", _member("requests")),
    FigureKind("small", "small log: navigation to first chart", "ms", _member("first_chart_ms"), PageTarget(times_better=5)),
    FigureKind("small", "small log: long tasks until then", "ms", _member("long_tasks_ms")),
    FigureKind("hundred", "100 runs: first chart with all runs", "ms", _member("first_chart_ms"), PageTarget(times_better=8)),
    FigureKind("thousand", "1,000 runs: first chart with all runs", "ms", _member("first_chart_ms"),
               PageTarget(times_better=10)),
    FigureKind("thousand", "1,000 runs: JS heap", "MB", _member("heap_bytes"), PageTarget(times_better=4)),
    FigureKind("thousand", "1,000 runs: memory of the page's process", "MB", _member("process_bytes")),
    # A frame that comes a hair late at 60 a second is no loss.
    FigureKind("scroll_hundred", "100 runs, scrolling: frames a second", "", _member("frames_per_second"),
               PageTarget(at_least=59), higher_is_better=True),
    FigureKind("scroll_hundred", "100 runs, scrolling: longest gap", "ms", _member("longest_gap_ms"), PageTarget(at_most=50)),
    FigureKind("scroll_hundred", "100 runs, scrolled: JS heap", "MB", _member("heap_bytes"), PageTarget(times_better=5)),
    FigureKind("scroll_thousand", "1,000 runs, scrolling: frames a second", "", _member("frames_per_second"),
               PageTarget(at_least=30), higher_is_better=True),
    FigureKind("scroll_thousand", "1,000 runs, scrolling: longest gap", "ms", _member("longest_gap_ms"),
               PageTarget(at_most=100)),
    FigureKind("scroll_thousand", "1,000 runs, scrolled: JS heap", "MB", _member("heap_bytes")),
    FigureKind("toggle", "1,000 runs: all on, click to repaint", "ms", _member("on_ms"), PageTarget(times_better=10)),
    FigureKind("toggle", "1,000 runs: all off, click to repaint", "ms", _member("off_ms")),
    FigureKind("zoom", "5 M points, wheel to exact repaint: p50", "ms", _times(50)),
    FigureKind("zoom", "5 M points, wheel to exact repaint: p95", "ms", _times(95), PageTarget(at_most=50)),
    FigureKind("written_to_pixel", "written point to pixel: p50", "ms", _times(50)),
    FigureKind("written_to_pixel", "written point to pixel: p95", "ms", _times(95), PageTarget(at_most=150)),
)  # fmt: skip


def text_of(value: float, unit: str) -> str:
    if unit == "ms":
        return f"{value / 1e3:.2f} s" if value >= 1e3 else f"{value:.0f} ms"
    if unit == "KB":
        return f"{value / 1e3:,.0f} KB"
    if unit == "MB":
        return f"{value / 1e6:,.0f} MB"
    return f"{value:.0f}"


def _cell(value: Spread | None, unit: str) -> str:
    if value is None:
        return "-"
    low, high = text_of(value.low, unit), text_of(value.high, unit)
    return text_of(value.median, unit) + ("" if low == high else f" ({low} .. {high})")


def better_by(kind: FigureKind, ours: Spread, others: list[Spread]) -> float | None:
    """Against the best of the others."""
    if not others:
        return None
    if kind.higher_is_better:
        return ours.median / max(0.01, *(other.median for other in others))
    return min(other.median for other in others) / max(0.01, ours.median)


def judge(kind: FigureKind, ours: Spread, ratio: float | None) -> list[Verdict]:
    target, verdicts = kind.target, []
    if target.times_better is not None:
        reached = "-" if ratio is None else f"{ratio:.1f}x"
        verdicts.append(Verdict(f"at least {target.times_better:g}x better", reached,
                                None if ratio is None else ratio >= target.times_better))  # fmt: skip
    if target.at_most is not None:
        verdicts.append(Verdict(f"at most {text_of(target.at_most, kind.unit)}", text_of(ours.median, kind.unit),
                                ours.median <= target.at_most))  # fmt: skip
    if target.at_least is not None:
        verdicts.append(Verdict(f"at least {text_of(target.at_least, kind.unit)}", text_of(ours.median, kind.unit),
                                ours.median >= target.at_least))  # fmt: skip
    return verdicts


def page_report(measured: list[PageMeasured], notes: list[str]) -> str:
    """Empty without anything measured."""
    by_name = {one.name: one.rounds for one in measured}
    lines, targets = [], []
    for kind in FIGURES:
        rounds = by_name.get(kind.case, {})
        if not rounds.get(OURS):
            continue
        spreads = {page: spread([kind.value(one) for one in found]) for page, found in rounds.items() if found}
        ours = spreads[OURS]
        ratio = better_by(kind, ours, [spreads[page] for page in OTHERS if page in spreads])
        cells = [_cell(spreads.get(page), kind.unit) for page in (OURS, *OTHERS)]
        lines.append([kind.title, *cells, "-" if ratio is None else f"{ratio:,.1f}x"])
        verdicts = judge(kind, ours, ratio)
        if verdicts:
            targets.append([kind.title, "; ".join(v.asked for v in verdicts), "; ".join(v.reached for v in verdicts),
                            met(verdicts)])  # fmt: skip
    if not lines:
        return ""
    parts = ["## Page: side by side\n", *(note + "\n" for note in notes)]
    parts.append(table(["figure", "ours", *OTHERS.values(), "better by"], lines))
    parts += ["## Page: targets\n", table(["figure", "target", "reached", "met?"], targets)]
    return "\n".join(parts)
