#!/usr/bin/env python3
"""Tests of http_load against servers that behave as told: http_load_test.py HTTP_LOAD"""

import json
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import unittest

HTTP_LOAD = sys.argv[1] if len(sys.argv) > 1 else "http_load"


def read_request(connection: socket.socket) -> bytes | None:
    """Head and body; None at the end of the connection."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return None
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    while len(body) < length:
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


class ScriptedServer:
    """Calls `serve(connection, number)` in a thread for each connection."""

    def __init__(self, serve):
        self._serve = serve
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self._listener.getsockname()[1]
        self._threads: list[threading.Thread] = []
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._run, args=(connection, len(self._threads)), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _run(self, connection: socket.socket, number: int) -> None:
        with connection:
            try:
                self._serve(connection, number)
            except OSError:
                pass  # the client is gone

    def __enter__(self) -> "ScriptedServer":
        return self

    def __exit__(self, *_) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._accepting.join()
        for thread in self._threads:
            thread.join()


def answer(body: bytes, *, status: int = 200, close: bool = False) -> bytes:
    head = f"HTTP/1.1 {status} X\r\nContent-Length: {len(body)}\r\n" + ("Connection: close\r\n" if close else "")
    return head.encode() + b"\r\n" + body


def answer_always(response: bytes, *, keep: bool = True):
    def serve(connection: socket.socket, number: int) -> None:
        del number
        while read_request(connection) is not None:
            connection.sendall(response)
            if not keep:
                return

    return serve


def run(port: int, *arguments: str, code: int = 0, **options) -> dict:
    done = subprocess.run(
        [HTTP_LOAD, "--port", str(port), *arguments], capture_output=True, text=True, check=False, timeout=60, **options
    )
    assert done.returncode == code, done
    return json.loads(done.stdout.splitlines()[-1]) if code == 0 else {"stderr": done.stderr}


class RequestsTest(unittest.TestCase):
    def ask(self, serve, *arguments: str) -> dict:
        with ScriptedServer(serve) as server:
            return run(server.port, "requests", *arguments)

    def test_keeps_a_connection_that_the_server_keeps(self):
        found = self.ask(answer_always(answer(b"hello")), "--request", "GET /x", "--count", "20", "--warm-up", "3")
        self.assertEqual((found["requests"], found["errors"], found["connections"]), (20, 0, 1))
        self.assertEqual((found["body_bytes"], found["latency_micros"]["count"]), (100, 20))
        micros = found["latency_micros"]
        self.assertTrue(0 < micros["p50"] <= micros["p90"] <= micros["p99"] <= micros["max"])

    def test_opens_a_new_one_where_the_server_closes(self):
        serve = answer_always(answer(b"hello", close=True), keep=False)
        found = self.ask(serve, "--request", "GET /x", "--count", "5", "--expect-bytes", "5")
        self.assertEqual((found["requests"], found["errors"], found["connections"]), (5, 0, 5))

    def test_many_clients(self):
        found = self.ask(answer_always(answer(b"x")), "--request", "GET /x", "--count", "50", "--clients", "4")
        self.assertEqual((found["requests"], found["errors"], found["connections"]), (50, 0, 4))

    def test_sends_when_due(self):
        found = self.ask(
            answer_always(answer(b"x")), "--request", "GET /x", "--count", "10", "--rate", "500", "--clients", "3"
        )
        self.assertEqual((found["requests"], found["errors"]), (10, 0))
        self.assertGreaterEqual(found["seconds"], 9 / 500)

    def test_a_body_in_chunks(self):
        pieces = [b"HTTP/1.1 200 OK\r\nTransfer-Enco", b"ding: chunked\r\n\r\n5\r", b"\nhel", b"lo\r\n3;x=y\r\nabc",
                  b"\r\n0\r\n", b"\r\n"]  # fmt: skip

        def serve(connection, _):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while read_request(connection) is not None:
                for piece in pieces:
                    connection.sendall(piece)

        found = self.ask(serve, "--request", "GET /x", "--count", "5", "--expect-bytes", "8")
        self.assertEqual((found["requests"], found["errors"], found["connections"]), (5, 0, 1))

    def test_a_body_that_ends_with_the_connection(self):
        serve = answer_always(b"HTTP/1.0 200 OK\r\n\r\nhello", keep=False)
        found = self.ask(serve, "--request", "GET /x", "--count", "2", "--expect-bytes", "5")
        self.assertEqual((found["requests"], found["errors"], found["connections"]), (2, 0, 2))

    def test_requests_in_turn_with_bodies_and_headers(self):
        seen = []

        def serve(connection, _):
            while (request := read_request(connection)) is not None:
                seen.append(request)
                connection.sendall(answer(b"x" * len(seen)))

        with tempfile.NamedTemporaryFile() as body:
            body.write(b'{"a":1}')
            body.flush()
            found = self.ask(serve, "--request", "GET /a?b=c", "--request", f"POST /p application/json {body.name}",
                             "--header", "Accept-Encoding: gzip", "--count", "2")  # fmt: skip
        self.assertEqual((found["requests"], found["body_bytes"]), (2, 3))
        self.assertTrue(seen[0].startswith(b"GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:"))
        self.assertIn(b"\r\nAccept-Encoding: gzip\r\n", seen[0])
        self.assertTrue(seen[1].startswith(b"POST /p HTTP/1.1\r\n"))
        self.assertIn(b"\r\nContent-Type: application/json\r\nContent-Length: 7\r\n", seen[1])
        self.assertTrue(seen[1].endswith(b'\r\n\r\n{"a":1}'))

    def test_what_counts_as_an_error(self):
        wrong = {
            "status 404": answer_always(answer(b"x", status=404)),
            "answer of 1 bytes, expected 2": answer_always(answer(b"x")),
            "ended before the answer": answer_always(answer(b"xx")[:-1], keep=False),
            "not an HTTP answer": answer_always(b"SSH-2.0-OpenSSH\r\n\r\n"),
            "behind the end": answer_always(answer(b"xx") + b"more"),
        }
        for words, serve in wrong.items():
            with self.subTest(words):
                found = self.ask(serve, "--request", "GET /x", "--count", "3", "--expect-bytes", "2")
                self.assertEqual((found["requests"], found["errors"]), (0, 3))
                self.assertIn(words, found["first_error"])

    def test_no_server(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            found = run(unused.getsockname()[1], "requests", "--request", "GET /", "--seconds", "60")
        self.assertEqual((found["requests"], found["errors"]), (0, 1000))

    def test_no_answer_in_time(self):
        found = self.ask(lambda connection, _: [read_request(connection), connection.recv(1)],
                         "--request", "GET /x", "--count", "1", "--timeout", "0.05")  # fmt: skip
        self.assertEqual((found["requests"], found["errors"]), (0, 1))

    def test_bad_arguments(self):
        for arguments in [["--request", "GET"], ["--request", "GET /x"], ["--request", "GET x", "--count", "1"],
                          ["--request", "POST / a/b /no/such/file", "--count", "1"],
                          ["--request", "GET /", "--expect-bytes", "1", "--expect-bytes", "2", "--count", "1"]]:  # fmt: skip
            with self.subTest(arguments):
                self.assertIn("http_load: ", run(1, "requests", *arguments, code=1)["stderr"])


STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


def chunk(text: str) -> bytes:
    return f"{len(text):x}\r\n{text}\r\n".encode()


class ListenTest(unittest.TestCase):
    def listen(self, events_of, listeners: int = 2) -> dict:
        """`events_of(number)`: what that connection gets, one piece after the other."""

        def serve(connection, number):
            read_request(connection)
            connection.sendall(STREAM)
            for text in events_of(number):
                connection.sendall(chunk(text))
            connection.recv(1)

        with ScriptedServer(serve) as server:
            command = [HTTP_LOAD, "--port", str(server.port), "listen", "--listeners", str(listeners)]
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
                self.assertEqual(json.loads(process.stdout.readline()), {"listening": listeners})
                found = json.loads(process.communicate(timeout=30)[0])
        self.assertEqual(process.returncode, 0)
        return found

    def test_counts_events(self):
        events = [": hello\n\n", "id: e-1\nevent: hello\ndata: {}\n\nid: e-", "2\r\ndata: {\"since\":1,\r\ndata: b\r\n\r\n"]
        found = self.listen(lambda number: events)
        self.assertEqual((found["events"], found["fewest_events"], found["most_events"]), (4, 2, 2))
        self.assertEqual([found[key] for key in ("failed", "out_of_order", "gaps", "resets", "behind")], [0] * 5)
        self.assertEqual(found["newest_id"], "e-2")

    def test_sees_who_is_behind(self):
        events = ["id: e-9\ndata: {}\n\n", 'id: e-10\ndata: {"since":9,"runs":[]}\n\n']
        found = self.listen(lambda number: events[: 2 - number])
        self.assertEqual((found["behind"], found["newest_id"], found["fewest_events"]), (1, "e-10", 1))

    def test_sees_what_is_out_of_order_or_missing(self):
        events = [f'id: {name}\ndata: {{"since":{since},"reset":false}}\n\n'
                  for name, since in [("e-2", 0), ("e-1", 2), ("f-7", 1), ("f-8", 6), ("f-9", 8)]]  # fmt: skip
        found = self.listen(lambda number: events, 1)
        self.assertEqual((found["out_of_order"], found["gaps"]), (2, 1))

    def test_long_events_are_counted_and_not_kept(self):
        long = "x" * 300_000
        events = [f'id: e-{i}\ndata: {{"since":{i - 1},"runs":["{long}"]}}\n\n' for i in (1, 2, 3)]
        found = self.listen(lambda number: events, 1)
        self.assertEqual((found["events"], found["gaps"], found["failed"]), (3, 0, 0))
        self.assertGreater(found["bytes"], 900_000)

    def test_sees_resets_and_odd_ids(self):
        events = [f'id: e-{i}\ndata: {{"since":0,"reset":true}}\n\n' for i in (1, 2)]
        found = self.listen(lambda number: events, 1)
        self.assertEqual((found["resets"], found["gaps"]), (1, 0))
        self.assertEqual(self.listen(lambda number: ["id: seven\ndata: {}\n\n"], 1)["failed"], 1)

    def test_a_dropped_stream_is_a_failure(self):
        def serve(connection, number):
            read_request(connection)
            connection.sendall(STREAM if number else answer(b"", status=503))

        with ScriptedServer(serve) as server:
            found = run(server.port, "listen", "--listeners", "3", "--seconds", "0.2")
        self.assertEqual(found["failed"], 3)

    def test_needs_an_end(self):
        self.assertIn("--seconds", run(1, "listen", code=1, stdin=subprocess.DEVNULL)["stderr"])


def count_records(data: bytes) -> int:
    count = at = 0
    while at < len(data):
        (length,) = struct.unpack_from("<Q", data, at)
        at += length + 16
        count += 1
    return count


class AppendTest(unittest.TestCase):
    def test_waits_for_each_point(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            stop = threading.Event()

            def serve(connection, _):
                read_request(connection)
                connection.sendall(STREAM)
                told = 0
                while not stop.wait(0.001):
                    files = list(root.glob("live/*"))
                    points = count_records(files[0].read_bytes()) - 1 if files else 0
                    if points > told:
                        told = points
                        event = {"runs": [{"name": "live", "series": [{"tag": "written", "points": points}]}]}
                        connection.sendall(chunk(f"id: e-{told}\ndata: {json.dumps(event)}\n\n"))

            with ScriptedServer(serve) as server:
                try:
                    found = run(server.port, "append", folder, "--run", "live", "--count", "5", "--interval", "0.001")
                finally:
                    stop.set()
            self.assertEqual(found["latency_micros"]["count"], 5)
            self.assertGreater(found["latency_micros"]["p50"], 0)

    def test_an_event_that_does_not_come(self):
        def serve(connection, _):
            read_request(connection)
            connection.sendall(STREAM + chunk('data: {"runs":[{"name":"other"}]}\n\n'))
            connection.recv(1)

        with tempfile.TemporaryDirectory() as folder, ScriptedServer(serve) as server:
            said = run(server.port, "append", folder, "--timeout", "0.05", code=1)
        self.assertIn("did not come", said["stderr"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
