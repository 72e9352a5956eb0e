"""What is reported of graphs: the figures, and what each is to reach."""

from browser_measure import TIMEOUT_SECONDS
from figure_report import CaseRounds, FigureKind, FigureTarget, figures_report, member, times

OTHERS = {"tensorboard": "TensorBoard"}
# Name in cases, nodes, how the table calls it.
SIZES = (
    ("1k", 1_000, "1,000 nodes"),
    ("10k", 10_000, "10,000 nodes"),
    ("100k", 100_000, "100,000 nodes"),
    ("1m", 1_000_000, "1,000,000 nodes"),
)
LEVEL_NODES = 5_000
# Milliseconds that a size may take. The largest has only to open, within what any page is given.
FIRST_PAINT = {"100k": FigureTarget(at_most=1000), "1m": FigureTarget(at_most=TIMEOUT_SECONDS * 1e3)}
OPENING = {"100k": FigureTarget(at_most=100)}
NOTHING = FigureTarget()


def _of_page(size: str, title: str) -> tuple[FigureKind, ...]:
    painted, opened = f"page_{size}", f"open_{size}"
    return (
        FigureKind(painted, f"{title}: navigation to the graph", "ms", member("first_paint_ms"),
                   FIRST_PAINT.get(size, NOTHING)),
        FigureKind(painted, f"{title}: navigation until it stands still", "ms", member("stands_ms")),
        FigureKind(painted, f"{title}: bytes until the graph", "KB", member("bytes")),
        FigureKind(painted, f"{title}: JS heap", "MB", member("heap_bytes")),
        FigureKind(painted, f"{title}: memory of the page's process", "MB", member("process_bytes")),
        FigureKind(painted, f"{title}: memory of the server afterwards", "MB", member("server_bytes")),
        FigureKind(opened, f"{title}: a group opened, until it stands: p50", "ms", times(50)),
        FigureKind(opened, f"{title}: a group opened, until it stands: slowest", "ms", times(100),
                   OPENING.get(size, NOTHING)),
        FigureKind(opened, f"{title}: a group opened, until something of it shows: slowest", "ms", times(100, "shows_ms")),
        FigureKind(opened, f"{title}: a group opened with animation, until it stands", "ms", member("animated_ms")),
    )  # fmt: skip


def _of_server(size: str, title: str) -> tuple[FigureKind, ...]:
    case = f"server_{size}"
    return (
        FigureKind(case, f"{title}: start of the server to its log read", "ms", member("load_ms")),
        FigureKind(case, f"{title}: the graph asked for the first time", "ms", member("first_ms")),
        FigureKind(case, f"{title}: bytes of that answer", "KB", member("first_bytes")),
        FigureKind(case, f"{title}: memory of the server afterwards", "MB", member("server_bytes")),
        FigureKind(case, f"{title}: bytes a node that the server grew by", "", member("grown_per_node")),
    )  # fmt: skip


def _of_our_server(size: str, title: str) -> tuple[FigureKind, ...]:
    """What TensorBoard's server has not: it sends everything, and its page lays out and searches."""
    case = f"levels_{size}"
    return (
        FigureKind(case, f"{title}: bytes a node that are kept, by its own count", "", member("kept_per_node")),
        FigureKind(case, f"{title}: scene of the root, laid out and sent: p50", "ms", times(50, "root_ms")),
        FigureKind(case, f"{title}: scene with six groups open in one another: p50", "ms", times(50, "open_ms")),
        FigureKind(case, f"{title}: search by name: p50", "ms", times(50, "name_ms")),
        FigureKind(case, f"{title}: search by regular expression: p50", "ms", times(50, "regex_ms")),
        FigureKind(case, f"{title}: search by operation: p50", "ms", times(50, "op_ms")),
    )  # fmt: skip


_LEVEL = "a level of 5,000 nodes"
FIGURES = (
    *(kind for size, _, title in SIZES for kind in _of_page(size, title)),
    *(kind for size, _, title in SIZES for kind in _of_server(size, title)),
    *(kind for size, _, title in SIZES for kind in _of_our_server(size, title)),
    FigureKind("level", f"{_LEVEL}: scene, laid out and sent: p50", "ms", times(50, "root_ms")),
    FigureKind("level", f"{_LEVEL}: bytes of it", "KB", member("bytes")),
    FigureKind("pan", f"{_LEVEL}: navigation to the graph", "ms", member("first_paint_ms")),
    FigureKind("pan", f"{_LEVEL}, panning: frames a second", "", member("frames_per_second"), higher_is_better=True),
    FigureKind("pan", f"{_LEVEL}, panning: longest gap", "ms", member("longest_gap_ms")),
    FigureKind("pan", f"{_LEVEL}: JS heap", "MB", member("heap_bytes")),
    FigureKind("pan", f"{_LEVEL}: memory of the page's process", "MB", member("process_bytes")),
)  # fmt: skip


def graph_report(measured: list[CaseRounds], notes: list[str]) -> str:
    """Empty without anything measured."""
    return figures_report("Graphs", FIGURES, OTHERS, measured, notes)
