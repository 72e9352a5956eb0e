#!/usr/bin/env python3
"""Tests of embed_web.py."""

import gzip
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("embed_web.py")
PAGE = b"<!doctype html><title>x</title>"


class EmbedWeb(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dist = pathlib.Path(folder.name) / "dist"
        self.output = pathlib.Path(folder.name) / "out"
        (self.dist / "assets").mkdir(parents=True)

    def run_script(self, *source: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-B", str(SCRIPT), "--output", str(self.output), *source],
            capture_output=True, text=True, check=False)

    def stored(self) -> dict[str, tuple[bytes, bool]]:
        blob = (self.output / "web_bundle.bin").read_bytes()
        entry = re.compile(r'\{"([^"]+)", \{sightglass_web_bundle \+ (\d+), (\d+)\}, (true|false)\}')
        found = entry.findall((self.output / "web_bundle.cc").read_text())
        return {name: (blob[int(at):int(at) + int(size)], packed == "true") for name, at, size, packed in found}

    def test_files_are_packed_where_it_helps(self) -> None:
        script = b"console.log('a line');\n" * 100
        noise = bytes((i * 167 + (i * i >> 3)) % 256 for i in range(64))
        (self.dist / "index.html").write_bytes(PAGE)
        (self.dist / "assets/page-1.js").write_bytes(script)
        (self.dist / "assets/noise.png").write_bytes(noise)
        self.assertEqual(self.run_script("--folder", str(self.dist)).returncode, 0)
        stored = self.stored()
        self.assertEqual(list(stored), ["assets/noise.png", "assets/page-1.js", "index.html"])
        self.assertEqual(stored["assets/noise.png"], (noise, False))
        self.assertEqual(stored["index.html"], (PAGE, False))
        packed, is_packed = stored["assets/page-1.js"]
        self.assertTrue(is_packed)
        self.assertEqual(gzip.decompress(packed), script)
        self.assertEqual(packed[4:8], b"\0\0\0\0", "no time: equal input, equal output")

    def test_only_what_changed_is_written(self) -> None:
        (self.dist / "index.html").write_bytes(PAGE)
        source = self.output / "web_bundle.cc"
        self.run_script("--folder", str(self.dist))
        before = source.stat().st_mtime_ns
        self.run_script("--folder", str(self.dist))
        self.assertEqual(source.stat().st_mtime_ns, before)
        first = source.read_text()
        (self.dist / "index.html").write_bytes(PAGE.replace(b"x", b"y"))  # as long as before
        self.run_script("--folder", str(self.dist))
        self.assertNotEqual(source.read_text(), first)

    def test_one_page(self) -> None:
        page = self.dist / "alone.html"
        page.write_bytes(PAGE)
        self.assertEqual(self.run_script("--page", str(page)).returncode, 0)
        self.assertEqual(self.stored(), {"index.html": (PAGE, False)})

    def test_refusals(self) -> None:
        for name, contents, message in (
            ("other.html", PAGE, "no index.html"),
            ("index.html", b"<html>", "does not begin with"),
            ("a file.js", b"", "needs escapes"),
        ):
            (self.dist / name).write_bytes(contents)
            result = self.run_script("--folder", str(self.dist))
            self.assertEqual(result.returncode, 1)
            self.assertIn(message, result.stderr)
            self.assertFalse(self.output.exists())
            (self.dist / "index.html").write_bytes(PAGE)


if __name__ == "__main__":
    unittest.main()
