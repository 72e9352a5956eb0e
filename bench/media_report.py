"""What is reported of images, texts and histograms: the figures, and what each is to reach."""

from figure_report import CaseRounds, FigureKind, FigureTarget, figures_report, member, times

OTHERS = {"tensorboard": "TensorBoard"}

FIGURES = (
    FigureKind("images", "images: how many can be shown", "", member("shown"), higher_is_better=True),
    FigureKind("images", "images: start to everything loaded", "ms", member("load_ms")),
    FigureKind("images", "images: memory of the server after the load", "MB", member("loaded_bytes")),
    FigureKind("images", "images: memory of the server after 200 of them were looked at", "MB", member("browsed_bytes")),
    FigureKind("images", "images: one of them: p50", "ms", times(50)),
    FigureKind("images", "images: one of them: p95", "ms", times(95)),
    FigureKind("grid", "images: navigation to all pictures in sight", "ms", member("grid_ms")),
    FigureKind("grid", "images: pictures in sight", "", member("pictures"), higher_is_better=True),
    FigureKind("grid", "images: bytes until then", "KB", member("bytes")),
    FigureKind("grid", "images: memory of the page's process", "MB", member("process_bytes")),
    FigureKind("slider", "100,000 images in a tag, a step by key to its picture: p50", "ms", times(50)),
    FigureKind("slider", "100,000 images in a tag, a step by key to its picture: p95", "ms", times(95),
               FigureTarget(at_most=50)),
    FigureKind("slider", "100,000 images in a tag: memory of the server", "MB", member("server_bytes"),
               FigureTarget(at_most=40e6)),
    FigureKind("text", "text search, a word: speed", "MB/s", member("word_rate"), FigureTarget(at_least=500e6),
               higher_is_better=True),
    FigureKind("text", "text search, a word: all of it", "ms", member("word_ms")),
    FigureKind("text", "text search, a word: first hit", "ms", member("word_first_ms")),
    FigureKind("text", "text search, a word of any case: speed", "MB/s", member("any_case_rate"), higher_is_better=True),
    FigureKind("text", "text search, a regular expression: speed", "MB/s", member("regex_rate"), higher_is_better=True),
    FigureKind("text", "text search: memory of the server afterwards", "MB", member("server_bytes")),
    FigureKind("histograms", "500,000 histograms: how many can be shown", "", member("shown"), higher_is_better=True),
    FigureKind("histograms", "500,000 histograms: start to everything loaded", "ms", member("load_ms")),
    FigureKind("histograms", "500,000 histograms: memory of the server after the load", "MB", member("loaded_bytes")),
    FigureKind("histograms", "500,000 histograms: memory of the server after all cards were looked at", "MB",
               member("browsed_bytes")),
    FigureKind("histograms", "500,000 histograms, a card of 10 runs, all that can be shown: p50", "ms", times(50)),
    FigureKind("histogram_page", "200 tags x 500 histograms: navigation to first card", "ms", member("first_chart_ms"),
               FigureTarget(times_better=5)),
    FigureKind("histogram_page", "200 tags x 500 histograms, scrolling: frames a second", "", member("frames_per_second"),
               FigureTarget(at_least=30), higher_is_better=True),
    FigureKind("histogram_page", "200 tags x 500 histograms, scrolling: longest gap", "ms", member("longest_gap_ms")),
    FigureKind("histogram_page", "200 tags x 500 histograms, scrolling: JS heap", "MB", member("heap_bytes")),
)  # fmt: skip


def media_report(measured: list[CaseRounds], notes: list[str]) -> str:
    """Empty without anything measured."""
    return figures_report("Images, text and histograms", FIGURES, OTHERS, measured, notes)
