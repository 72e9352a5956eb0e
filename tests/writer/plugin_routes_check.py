"""What TensorBoard's server answers about the directory of write_samples: compared with ours where Sightglass has the route, and
with what was written for every kind. Python's standard library suffices.
"""

import contextlib
import json
import pathlib
import re
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "bench"), str(ROOT / "tests" / "tensorboard")]

import check  # noqa: E402
from http_servers import FORM, Server, Sightglass, Tensorboard  # noqa: E402

PLUGIN_OF_KIND = {
    "scalar": "scalars", "double": "scalars", "histogram": "histograms", "exponential_histogram": "histograms",
    "raw_histogram": "histograms", "image": "images", "image_size": "images", "bytes": "images", "audio": "audio",
    "text": "text", "pr_curve": "pr_curves", "raw_pr_curve": "pr_curves", "mesh": "mesh",
}  # fmt: skip
# Our runs have no embedding tensors of their own: the projector's page is answered from files.
JSON_BODY = {"Content-Type": "application/json"}


def not_served_yet() -> set[str]:
    lines = (ROOT / "tests" / "tensorboard" / "routes_not_yet.txt").read_text(encoding="utf-8").splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def query(path: str, **parameters) -> str:
    return f"{path}?{urllib.parse.urlencode(parameters, quote_via=urllib.parse.quote)}"


class Sides:
    """One request to both servers, and what is wrong with the answers."""

    def __init__(self, theirs: Server, ours: Server):
        self._theirs, self._ours = theirs, ours
        self._not_yet = not_served_yet()
        self.problems: list[str] = []
        self.answers = 0
        self.compared = 0

    def expect(self, right: bool, what: str) -> None:
        if not right:
            self.problems.append(what)

    def get(self, target: str, *, plugin: str | None = None, form: dict | None = None, body: object = None, ignore=()):
        """Their JSON; compared with ours unless `plugin` is not served yet. `ignore`: paths as check.py has them."""
        headers, data = {}, None
        if form is not None:
            headers, data = {"Content-Type": FORM}, urllib.parse.urlencode(form).encode()
        elif body is not None:
            headers, data = JSON_BODY, json.dumps(body).encode()
        method = "GET" if data is None else "POST"
        answer = self._theirs.ask(method, target, body=data, headers=headers)
        self.answers += 1
        if answer.status != 200:
            self.problems.append(f"{target}: TensorBoard answers {answer.status}: {answer.text()[:200]!r}")
            return None
        found = json.loads(answer.text())
        if plugin not in self._not_yet:
            mine = self._ours.ask(method, target, body=data, headers=headers)
            self.compared += 1
            if mine.status != 200:
                self.problems.append(f"{target}: Sightglass answers {mine.status}")
                return found
            comparison = check.Comparison({"ignore": [list(path) for path in ignore]})
            comparison.run(found, json.loads(mine.text()))
            self.problems += [f"{target}: Sightglass differs: {diff}" for diff in comparison.diffs]
        return found

    def get_bytes(self, target: str) -> bytes:
        answer = self._theirs.ask("GET", target)
        self.answers += 1
        self.expect(answer.status == 200, f"{target}: TensorBoard answers {answer.status}")
        return answer.text()


def check_scalars(sides: Sides, series: list[dict]) -> None:
    sides.get("/data/runs")
    sides.get("/data/plugin/scalars/tags", plugin="scalars")
    not_yet = sorted(not_served_yet())
    sides.get("/data/plugin/timeseries/tags", plugin="timeseries", ignore=[[plugin] for plugin in not_yet])
    for one in series:
        if PLUGIN_OF_KIND[one["kind"]] != "scalars":
            continue
        target = query("/data/plugin/scalars/scalars", run=one["run"], tag=one["tag"])
        found = sides.get(target, plugin="scalars") or []
        wanted = [[p["wall_time"], p["step"], p["value"]] for p in one["points"]]
        # Compared as text: NaN is a string in one and a number in the other.
        sides.expect(
            [[str(float(cell)) for cell in row] for row in found]
            == [[str(float(cell)) for cell in row] for row in wanted],
            f"{target}: {found}",
        )
        request = json.dumps([{"plugin": "scalars", "tag": one["tag"]}])
        sides.get("/data/plugin/timeseries/timeSeries", plugin="timeseries", form={"requests": request})


def points_found(sides: Sides, one: dict) -> list | None:
    plugin, run, tag = PLUGIN_OF_KIND[one["kind"]], one["run"], one["tag"]
    target = {
        "histograms": lambda: query("/data/plugin/histograms/histograms", run=run, tag=tag),
        "images": lambda: query("/data/plugin/images/images", run=run, tag=tag, sample=0),
        "audio": lambda: query("/data/plugin/audio/audio", run=run, tag=tag, sample=0),
        "text": lambda: query("/data/plugin/text/text", run=run, tag=tag),
        "pr_curves": lambda: query("/data/plugin/pr_curves/pr_curves", run=run, tag=tag),
        "mesh": lambda: query("/data/plugin/mesh/meshes", run=run, tag=tag, sample=0),
    }[plugin]()
    # Keys of blobs are each server's own.
    ignore = [["*", "blob_key"], ["*", "query"]] if plugin in ("images", "audio") else []
    found = sides.get(target, plugin=plugin, ignore=ignore)
    return found.get(run) if plugin == "pr_curves" and found else found


def check_tensor_kinds(sides: Sides, series: list[dict]) -> None:
    """Every series of every other kind is listed, and has as many points as were written."""
    listed = {}
    for plugin in sorted(set(PLUGIN_OF_KIND.values()) - {"scalars"}):
        listed[plugin] = sides.get(f"/data/plugin/{plugin}/tags", plugin=plugin)
    sides.get("/data/plugin/distributions/tags", plugin="distributions")
    for one in series:
        plugin, run, tag = PLUGIN_OF_KIND[one["kind"]], one["run"], one["tag"]
        if plugin == "scalars":
            continue
        sides.expect(tag in (listed[plugin] or {}).get(run, {}), f"{plugin}: {run} {tag} is not listed")
        found = points_found(sides, one)
        steps = {point["step"] if isinstance(point, dict) else point[1] for point in found or []}
        wanted = {point["step"] for point in one["points"]}
        sides.expect(steps == wanted, f"{plugin}: {run} {tag}: steps {sorted(steps)}, written {sorted(wanted)}")
        if plugin == "histograms":
            target = query("/data/plugin/distributions/distributions", run=run, tag=tag)
            distributions = sides.get(target, plugin="distributions") or []
            sides.expect(len(distributions) == len(wanted), f"{target}: {len(distributions)} points")
        if plugin == "images" and found:
            blob = sides.get_bytes(f"/data/plugin/images/individualImage?{found[0]['query']}")
            sides.expect(blob[:4] in (b"\x89PNG", b"GIF8"), f"{tag}: {blob[:8]!r}")
        if plugin == "audio" and found:
            blob = sides.get_bytes(f"/data/plugin/audio/individualAudio?{found[0]['query']}")
            sides.expect(blob[:4] == b"RIFF", f"{tag}: {blob[:8]!r}")
        if plugin == "mesh":
            point = one["points"][0]
            for part in ("VERTEX", "FACE", "COLOR"):
                target = query("/data/plugin/mesh/data", run=run, tag=tag, content_type=part, sample=0, step=point["step"])
                sides.expect(len(sides.get_bytes(target)) > 0, f"{target}: empty")


def check_others(sides: Sides, facts: dict) -> None:
    layout = sides.get("/data/plugin/custom_scalars/layout", plugin="custom_scalars") or {}
    sides.expect([c["title"] for c in layout.get("category", [])] == facts["layout"], f"layout: {layout}")

    experiment = sides.get("/data/plugin/hparams/experiment", plugin="hparams", body={"experimentName": ""}) or {}
    names = sorted(info["name"] for info in experiment.get("hparamInfos", []))
    sides.expect(names == ["deep", "kind", "rate"], f"hparams: {experiment}")
    groups = sides.get(
        "/data/plugin/hparams/session_groups",
        plugin="hparams",
        body={"startIndex": 0, "sliceSize": 10, "allowedStatuses": ["STATUS_SUCCESS"], "colParams": [
            {"hparam": name, "includeInResult": True} for name in names]},
    ) or {}  # fmt: skip
    found = {s["name"]: g["hparams"] for g in groups.get("sessionGroups", []) for s in g["sessions"]}
    sides.expect(found == facts["hparams"], f"session groups: {found}")

    info = sides.get("/data/plugin/graphs/info", plugin="graphs") or {}
    sides.expect(info.get("train", {}).get("run_graph") is True, f"graphs: {info}")
    graph = sides.get_bytes(query("/data/plugin/graphs/graph", run="train", conceptual="false")).decode()
    names = re.findall(r'^  name: "([^"]+)"', graph, re.MULTILINE)
    sides.expect(names == [node["name"] for node in facts["graph"]], f"graph: {names}")
    stats = sides.get_bytes(query("/data/plugin/graphs/run_metadata", run="train", tag="step one")).decode()
    sides.expect('node_name: "n"' in stats, f"run metadata: {stats}")

    embedding = facts["embedding"]
    runs = sides.get("/data/plugin/projector/runs", plugin="projector") or []
    sides.expect(embedding["run"] in runs, f"projector: {runs}")
    config = sides.get(query("/data/plugin/projector/info", run=embedding["run"]), plugin="projector") or {}
    listed = [one for one in config.get("embeddings", []) if embedding["tag"].split()[0] in one["tensorName"]]
    sides.expect(len(listed) == 1, f"projector: {config}")
    for one in listed:
        sides.expect(one.get("tensorShape") == [embedding["rows"], embedding["columns"]], f"projector: {one}")
        name = one["tensorName"]
        target = query("/data/plugin/projector/metadata", run=embedding["run"], name=name, num_rows=10)
        sides.expect(sides.get_bytes(target).decode() == embedding["metadata"], f"{target}")
        target = query("/data/plugin/projector/tensor", run=embedding["run"], name=name, num_rows=10)
        size = embedding["rows"] * embedding["columns"] * 4
        sides.expect(len(sides.get_bytes(target)) == size, f"{target}")
        target = query("/data/plugin/projector/sprite_image", run=embedding["run"], name=name)
        sides.expect(sides.get_bytes(target)[:4] == b"\x89PNG", f"{target}")


def all_listed(server: Server, series: list[dict]) -> bool:
    """Has it read everything? The scalars that come last in each file are there."""
    tags = server.get_json("/data/plugin/scalars/tags")
    return "loss" in tags.get("by default", {}) and all(
        one["tag"] in tags.get(one["run"], {}) for one in series if one["kind"] in ("scalar", "double")
    )


def check_routes(program: pathlib.Path, tensorboard: pathlib.Path, logdir: pathlib.Path, scratch: pathlib.Path,
                 expected: dict) -> tuple[list[str], str]:  # fmt: skip
    """What is wrong, and a line that sums up."""
    series = expected["series"]
    with contextlib.ExitStack() as stack:
        # The Python loader, which reads every form; what the Rust one says of the files is looked at apart.
        theirs = stack.enter_context(Tensorboard(tensorboard, scratch).start(logdir, "--load_fast=false"))
        ours = stack.enter_context(Sightglass(program, scratch).start(logdir))
        for server in (ours, theirs):
            server.wait_for(lambda server=server: all_listed(server, series), 0.1)
        sides = Sides(theirs, ours)
        check_scalars(sides, series)
        check_tensor_kinds(sides, series)
        check_others(sides, expected["facts"])
    return sides.problems, f"TensorBoard's server: {sides.answers} answers, {sides.compared} of them compared with ours"
