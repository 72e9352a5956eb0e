#!/usr/bin/env python3
"""Reads what write_samples wrote with TensorBoard's EventAccumulator and compares every value. Needs TensorBoard, so it runs in
the environment of tools/peers_venv.py; read_back_test.py starts it.

    accumulator_check.py LOGDIR EXPECTATIONS.json

One line for each thing that is wrong; exit status 1 if there are any.
"""

import gzip
import io
import json
import math
import pathlib
import sys
import wave

import numpy as np
from PIL import Image
from tensorboard.backend.event_processing import event_accumulator
from tensorboard.compat.proto import graph_pb2
from tensorboard.plugins.custom_scalar import layout_pb2
from tensorboard.plugins.histogram import summary_v2 as histogram_summary
from tensorboard.plugins.hparams import plugin_data_pb2 as hparams_pb2
from tensorboard.plugins.mesh import plugin_data_pb2 as mesh_pb2
from tensorboard.util import tensor_util

KEEP_ALL = {key: 0 for key in event_accumulator.DEFAULT_SIZE_GUIDANCE}
MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
# The same sums in another order: the last digit may differ.
EDGE_TOLERANCE = 1e-12


def number(value) -> float:
    return float(value.replace("Infinity", "inf")) if isinstance(value, str) else float(value)


def same(a: float, b: float) -> bool:
    return a == b or (math.isnan(a) and math.isnan(b))


class Run:
    """One run as EventAccumulator shows it."""

    def __init__(self, path: pathlib.Path):
        self._events = event_accumulator.EventAccumulator(str(path), size_guidance=KEEP_ALL).Reload()
        tags = self._events.Tags()
        self.scalar_tags, self.tensor_tags, self.histogram_tags = tags["scalars"], tags["tensors"], tags["histograms"]
        self.has_graph, self.run_metadata = tags["graph"], tags["run_metadata"]

    def scalars(self, tag: str) -> list:
        return [(event.step, event.wall_time, event.value) for event in self._events.Scalars(tag)]

    def tensors(self, tag: str) -> list:
        return [(e.step, e.wall_time, tensor_util.make_ndarray(e.tensor_proto)) for e in self._events.Tensors(tag)]

    def histograms(self, tag: str) -> list:
        """Those of the old form, which has more than rows."""
        return [(event.step, event.wall_time, event.histogram_value) for event in self._events.Histograms(tag)]

    def values(self, tag: str) -> list | None:
        """Steps, times and values; None: there is no such tag."""
        for tags, read in (
            (self.scalar_tags, self.scalars),
            (self.histogram_tags, self.histograms),
            (self.tensor_tags, self.tensors),
        ):
            if tag in tags:
                return read(tag)
        return None

    def metadata(self, tag: str):
        return self._events.SummaryMetadata(tag)

    def graph(self) -> graph_pb2.GraphDef:
        return self._events.Graph()


def check_scalar(value, point, _series) -> bool:
    # One with a description is a tensor.
    is_float = not isinstance(value, np.ndarray) or (value.dtype == np.float32 and value.shape == ())
    return is_float and same(float(value), number(point["value"]))


def check_double(value, point, _series) -> bool:
    return value.dtype == np.float64 and value.shape == () and same(float(value), number(point["value"]))


def check_histogram(value, point, series) -> bool:
    values = np.array([number(v) for v in point["values"]])
    reference = histogram_summary.histogram_pb("t", values[np.isfinite(values)], buckets=series["buckets"])
    rows = tensor_util.make_ndarray(reference.value[0].tensor)
    return (
        value.dtype == np.float64
        and value.shape == rows.shape
        and np.array_equal(value[:, 2], rows[:, 2])
        and np.allclose(value, rows, rtol=EDGE_TOLERANCE, atol=0)
    )


def check_exponential_histogram(value, point, _series) -> bool:
    """Edges grow by a tenth from 1e-12 on, both ways; buckets are open on the right."""
    values = np.array([number(v) for v in point["values"]])
    limits, counts = np.array(value.bucket_limit), np.array(value.bucket)
    lefts = np.concatenate([[-np.inf], limits[:-1]])
    found = [np.count_nonzero((left <= values) & (values < right)) for left, right in zip(lefts, limits, strict=True)]
    near = [limit for limit, count in zip(limits, counts, strict=True) if count and abs(limit) < 1e19]
    steps = [math.log(abs(limit) / 1e-12, 1.1) for limit in near]
    facts = (values.min(), values.max(), len(values), values.sum(), (values**2).sum())
    return (
        np.array_equal(found, counts)
        and (value.min, value.max, value.num, value.sum, value.sum_squares) == facts
        and all(abs(step - round(step)) < 1e-3 for step in steps)
    )


def check_raw_histogram(value, point, _series) -> bool:
    facts = [value.min, value.max, value.num, value.sum, value.sum_squares]
    return [facts, list(value.bucket_limit), list(value.bucket)] == [point["facts"], point["limits"], point["counts"]]


def check_image(value, point, _series) -> bool:
    head = [str(point["width"]).encode(), str(point["height"]).encode()]
    if list(value[:2]) != head or len(value) != 2 + len(point["pictures"]):
        return False
    for blob, pixels in zip(value[2:], point["pictures"], strict=True):
        picture = Image.open(io.BytesIO(blob))
        if picture.format != "PNG" or picture.mode != MODES[point["channels"]] or picture.tobytes().hex() != pixels:
            return False
    return True


def check_image_size(value, point, _series) -> bool:
    picture = Image.open(io.BytesIO(value[2]))
    picture.load()
    size = (point["width"], point["height"])
    return (
        [int(text) for text in value[:2]] == list(size)
        and picture.size == size
        and picture.format == point["format"]
        and getattr(picture, "n_frames", 1) == point["frames"]
    )


def check_bytes(value, point, _series) -> bool:
    return [value[0].decode(), value[1].decode(), value[2].hex()] == [point["width"], point["height"], point["bytes"]]


def check_audio(value, point, series) -> bool:
    with wave.open(io.BytesIO(value.flatten()[0])) as sound:
        form = (sound.getframerate(), sound.getnchannels(), sound.getsampwidth())
        samples = np.frombuffer(sound.readframes(sound.getnframes()), dtype="<i2")
    return form == (series["rate"], series["channels"], 2) and samples.tolist() == point["samples"]


def check_text(value, point, _series) -> bool:
    return list(value.shape) == point["shape"] and [t.decode() for t in value.flatten()] == point["texts"]


def check_pr_curve(value, point, series) -> bool:
    steps = series["thresholds"] - 1
    labels, predictions = np.array(point["labels"], dtype=bool), np.array(point["predictions"])
    buckets = np.floor(predictions * steps).astype(int)
    tp, fp = (np.bincount(buckets[of], minlength=steps + 1)[::-1].cumsum()[::-1] for of in (labels, ~labels))
    tn, fn = fp[0] - fp, tp[0] - tp
    rows = np.array([tp, fp, tn, fn, tp / np.maximum(1e-7, tp + fp), tp / np.maximum(1e-7, tp + fn)])
    return value.dtype == np.float32 and np.array_equal(value, rows.astype(np.float32))


def check_raw_pr_curve(value, point, _series) -> bool:
    return value.dtype == np.float32 and np.array_equal(value, np.array(point["rows"], dtype=np.float32))


CHECKS = {
    "scalar": check_scalar,
    "double": check_double,
    "histogram": check_histogram,
    "exponential_histogram": check_exponential_histogram,
    "raw_histogram": check_raw_histogram,
    "image": check_image,
    "image_size": check_image_size,
    "bytes": check_bytes,
    "audio": check_audio,
    "text": check_text,
    "pr_curve": check_pr_curve,
    "raw_pr_curve": check_raw_pr_curve,
}
PLUGINS = {
    "double": "scalars", "histogram": "histograms", "image": "images", "image_size": "images", "bytes": "images", "audio": "audio",
    "text": "text", "pr_curve": "pr_curves", "raw_pr_curve": "pr_curves",
}  # fmt: skip


class Checker:
    def __init__(self, logdir: pathlib.Path):
        self._logdir = logdir
        self._runs: dict[str, Run] = {}
        self.problems: list[str] = []
        self.values = 0

    def run(self, name: str) -> Run:
        if name not in self._runs:
            self._runs[name] = Run(self._logdir / name)
        return self._runs[name]

    def expect(self, right: bool, what: str) -> None:
        if not right:
            self.problems.append(what)

    def series(self, series: dict) -> None:
        run, tag, kind = self.run(series["run"]), series["tag"], series["kind"]
        where = f"{series['run']}: {tag} ({kind})"
        if kind == "mesh":
            self._mesh(run, series)
            return
        found = run.values(tag)
        if found is None:
            self.problems.append(f"{where}: is not there")
            return
        self.expect(
            [(step, time) for step, time, _ in found] == [(p["step"], p["wall_time"]) for p in series["points"]],
            f"{where}: other steps or times",
        )
        for (step, _, value), point in zip(found, series["points"], strict=False):
            self.values += 1
            try:
                right = bool(CHECKS[kind](value, point, series))
            except (OSError, EOFError, ValueError, IndexError, AttributeError, wave.Error) as error:  # not even readable
                self.problems.append(f"{where}: step {step}: {error}")
            else:
                self.expect(right, f"{where}: step {step}: {value!r:.200}")
        if kind in PLUGINS:
            plugin = run.metadata(tag).plugin_data.plugin_name
            self.expect(plugin == PLUGINS[kind], f"{where}: plugin {plugin}")
        for field, key in (("display_name", "display_name"), ("summary_description", "description")):
            if key in series:
                self.expect(getattr(run.metadata(tag), field) == series[key], f"{where}: {key}")

    def _mesh(self, run: Run, series: dict) -> None:
        point = series["points"][0]
        parts = {1: ("vertices", np.float32), 2: ("faces", np.int32), 3: ("colors", np.uint8)}
        found = {}
        for tag in run.tensor_tags:
            if run.metadata(tag).plugin_data.plugin_name == "mesh":
                content = mesh_pb2.MeshPluginData.FromString(run.metadata(tag).plugin_data.content)
                self.expect(content.name == series["tag"], f"mesh {tag}: name {content.name}")
                self.expect(content.components in (0, 14), f"mesh {tag}: components {content.components}")
                found[content.content_type] = run.tensors(tag)[0][2]
        for part, (name, dtype) in parts.items():
            wanted = np.array(point[name], dtype=dtype).reshape(1, -1, 3)
            self.values += 1
            self.expect(part in found and found[part].dtype == dtype and np.array_equal(found[part], wanted), f"mesh: {name}")

    def graph(self, nodes: list) -> None:
        run = self.run("train")
        self.expect(run.has_graph, "no graph")
        found = [{"name": n.name, "op": n.op, "inputs": list(n.input)} for n in run.graph().node]
        self.expect(found == nodes, f"graph: {found}")
        self.expect(run.run_metadata == ["step one"], f"run metadata: {run.run_metadata}")

    def hparams(self, of_runs: dict) -> None:
        experiment = hparams_pb2.HParamsPluginData.FromString(
            self.run(".").metadata("_hparams_/experiment").plugin_data.content
        ).experiment
        self.expect([info.name for info in experiment.hparam_infos] == ["rate", "kind", "deep"], f"{experiment}")
        self.expect([info.name.tag for info in experiment.metric_infos] == ["loss"], f"{experiment}")
        for name, wanted in of_runs.items():
            content = self.run(name).metadata("_hparams_/session_start_info").plugin_data.content
            start = hparams_pb2.HParamsPluginData.FromString(content).session_start_info
            found = {key: getattr(value, value.WhichOneof("kind")) for key, value in start.hparams.items()}
            self.expect(found == wanted, f"hparams of {name}: {found}")
            content = self.run(name).metadata("_hparams_/session_end_info").plugin_data.content
            end = hparams_pb2.HParamsPluginData.FromString(content).session_end_info
            self.expect(end.status == 1, f"hparams of {name}: status {end.status}")

    def layout(self, titles: list) -> None:
        value = self.run(".").tensors("custom_scalars__config__")[0][2]
        layout = layout_pb2.Layout.FromString(value.item())
        self.expect([category.title for category in layout.category] == titles, f"layout: {layout}")
        self.expect(layout.category[0].chart[1].margin.series[0].upper == "high", f"layout: {layout}")

    def trace(self) -> None:
        files = list(self._logdir.glob("**/plugins/profile/*/*.trace.json.gz"))
        self.expect(len(files) == 1, f"traces: {files}")
        for file in files:
            events = json.loads(gzip.decompress(file.read_bytes()))["traceEvents"]
            self.expect("work" in [event.get("name") for event in events], f"trace: {events}")

    def by_default(self, wanted: dict) -> None:
        run = self.run(wanted["run"])
        found = [(step, value) for step, _, value in run.scalars("loss")]
        self.expect(found == [(wanted["step"], wanted["value"])], f"by default: {found}")
        self.expect(run.tensors("note")[0][2].item() == b"by default", "by default: note")


def main(arguments: list[str]) -> int:
    logdir = pathlib.Path(arguments[1])
    expected = json.loads(pathlib.Path(arguments[2]).read_text(encoding="utf-8"))
    checker = Checker(logdir)
    for series in expected["series"]:
        checker.series(series)
    facts = expected["facts"]
    for check, argument in [
        (checker.graph, facts["graph"]),
        (checker.hparams, facts["hparams"]),
        (checker.layout, facts["layout"]),
        (checker.by_default, facts["by_default"]),
    ]:
        try:
            check(argument)
        except (KeyError, IndexError, ValueError) as error:
            checker.problems.append(f"{check.__name__}: {error!r}")
    checker.trace()
    for problem in checker.problems:
        print(f"FAIL {problem}")
    print(f"EventAccumulator: {checker.values} values of {len(expected['series'])} series, {len(checker.problems)} wrong")
    return 1 if checker.problems or checker.values == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
