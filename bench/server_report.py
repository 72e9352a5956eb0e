"""The part of the page that speaks of the server."""

from bench_report import MIB, Spread, Verdict, met, seconds_text, table
from server_bench import Figure, Growth
from server_cases import ServerTargets


def figure_ratio(figure: Figure) -> float | None:
    """How many times better ours is; None: nothing to compare with."""
    if figure.ours is None or figure.theirs is None:
        return None
    if figure.unit == "per_second":
        return figure.ours.median / figure.theirs.median
    return figure.theirs.median / figure.ours.median


def _value(value: float, unit: str) -> str:
    if unit == "bytes":
        return f"{value / MIB:,.0f} MiB"
    return f"{value:,.0f}/s" if unit == "per_second" else seconds_text(value)


def _spread(value: Spread | None, unit: str, otherwise: str) -> str:
    if value is None:
        return otherwise or "-"
    return f"{_value(value.median, unit)} ({_value(value.low, unit)} .. {_value(value.high, unit)})"


def _times(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.1f}x"


def judge_figures(figures: list[Figure]) -> list[Verdict]:
    """`figures`: those of one case."""
    first, targets = figures[0], figures[0].case.targets
    verdicts = []
    if targets.times_better is not None:
        ratio = figure_ratio(first)
        verdicts.append(
            Verdict(
                f"at least {targets.times_better:g}x better", _times(ratio),
                None if ratio is None else ratio >= targets.times_better,
            )
        )  # fmt: skip
    if targets.at_most_ms is not None:
        median = first.ours.median
        verdicts.append(
            Verdict(f"at most {targets.at_most_ms:g} ms", seconds_text(median), median * 1e3 <= targets.at_most_ms)
        )
    if targets.p99_ms is not None:
        p99 = next(figure for figure in figures if figure.title.endswith("p99")).ours.median
        verdicts.append(Verdict(f"p99 at most {targets.p99_ms:g} ms", seconds_text(p99), p99 * 1e3 <= targets.p99_ms))
    return verdicts


def _by_case(figures: list[Figure]) -> list[list[Figure]]:
    cases: dict[str, list[Figure]] = {}
    for figure in figures:
        cases.setdefault(figure.case.name, []).append(figure)
    return list(cases.values())


def _side_by_side(figures: list[Figure], requests: dict[str, list[int]]) -> str:
    lines = []
    for of_case in _by_case(figures):
        timed = " / ".join(f"{count:,}" for count in requests.get(of_case[0].case.name, []))
        for figure in of_case:
            lines.append(
                [
                    figure.title,
                    _spread(figure.ours, figure.unit, ""),
                    _spread(figure.theirs, figure.unit, figure.theirs_note),
                    _times(figure_ratio(figure)),
                    timed or "-",
                ]
            )
    return table(["case", "ours", "TensorBoard", "better by", "timed: ours / theirs"], lines)


def _targets(figures: list[Figure]) -> str:
    lines = []
    for of_case in _by_case(figures):
        verdicts = judge_figures(of_case)
        if verdicts:
            lines.append(
                [
                    of_case[0].case.title,
                    "; ".join(verdict.asked for verdict in verdicts),
                    "; ".join(verdict.reached for verdict in verdicts),
                    met(verdicts),
                ]
            )
    return table(["case", "target", "reached", "met?"], lines)


def _growth(growths: list[Growth]) -> str:
    lines = []
    for growth in growths:
        for i, size in enumerate(growth.sizes):
            lines.append(
                [
                    growth.title if i == 0 else "...",
                    size,
                    seconds_text(growth.p50_seconds[i]),
                    seconds_text(growth.p99_seconds[i]),
                    f"{growth.per_second[i]:,.0f}/s",
                    "-" if i == 0 else f"{growth.p50_seconds[i] / growth.p50_seconds[0]:.1f}x",
                ]
            )
    return table(["request", "size", "p50", "p99", "requests a second", "p50 against the first"], lines)


def _load(load: dict) -> str:
    """`load`: what tests/load/load_test.py --json printed."""
    lines = [
        ["listeners, all told of the newest state", f"{load['listeners']:,}"],
        ["log directory, moved in while they listened", f"{load['log_bytes'] / 1e6:,.0f} MB"],
        ["moved in until loaded and served", seconds_text(load["load_seconds"])],
        ["requests", f"{load['requests']:,} at {load['rate']:,.0f}/s; {load['errors']:,} failed"],
        ["p50 / p99 / slowest of them", " / ".join(seconds_text(load[key]) for key in ("p50_seconds", "p99_seconds", "max_seconds"))],
        ["live events received", f"{load['events']:,}, {load['event_bytes'] / 1e6:,.0f} MB"],
        ["resident memory: peak, after the load, at the end",
         " / ".join(f"{load[key] / MIB:,.0f} MiB" for key in ("peak_bytes", "plateau_bytes", "end_bytes"))],
    ]  # fmt: skip
    return table(["under load", ""], lines)


def server_report(
    figures: list[Figure], requests: dict[str, list[int]], growths: list[Growth], load: dict | None, notes: list[str]
) -> str:
    """Empty without anything measured."""
    parts = []
    if figures:
        parts += ["## Server: side by side\n", *(note + "\n" for note in notes), _side_by_side(figures, requests)]
        if any(figure.case.targets != ServerTargets() for figure in figures):
            parts += ["## Server: targets\n", _targets(figures)]
    if growths:
        parts += ["## Server: how costs grow\n", _growth(growths)]
    if load:
        parts += ["## Server: under load\n", _load(load)]
    return "\n".join(parts)
