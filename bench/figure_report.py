"""Figures of several rounds, side by side with others and against what is to be reached: of the page, of images and text."""

import dataclasses
import math
from collections.abc import Callable

from bench_report import Spread, Verdict, met, spread, table

OURS = "ours"
QUICK_NOTE = "**Quick: small directories, one round. These figures and verdicts say only that the runner works.**"


@dataclasses.dataclass(frozen=True)
class CaseRounds:
    """One case: what each round said, by who was measured. Who could not do it has no rounds."""

    name: str
    rounds: dict[str, list[dict]]


@dataclasses.dataclass(frozen=True)
class FigureTarget:
    times_better: float | None = None
    at_most: float | None = None
    at_least: float | None = None

    def __bool__(self) -> bool:
        return self != FigureTarget()


@dataclasses.dataclass(frozen=True)
class FigureKind:
    """One line of the table: what it takes of a round, and what is to be reached."""

    case: str
    title: str
    unit: str  # of text_of()
    value: Callable[[dict], float]
    target: FigureTarget = FigureTarget()
    higher_is_better: bool = False


def percentile(values: list[float], percent: float) -> float:
    """The smallest value that so many percent do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def times(percent: float, name: str = "times_ms") -> Callable[[dict], float]:
    return lambda one: percentile(one[name], percent)


def member(name: str) -> Callable[[dict], float]:
    return lambda one: float(one[name])


def text_of(value: float, unit: str) -> str:
    if unit == "ms":
        return f"{value / 1e3:.2f} s" if value >= 1e3 else f"{value:.0f} ms" if value >= 1 else f"{value:.1f} ms"
    if unit == "KB":
        return f"{value / 1e3:,.0f} KB"
    if unit == "MB":
        return f"{value / 1e6:,.0f} MB"
    if unit == "MB/s":
        return f"{value / 1e6:,.0f} MB/s"
    return f"{value:,.0f}"


def range_text(value: Spread, text: Callable[[float], str]) -> str:
    """The median, and how far the rounds were apart, where that shows."""
    low, high = text(value.low), text(value.high)
    return text(value.median) + ("" if low == high else f" ({low} .. {high})")


def better_by(kind: FigureKind, ours: Spread, others: list[Spread]) -> Spread | None:
    """Against the median of the best of the others; the range is that of ours."""
    if not others:
        return None
    if kind.higher_is_better:
        best = max(0.01, *(other.median for other in others))
        return Spread(ours.median / best, ours.low / best, ours.high / best)
    best = min(other.median for other in others)
    return Spread(*(best / max(0.01, value) for value in (ours.median, ours.high, ours.low)))


def judge(kind: FigureKind, ours: Spread | None, ratio: Spread | None) -> list[Verdict]:
    """The median decides. Without `ours`, nothing is reached and nothing is met."""
    target, verdicts = kind.target, []

    def text(value: float) -> str:
        return text_of(value, kind.unit)

    if target.times_better is not None:
        reached = None if ratio is None else ratio.median >= target.times_better
        words = "-" if ratio is None else range_text(ratio, lambda value: f"{value:,.1f}x")
        verdicts.append(Verdict(f"at least {target.times_better:g}x better", words, reached))
    for word, limit in (("most", target.at_most), ("least", target.at_least)):
        if limit is None:
            continue
        reached = None if ours is None else ours.median <= limit if word == "most" else ours.median >= limit
        words = "-" if ours is None else range_text(ours, text)
        verdicts.append(Verdict(f"at {word} {text(limit)}", words, reached))
    return verdicts


def figures_report(name: str, figures: tuple[FigureKind, ...], others: dict[str, str], measured: list[CaseRounds],
                   notes: list[str]) -> str:  # fmt: skip
    """`others`: who is compared with, by the name in `rounds`, and how the table calls them. A case that could not be measured
    keeps its lines, without figures. Empty without any case."""
    by_name = {one.name: one.rounds for one in measured}
    lines, targets = [], []
    for kind in figures:
        if kind.case not in by_name:
            continue
        rounds = by_name[kind.case]
        spreads = {who: spread([kind.value(one) for one in found]) for who, found in rounds.items() if found}
        ours = spreads.get(OURS)
        ratio = better_by(kind, ours, [spreads[who] for who in others if who in spreads]) if ours else None
        cells = [range_text(spreads[who], lambda value, unit=kind.unit: text_of(value, unit)) if who in spreads else "-"
                 for who in (OURS, *others)]  # fmt: skip
        lines.append([kind.title, *cells, "-" if ratio is None else f"{ratio.median:,.1f}x"])
        if kind.target:
            verdicts = judge(kind, ours, ratio)
            targets.append([kind.title, "; ".join(v.asked for v in verdicts), "; ".join(v.reached for v in verdicts),
                            met(verdicts) if ours else "**not measured**"])  # fmt: skip
    if not lines:
        return ""
    parts = [f"## {name}: side by side\n", *(note + "\n" for note in notes)]
    parts.append(table(["figure", "ours", *others.values(), "better by"], lines))
    if targets:
        parts += [f"## {name}: targets\n", table(["figure", "target", "reached", "met?"], targets)]
    return "\n".join(parts)
