"""The part of the page that speaks of the writer library."""

import dataclasses
from collections.abc import Callable

from bench_report import Spread, Verdict, met, spread, table


@dataclasses.dataclass(frozen=True)
class Measured:
    """One thing that was measured: what each round said."""

    name: str
    ours: list[dict]
    theirs: list[dict]  # empty: not compared


@dataclasses.dataclass(frozen=True)
class WriterFigure:
    title: str
    unit: str  # of `text_of`
    ours: Spread
    theirs: Spread | None
    higher_is_better: bool = False
    targets: tuple[Verdict, ...] = ()


def text_of(value: float, unit: str) -> str:
    if unit == "ns":
        return f"{value:,.1f} ns" if value < 1000 else f"{value / 1e3:,.1f} us"
    if unit == "ms":
        return f"{value:.3f} ms" if value < 10 else f"{value:.0f} ms"
    if unit == "per_second":
        return f"{value / 1e6:.2f} M/s" if value >= 1e6 else f"{value / 1e3:.1f} k/s"
    if unit == "KB":
        return f"{value / 1e3:,.0f} KB"
    return f"{value:,.1f} B" if unit == "B" else f"{value:.2f} s"


def better_by(figure: WriterFigure) -> float | None:
    if figure.theirs is None:
        return None
    if figure.higher_is_better:
        return figure.ours.median / figure.theirs.median
    return figure.theirs.median / figure.ours.median


def at_most(limit: float, unit: str, value: float) -> Verdict:
    return Verdict(f"at most {text_of(limit, unit)}", text_of(value, unit), value <= limit)


def at_least(limit: float, unit: str, value: float) -> Verdict:
    return Verdict(f"at least {text_of(limit, unit)}", text_of(value, unit), value >= limit)


def times_better(limit: float, ratio: float | None) -> Verdict:
    reached = "-" if ratio is None else f"{ratio:.1f}x"
    return Verdict(f"at least {limit:g}x better", reached, None if ratio is None else ratio >= limit)


def times_as_much(limit: float, what: str, ours: float, theirs: float | None) -> Verdict:
    reached = None if theirs is None else ours / theirs
    return Verdict(
        f"at most {limit:g}x {what}",
        "-" if reached is None else f"{reached:.2f}x",
        None if reached is None else reached <= limit,
    )


def _spread(rounds: list[dict], value: Callable[[dict], float]) -> Spread | None:
    return spread([value(one) for one in rounds]) if rounds else None


def _figure(measured: Measured, title: str, unit: str, ours, theirs=None, **more) -> WriterFigure:
    """`ours`, `theirs`: from a round to its number; the same where only one is given."""
    return WriterFigure(title, unit, _spread(measured.ours, ours), _spread(measured.theirs, theirs or ours), **more)


def _with(figure: WriterFigure, *targets: Verdict) -> WriterFigure:
    return dataclasses.replace(figure, targets=targets)


def _scalar_figures(measured: Measured) -> list[WriterFigure]:
    found = []
    for way, title, limit in (("handle", "one scalar with a handle", 50), ("name", "one scalar by name", 150)):
        for key, what in (("mean_ns", "mean"), ("p50_ns", "p50"), ("p99_ns", "p99")):
            figure = _figure(measured, f"{title}: {what}", "ns", lambda r, way=way, key=key: r[way][key],
                             lambda r, key=key: r["name"][key])  # fmt: skip
            found.append(_with(figure, at_most(limit, "ns", figure.ours.median)) if what == "mean" else figure)
    return found


def _sustained_figures(measured: Measured) -> list[WriterFigure]:
    rate = _figure(measured, "sustained scalars to disk, one thread", "per_second", lambda r: r["scalars"] / r["seconds"],
                   higher_is_better=True)  # fmt: skip
    size = _figure(measured, "bytes per scalar", "B", lambda r: r["bytes_per_scalar"])
    return [
        _with(rate, at_least(5e6, "per_second", rate.ours.median)),
        _with(size, times_as_much(1, "the bytes", size.ours.median, size.theirs and size.theirs.median)),
    ]


def _histogram_figures(measured: Measured) -> list[WriterFigure]:
    found = []
    read = _spread(measured.ours, lambda r: r["read_ms"]).median
    for key, title in (("linear_ms", "30 buckets of equal width"), ("exponential_ms", "TensorFlow's exponential buckets")):
        figure = _figure(measured, f"histogram of 1 M float32, {title}", "ms", lambda r, key=key: r[key])
        found.append(
            _with(
                figure,
                times_better(20, better_by(figure)),
                times_as_much(4, "reading the memory", figure.ours.median, read),
            )
        )
    return [*found, WriterFigure("reading 1 M float32", "ms", _spread(measured.ours, lambda r: r["read_ms"]), None)]


def _picture_figures(measured: Measured) -> list[WriterFigure]:
    kind = measured.name.split()[1]
    took = _figure(measured, f"picture 256x256 RGB, {kind}: time", "ms", lambda r: r["ms"])
    size = _figure(measured, f"picture 256x256 RGB, {kind}: size", "KB", lambda r: r["bytes"])
    return [
        _with(took, times_better(5, better_by(took))),
        _with(size, times_as_much(1.3, "the bytes", size.ours.median, size.theirs and size.theirs.median)),
    ]


def figures(measured: Measured) -> list[WriterFigure]:
    if measured.name == "scalars":
        return _scalar_figures(measured)
    if measured.name == "sustained":
        return _sustained_figures(measured)
    if measured.name == "histograms":
        return _histogram_figures(measured)
    if measured.name.startswith("pictures "):
        return _picture_figures(measured)
    if measured.name == "size":
        figure = _figure(measured, "library: code and constants at -O2", "KB", lambda r: r["bytes"])
        return [_with(figure, at_most(300e3, "KB", figure.ours.median))]
    figure = _figure(measured, "a file that uses the single header: compiling it", "s", lambda r: r["seconds"])
    return [_with(figure, at_most(2, "s", figure.ours.median))]


def _cell(value: Spread | None, unit: str) -> str:
    if value is None:
        return "-"
    if value.low == value.high:
        return text_of(value.median, unit)
    return f"{text_of(value.median, unit)} ({text_of(value.low, unit)} .. {text_of(value.high, unit)})"


def writer_report(measured: list[Measured], notes: list[str]) -> str:
    """Empty without anything measured."""
    all_figures = [figure for one in measured for figure in figures(one)]
    if not all_figures:
        return ""
    lines, targets = [], []
    for figure in all_figures:
        ratio = better_by(figure)
        lines.append(
            [figure.title, _cell(figure.ours, figure.unit), _cell(figure.theirs, figure.unit),
             "-" if ratio is None else f"{ratio:,.1f}x"]
        )  # fmt: skip
        if figure.targets:
            targets.append(
                [figure.title, "; ".join(v.asked for v in figure.targets), "; ".join(v.reached for v in figure.targets),
                 met(list(figure.targets))]
            )  # fmt: skip
    parts = ["## Writer: side by side\n", *(note + "\n" for note in notes)]
    parts.append(table(["figure", "ours", "tensorboardX", "better by"], lines))
    parts += ["## Writer: targets\n", table(["figure", "target", "reached", "met?"], targets)]
    return "\n".join(parts)
