"""From samples to medians, verdicts and the page with the results."""

import dataclasses
import statistics

from bench_cases import Case, Targets
from loaders import Sample

MIB = 1024 * 1024


@dataclasses.dataclass(frozen=True)
class Spread:
    median: float
    low: float
    high: float


def spread(values: list[float]) -> Spread:
    return Spread(statistics.median(values), min(values), max(values))


@dataclasses.dataclass(frozen=True)
class Summary:
    """Several runs of one loader on one directory."""

    seconds: Spread  # the time that is compared
    load_seconds: Spread
    cpu_seconds: Spread
    peak_bytes: Spread
    points: int  # kept


def summarise(samples: list[Sample], points: int, *, use_load_time: bool) -> Summary:
    """`use_load_time`: compare what the loader says of itself instead of the life of the process."""
    return Summary(
        seconds=spread([s.load_seconds if use_load_time else s.wall_seconds for s in samples]),
        load_seconds=spread([s.load_seconds for s in samples]),
        cpu_seconds=spread([s.cpu_seconds for s in samples]),
        peak_bytes=spread([float(s.peak_bytes) for s in samples]),
        points=points,
    )


@dataclasses.dataclass(frozen=True)
class Row:
    """One directory of a case."""

    case: Case
    size: int
    bytes: int
    points: int
    ours: Summary
    rust: Summary | None
    rust_all: Summary | None  # the Rust loader told to keep every point
    limit_gb_per_second: float  # reading and checksumming these bytes, and nothing else


def row_to_json(row: Row) -> dict:
    """All but the case, which has its name in a file."""
    return {key: value for key, value in dataclasses.asdict(row).items() if key != "case"}


def row_from_json(case: Case, kept: dict) -> Row:
    def summary(found: dict | None) -> Summary | None:
        if found is None:
            return None
        return Summary(**{key: Spread(**value) if isinstance(value, dict) else value for key, value in found.items()})

    summaries = {key: summary(kept[key]) for key in ("ours", "rust", "rust_all")}
    return Row(case=case, **{**kept, **summaries})


@dataclasses.dataclass(frozen=True)
class Verdict:
    asked: str
    reached: str
    met: bool | None  # None: not comparable, since the other loader or a size is missing


def ratio(row: Row) -> float | None:
    return row.rust.seconds.median / row.ours.seconds.median if row.rust else None


def gb_per_second(row: Row) -> float:
    return row.bytes / row.ours.seconds.median / 1e9


def nanoseconds_per_point(row: Row) -> float:
    return row.ours.seconds.median / row.points * 1e9


def growth_percent(rows: list[Row]) -> float:
    """How much dearer a point is in the worst size than in the smallest."""
    smallest = min(rows, key=lambda row: row.size)
    worst = max(nanoseconds_per_point(row) for row in rows)
    return (worst / nanoseconds_per_point(smallest) - 1) * 100


def judge(targets: Targets, rows: list[Row]) -> list[Verdict]:
    """`rows`: those of one case. All but growth are asked of the first."""
    verdicts = []
    first = rows[0]
    if targets.times_faster is not None:
        reached = ratio(first)
        verdicts.append(
            Verdict(
                f"at least {targets.times_faster:g}x",
                "-" if reached is None else f"{reached:.1f}x",
                None if reached is None else reached >= targets.times_faster,
            )
        )
    if targets.gb_per_second is not None:
        speed = gb_per_second(first)
        verdicts.append(
            Verdict(f"at least {targets.gb_per_second:g} GB/s", f"{speed:.2f} GB/s", speed >= targets.gb_per_second)
        )
    if targets.peak_mib is not None:
        peak = first.ours.peak_bytes.median / MIB
        verdicts.append(Verdict(f"at most {targets.peak_mib:g} MiB", f"{peak:.0f} MiB", peak <= targets.peak_mib))
    if targets.growth_percent is not None:
        growth = growth_percent(rows)
        complete = {row.size for row in rows} == set(first.case.sizes)
        verdicts.append(
            Verdict(
                f"time per point at most {targets.growth_percent:g} % up",
                f"{growth:+.0f} %",
                growth <= targets.growth_percent if complete else None,
            )
        )
    return verdicts


def seconds_text(value: float) -> str:
    if value >= 1:
        return f"{value:.2f} s"
    # Three digits are more than repeat, and enough to compare.
    return f"{value * 1e3:.0f} ms" if value >= 0.01 else f"{value * 1e3:.2f} ms"


def _range(value: Spread) -> str:
    return f"{seconds_text(value.median)} ({seconds_text(value.low)} .. {seconds_text(value.high)})"


def _cells(summary: Summary | None) -> list[str]:
    if summary is None:
        return ["-", "-", "-", "-"]
    return [
        _range(summary.seconds),
        seconds_text(summary.cpu_seconds.median),
        f"{summary.peak_bytes.median / MIB:.0f} MiB",
        f"{summary.points:,}",
    ]


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def _title(row: Row) -> str:
    name = row.case.title if len(row.case.sizes) == 1 else f"{row.case.title}, {row.size}x"
    return f"{name} ({row.bytes / MIB:,.0f} MiB)"


def met(verdicts: list[Verdict]) -> str:
    words = {True: "yes", False: "**no**", None: "not compared"}
    return "; ".join(words[verdict.met] for verdict in verdicts) or "-"


def _main_table(cases: list[list[Row]]) -> str:
    head = ["case", "ours: time", "CPU", "peak", "points", "Rust loader: time", "CPU", "peak", "points"]
    lines = []
    for rows in cases:
        for row in rows:
            lines.append([_title(row), *_cells(row.ours), *_cells(row.rust)])
            if row.rust_all:
                lines.append(["... told to keep all points", "", "", "", "", *_cells(row.rust_all)])
    return table(head, lines)


def _target_table(cases: list[list[Row]]) -> str:
    lines = []
    for rows in cases:
        verdicts = judge(rows[0].case.targets, rows)
        faster = ratio(rows[0])
        lines.append(
            [
                rows[0].case.title,
                "-" if faster is None else f"{faster:.1f}x",
                "; ".join(verdict.asked for verdict in verdicts) or "-",
                "; ".join(verdict.reached for verdict in verdicts) or "-",
                met(verdicts),
            ]
        )
    return table(["case", "faster by", "target", "reached", "met?"], lines)


def _speed_table(cases: list[list[Row]]) -> str:
    lines = []
    for rows in cases:
        for row in rows:
            speed = gb_per_second(row)
            lines.append(
                [
                    _title(row),
                    _range(row.ours.load_seconds),
                    f"{nanoseconds_per_point(row):,.1f} ns",
                    f"{speed:.2f} GB/s",
                    f"{row.limit_gb_per_second:.2f} GB/s",
                    f"{speed / row.limit_gb_per_second * 100:.0f} %",
                ]
            )
    return table(["case", "ours: load alone", "time per point", "speed", "read and checksum only", "of that"], lines)


def report(facts: list[str], cases: list[list[Row]], notes: list[str], others: str = "") -> str:
    """The page, as the terminal shows it too. `facts`: date, machine and so on; `notes`: what was skipped and why;
    `others`: the sections about the server and the writer."""
    parts = ["# Results\n", "Written by `bench/run.py`; what the columns mean is in `bench/README.md`.\n"]
    parts.append("\n".join(f"- {fact}" for fact in facts) + "\n")
    parts += [note + "\n" for note in notes]
    if cases:
        parts += ["## Side by side\n", _main_table(cases), "## Targets\n", _target_table(cases)]
        parts += ["## How far from the machine's limit\n", _speed_table(cases)]
    if others:
        parts.append(others)
    return "\n".join(parts)
