#!/usr/bin/env python3
"""Tests of the part of the runner that measures images and texts. They time nothing and start no browser."""

import http.server
import json
import pathlib
import sys
import threading
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import media_report  # noqa: E402
import media_run  # noqa: E402
import media_servers  # noqa: E402
import run  # noqa: E402
from figure_report import CaseRounds  # noqa: E402
from http_servers import Server, ServerError  # noqa: E402

STEPS = {"series": [
    {"run_id": "a1", "tag_id": "b2", "step": [3, 5], "v": [70, 71], "count": 1},
    {"run_id": "a1", "tag_id": "c3", "step": [9], "v": 72, "count": [2]},
]}  # fmt: skip
PNG = b"\x89PNG" + bytes(96)


class Answers(http.server.BaseHTTPRequestHandler):
    """Answers every request with the next of `bodies`."""

    bodies: list[bytes] = []

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.bodies.pop(0))

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def log_message(self, *_):
        pass


class Asked(Server):
    """A server that somebody else has started."""

    def __init__(self, port: int):
        self.port = port


class MediaServersTest(unittest.TestCase):
    def serve(self, *bodies: bytes) -> Server:
        Answers.bodies = list(bodies)
        server = http.server.HTTPServer(("127.0.0.1", 0), Answers)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return Asked(server.server_port)

    def test_every_sample_of_every_step_is_an_image(self):
        first, second = media_servers.OurImages.all_images(self.serve(json.dumps(STEPS).encode()))
        blob = "/api/images/blob?run_id=a1&"
        self.assertEqual(first, [blob + "tag_id=b2&step=3&v=70&sample=0", blob + "tag_id=b2&step=5&v=71&sample=0"])
        self.assertEqual(second, [blob + "tag_id=c3&step=9&v=72&sample=0", blob + "tag_id=c3&step=9&v=72&sample=1"])

    def test_tensorboard_is_asked_as_its_page_asks(self):
        tags = json.dumps({"run": {"tag": {}}}).encode()
        entries = json.dumps([{"step": 4, "query": "blob_key=x"}, {"step": 9, "query": "blob_key=y"}]).encode()
        found = media_servers.TensorboardImages.all_images(self.serve(tags, entries))
        prefix = "/data/plugin/images/individualImage?blob_key="
        self.assertEqual(found, [[prefix + "x", prefix + "y"]])
        for points, is_loaded in [(10, True), (11, False)]:
            server = self.serve(tags, entries)
            self.assertEqual(media_servers.TensorboardImages.is_loaded(server, 1, points), is_loaded)
        self.assertFalse(media_servers.TensorboardImages.is_loaded(self.serve(tags), 2, 20))

    def test_a_card_of_histograms_is_all_that_can_be_shown(self):
        tags = json.dumps({"tags": [{"name": "b"}, {"name": "a"}]}).encode()
        self.assertEqual(media_servers.OurHistograms.tags(self.serve(tags)), ["a", "b"])
        card = json.dumps({"series": [{"step": [0, 1, 2]}, {"step": [4]}]}).encode()
        self.assertEqual(media_servers.OurHistograms.card(self.serve(card), "a").steps, 4)
        theirs = json.dumps({"run": {"tag": {}}}).encode()
        steps = json.dumps([[1.5, 3, []], [1.6, 9, []]]).encode()
        for points, is_loaded in [(10, True), (11, False)]:
            server = self.serve(theirs, steps)
            self.assertEqual(media_servers.TensorboardHistograms.is_loaded(server, 1, points), is_loaded)
        self.assertEqual(media_servers.TensorboardHistograms.card(self.serve(theirs, steps), "tag").steps, 2)

    def test_what_is_looked_at_is_spread_over_all(self):
        images = [[f"{series}{step}" for step in range(10)] for series in "abc"]
        self.assertEqual(media_servers.spread_over(images, 6), ["a0", "a5", "b0", "b5", "c0", "c5"])
        self.assertEqual(len(media_servers.spread_over(images, 7)), 7)
        self.assertEqual(len(media_servers.spread_over(images, 30)), 30)
        self.assertEqual(len(media_servers.spread_over(images, 200)), 30)

    def test_something_else_than_the_image_is_an_error(self):
        self.assertEqual(len(media_servers.browse(self.serve(PNG, PNG), ["/a", "/b"], 100)), 2)
        for wrong in [PNG[:-1], bytes(100), b""]:
            with self.assertRaises(ServerError):
                media_servers.browse(self.serve(wrong), ["/a"], 100)

    def test_a_search_is_read_to_its_end(self):
        lines = [{"hit": {}}, {"progress": {"bytes": 5, "of": 10}}, {"hit": {}}, {"done": {"hits": 2, "bytes": 10}}]
        body = "".join(json.dumps(line) + "\n" for line in lines).encode()
        found = media_servers.search_texts(self.serve(body), {"query": "x"})
        self.assertEqual((found.hits, found.bytes), (2, 10))
        self.assertLessEqual(found.first_hit_seconds, found.seconds)
        with self.assertRaises(ServerError):
            media_servers.search_texts(self.serve(body[: body.rindex(b'{"done')]), {"query": "x"})


class MediaReportTest(unittest.TestCase):
    def test_the_sections(self):
        ours = {"shown": 4000, "load_ms": 400, "loaded_bytes": 20e6, "browsed_bytes": 25e6, "times_ms": [1, 2]}
        theirs = {"shown": 200, "load_ms": 4000, "loaded_bytes": 400e6, "browsed_bytes": 500e6, "times_ms": [10, 20]}
        text = media_report.media_report([CaseRounds("images", {"ours": [ours], "tensorboard": [theirs]})], ["A note."])
        self.assertIn("A note.", text)
        self.assertIn("| images: how many can be shown | 4,000 | 200 | 20.0x |", text)
        self.assertIn("looked at | 25 MB | 500 MB | 20.0x |", text)

    def test_a_case_that_failed_is_not_met(self):
        text = media_report.media_report([CaseRounds("text", {})], [])
        self.assertIn("| text search, a word: speed | at least 500 MB/s | - | **not measured** |", text)

    def test_every_figure_is_of_a_case(self):
        self.assertEqual({kind.case for kind in media_report.FIGURES}, {case.name for case in media_run.CASES})

    def test_cases_are_chosen(self):
        self.assertEqual(run.choose([], [], ["media"]).media, {case.name for case in media_run.CASES})
        self.assertEqual(run.choose([], [], ["media_text"]).media, {"text"})


if __name__ == "__main__":
    unittest.main()
