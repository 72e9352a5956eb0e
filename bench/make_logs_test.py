#!/usr/bin/env python3
"""Tests of make_logs and measure_command: make_logs_test.py MAKE_LOGS MEASURE_COMMAND

Reads the files with a decoder of its own, so that a fault shared by our encoder and our reader does not go unseen.
"""

import hashlib
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

MAKE_LOGS, MEASURE_COMMAND = sys.argv[1:3] if len(sys.argv) >= 3 else ("make_logs", "measure_command")


def crc32c_table() -> list[int]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


TABLE = crc32c_table()


def masked_crc(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def records(data: bytes, *, check_payload: bool = True) -> list[bytes]:
    found, at = [], 0
    while at < len(data):
        (length,) = struct.unpack_from("<Q", data, at)
        assert struct.unpack_from("<I", data, at + 8)[0] == masked_crc(data[at : at + 8])
        payload = data[at + 12 : at + 12 + length]
        if check_payload:
            assert struct.unpack_from("<I", data, at + 12 + length)[0] == masked_crc(payload)
        found.append(payload)
        at += length + 16
    assert at == len(data)
    return found


def varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 0x80:
            return value, at


def fields(data: bytes) -> dict[int, list]:
    """Field number -> its values in order."""
    found: dict[int, list] = {}
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            length = {1: 8, 5: 4}.get(key & 7)
            if length is None:
                length, at = varint(data, at)
            value, at = data[at : at + length], at + length
        found.setdefault(key >> 3, []).append(value)
    return found


def values(path: pathlib.Path, **options) -> list[tuple[float, int, str, str, dict]]:
    """(wall time, step, tag, plugin, tensor fields) of every summary event of a file."""
    found = []
    for payload in records(path.read_bytes(), **options)[1:]:
        event = fields(payload)
        (value,) = fields(event[5][0])[1]
        value = fields(value)
        plugin = fields(fields(value[9][0])[1][0])
        found.append((
            struct.unpack("<d", event[1][0])[0], event.get(2, [0])[0], value[1][0].decode(), plugin[1][0].decode(),
            fields(value[8][0]),
        ))  # fmt: skip
    return found


class MakeLogsTest(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self._folder.name)

    def tearDown(self):
        self._folder.cleanup()

    def make(self, *arguments: str, name: str = "logs") -> tuple[dict, list[pathlib.Path]]:
        done = subprocess.run([MAKE_LOGS, *arguments, self.root / name], capture_output=True, text=True, check=True)
        files = sorted(path for path in (self.root / name).rglob("*") if path.is_file())
        made = json.loads(done.stdout)
        self.assertEqual(made["files"], len(files))
        self.assertEqual(made["bytes"], sum(path.stat().st_size for path in files))
        return made, files

    def check_counts(self, made: dict, files: list[pathlib.Path]) -> list:
        everything = [(path.parent, value) for path in files for value in values(path)]
        self.assertEqual(made["points"], len(everything))
        self.assertEqual(made["series"], len({(run, value[2]) for run, value in everything}))
        self.assertEqual(made["runs"], len({path.parent for path in files}))
        return [value for _, value in everything]

    def test_scalars_are_byte_for_byte_what_tensorflow_writes(self):
        # Steps of no, one and two bytes.
        made, (path,) = self.make("scalars", "--runs", "1", "--tags", "2", "--steps", "200")
        payloads = records(path.read_bytes())
        self.assertEqual(payloads[0][9:], b"\x1a\rbrain.Event:2R$\n\"tensorflow.core.util.events_writer")
        self.assertEqual(struct.unpack("<d", payloads[0][1:9])[0] % 1, 0)
        found = self.check_counts(made, [path])
        for payload, (wall_time, step, tag, _, tensor) in zip(payloads[1:], found, strict=True):
            low = bytes([step]) if step < 128 else bytes([step & 0x7F | 0x80, step >> 7])
            step_field = b"\x10" + low if step else b""
            value = b"\n" + bytes([len(tag)]) + tag.encode() + b"B\n\x08\x01\x12\x00\"\x04" + tensor[4][0]
            value += b"J\x0b\n\t\n\x07scalars"
            summary = b"\n" + bytes([len(value)]) + value
            expected = b"\t" + struct.pack("<d", wall_time) + step_field + b"*" + bytes([len(summary)]) + summary
            self.assertEqual(payload, expected)

    def test_scalars_run_like_a_training_loop(self):
        made, files = self.make("scalars", "--runs", "2", "--tags", "3", "--steps", "50")
        self.assertEqual((made["runs"], made["series"], made["points"]), (2, 6, 300))
        found = self.check_counts(made, files)
        for path in files:
            one = values(path)
            self.assertEqual([value[1] for value in one], [step for step in range(50) for _ in range(3)])
            times = [value[0] for value in one]
            self.assertTrue(all(before < after for before, after in zip(times, times[1:])))
            self.assertTrue(all(time == round(time * 1e6) / 1e6 for time in times))
        self.assertTrue(all(math.isfinite(struct.unpack("<f", value[4][4][0])[0]) for value in found))

    def test_growth_is_scalars_with_more_steps(self):
        grown, (grown_file,) = self.make("growth", "--steps", "30", "--factor", "4", name="grown")
        plain, (plain_file,) = self.make("scalars", "--runs", "1", "--tags", "20", "--steps", "120", name="plain")
        self.assertEqual(grown["points"], 20 * 120)
        self.assertEqual(grown_file.read_bytes(), plain_file.read_bytes())
        # The size that the cases state rests on this: tags of 8 characters, steps of one byte (none for the first).
        self.assertEqual(plain["bytes"], 78 + 2400 * (16 + 40 + 8 + 2) - 20 * 2)

    def test_images(self):
        made, files = self.make("images", "--runs", "2", "--tags", "2", "--steps", "3", "--bytes", "1001")
        found = self.check_counts(made, files)
        self.assertEqual(len(found), 12)
        for _, _, _, plugin, tensor in found:
            self.assertEqual((plugin, tensor[1], len(tensor[8])), ("images", [7], 3))
            self.assertEqual(len(tensor[8][2]), 1001)
            self.check_png(tensor[8][2], size=tuple(int(text) for text in tensor[8][:2]))
        self.assertEqual(len({tensor[8][2] for *_, tensor in found}), 12)

    def test_images_have_the_size_that_is_asked_for(self):
        # The least there is, sides where one more pixel just fits or just does not, several stored blocks.
        for size in [1, 84, 90, 91, 92, 196_000, 200_000]:
            _, (path,) = self.make("images", "--runs", "1", "--tags", "1", "--steps", "1", "--bytes", str(size), name=str(size))
            (png,) = (value[4][8][2] for value in values(path, check_payload=False))
            self.assertEqual(len(png), max(size, 84))
            self.check_png(png)

    def test_texts(self):
        made, files = self.make("text", "--runs", "2", "--tags", "1", "--steps", "160", "--bytes", "999")
        found = self.check_counts(made, files)
        self.assertEqual(len(found), 320)
        for _, step, _, plugin, tensor in found:
            self.assertEqual((plugin, tensor[1], len(tensor[8])), ("text", [7], 1))
            self.assertEqual(len(tensor[8][0]), 999)
            self.assertTrue(tensor[8][0].isascii())
            self.assertEqual(b"Zanzibar" in tensor[8][0], step in (50, 150))

    def test_histograms(self):
        made, files = self.make("histograms", "--runs", "2", "--tags", "3", "--steps", "4")
        found = self.check_counts(made, files)
        self.assertEqual(len(found), 24)
        for _, _, _, plugin, tensor in found:
            self.assertEqual((plugin, tensor[1]), ("histograms", [2]))
            self.assertEqual([fields(dim)[1][0] for dim in fields(tensor[2][0])[2]], [30, 3])
            rows = list(struct.iter_unpack("<3d", tensor[4][0]))
            self.assertEqual(len(rows), 30)
            self.assertTrue(all(left < right and count >= 0 for left, right, count in rows))

    def graph_nodes(self, *arguments: str, name: str) -> dict[str, dict]:
        """Of the one graph that was made, its nodes by name."""
        made, (path,) = self.make("graph", *arguments, name=name)
        self.assertEqual((made["runs"], made["series"], made["points"]), (1, 1, 1))
        _, payload = records(path.read_bytes())
        graph = fields(fields(payload)[4][0])
        nodes = [fields(node) for node in graph[1]]
        by_name = {node[1][0].decode(): node for node in nodes}
        self.assertEqual(len(by_name), len(nodes))
        inputs = {text.decode() for node in nodes for text in node.get(3, [])}
        self.assertLessEqual({text.lstrip("^").partition(":")[0] for text in inputs}, by_name.keys())
        return by_name

    def test_graphs_have_exactly_the_nodes_that_are_asked_for(self):
        # The least there is, one block that is not full, two of them.
        for count in [500, 1000, 3001]:
            nodes = self.graph_nodes("--nodes", str(count), name=str(count))
            self.assertEqual(len(nodes), count)
        query = nodes["model/stage_0/block_0/layer_1/attention/query/MatMul"]
        self.assertEqual(query[3], [b"model/stage_0/block_0/layer_1/attention/norm/add_1",
                                    b"model/stage_0/block_0/layer_1/attention/query/kernel"])  # fmt: skip
        self.assertIn(b"device:GPU:0", query[4][0])
        attributes = {fields(entry)[1][0]: fields(entry)[2][0] for entry in query[5]}
        shape = fields(fields(fields(attributes[b"_output_shapes"])[1][0])[7][0])
        self.assertEqual([fields(dim)[1][0] for dim in shape[2]], [2**64 - 1, 512, 1024])
        self.assertIn(b"^train/stage_0/block_0/group", nodes["train/group"][3])
        done = subprocess.run([MAKE_LOGS, "graph", "--nodes", "499", self.root / "x"], capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)

    def test_a_flat_graph_has_no_scopes(self):
        nodes = self.graph_nodes("--flat", "--nodes", "300", name="flat")
        self.assertEqual(len(nodes), 300)
        self.assertFalse(any("/" in name or name[-1].isdigit() for name in nodes))

    def test_many_files_follow_one_another(self):
        made, files = self.make("many_files", "--runs", "60", "--files-per-run", "3", "--points-per-file", "2")
        self.check_counts(made, files)
        self.assertEqual(len(files), 180)
        one_run = [value[1] for path in files if "run-00007" in str(path) for value in values(path)]
        self.assertEqual(one_run, [0, 1, 2, 3, 4, 5])

    def test_the_seed_decides_every_byte(self):
        def digest(name: str, seed: str) -> str:
            _, files = self.make("histograms", "--runs", "1", "--tags", "2", "--steps", "3", "--seed", seed, name=name)
            return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()

        self.assertEqual(digest("a", "5"), digest("b", "5"))
        self.assertNotEqual(digest("c", "6"), digest("a2", "5"))

    def test_refuses_a_directory_with_files_and_bad_counts(self):
        (self.root / "mine").mkdir()
        (self.root / "mine" / "thesis.txt").write_text("dear")
        no_tags = ["scalars", "--tags", "0", self.root / "x"]
        for arguments in [["scalars", self.root / "mine"], no_tags, ["scalars"], []]:
            done = subprocess.run([MAKE_LOGS, *arguments], capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0, arguments)
        self.assertEqual((self.root / "mine" / "thesis.txt").read_text(), "dear")
        self.assertFalse((self.root / "x").exists())

    def test_demo_has_something_of_everything(self):
        made, files = self.make("demo")
        before = {path: path.read_bytes() for path in files}
        self.assertLess(made["bytes"], 5_000_000)
        self.assertEqual(made["runs"], 8)
        self.assertTrue(any(not str(path.relative_to(self.root)).isascii() for path in files))

        damaged = [path for path in files if "damaged" in str(path)]
        with self.assertRaises(AssertionError):
            records(damaged[0].read_bytes())
        whole = [path for path in files if path not in damaged]
        found = {path: values(path) for path in whole}
        plugins = {value[3] for one in found.values() for value in one}
        self.assertEqual(plugins, {"scalars", "images", "histograms", "text", "hparams"})
        losses = [struct.unpack("<f", v[4][4][0])[0] for one in found.values() for v in one if v[2] == "train/loss"]
        self.assertTrue(any(math.isnan(loss) for loss in losses))
        first, second = (found[path] for path in whole if "restarted" in str(path))
        self.assertLess(min(value[1] for value in second), max(value[1] for value in first))

        images = [value[4][8][2] for one in found.values() for value in one if value[3] == "images"]
        self.check_png(images[0])
        self.make("demo")
        self.assertEqual({path: path.read_bytes() for path in files}, before)

    def check_png(self, png: bytes, size: tuple[int, int] | None = None):
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        chunks, at = {}, 8
        while at < len(png):
            (length,) = struct.unpack_from(">I", png, at)
            body = png[at + 4 : at + 8 + length]
            self.assertEqual(struct.unpack_from(">I", png, at + 8 + length)[0], zlib.crc32(body))
            chunks[body[:4]] = body[4:]
            at += 12 + length
        width, height, bits, colour = struct.unpack_from(">IIBB", chunks[b"IHDR"])
        self.assertEqual((bits, colour), (8, 2))
        self.assertIn(size, (None, (width, height)))
        self.assertEqual(len(zlib.decompress(chunks[b"IDAT"])), height * (1 + 3 * width))

    def test_probe(self):
        self.make("histograms", "--runs", "1", "--tags", "2", "--steps", "3")
        done = subprocess.run([MAKE_LOGS, "probe", self.root], capture_output=True, text=True, check=True)
        limits = json.loads(done.stdout)
        self.assertEqual(limits["bytes"], sum(p.stat().st_size for p in self.root.rglob("*") if p.is_file()))
        # A few kilobytes on a busy machine may well round to nothing: a speed is there, and that is all.
        speeds = {key: value for key, value in limits.items() if key.endswith("_per_second")}
        self.assertGreaterEqual(len(speeds), 4)
        self.assertTrue(all(isinstance(value, (int, float)) and value >= 0 for value in speeds.values()))
        missing = subprocess.run([MAKE_LOGS, "probe", self.root / "no"], capture_output=True, text=True, check=False)
        self.assertEqual(missing.returncode, 1)


class MeasureCommandTest(unittest.TestCase):
    def measure(self, *command: str) -> tuple[dict, str]:
        with tempfile.NamedTemporaryFile() as output:
            done = subprocess.run(
                [MEASURE_COMMAND, output.name, *command], capture_output=True, text=True, check=True
            )
            return json.loads(done.stdout), pathlib.Path(output.name).read_text()

    def test_keeps_output_and_exit_code(self):
        cost, output = self.measure("/bin/sh", "-c", "echo hello; exit 3")
        self.assertEqual((cost["exit_code"], output), (3, "hello\n"))
        self.assertEqual(self.measure("/bin/sh", "-c", "kill -9 $$")[0]["exit_code"], 137)
        self.assertEqual(self.measure("/no/such/program")[0]["exit_code"], 127)

    @unittest.skipIf(os.environ.get("SIGHTGLASS_SANITIZE"), "a sanitizer's own memory is counted")
    def test_peak_memory_is_the_command_s_own(self):
        # This interpreter needs more than that by itself; none of it may be counted.
        self.assertLess(self.measure("/bin/true")[0]["peak_rss_bytes"], 8 << 20)
        big = self.measure(sys.executable, "-c", "x = bytearray(64 << 20)")[0]
        self.assertGreater(big["peak_rss_bytes"], 64 << 20)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
