#!/usr/bin/env python3
"""Tests of build_web.py: when packages are installed anew, and what is said without npm. Nothing is built."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import build_web  # noqa: E402

SVELTE = {"version": "5.1.0", "integrity": "sha512-a"}
LINUX_ONLY = {"version": "1.0.0", "integrity": "sha512-b", "optional": True}


class IsInstalled(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        paths = (build_web.LOCK_FILE, build_web.INSTALLED)
        self.addCleanup(lambda: (setattr(build_web, "LOCK_FILE", paths[0]), setattr(build_web, "INSTALLED", paths[1])))
        build_web.LOCK_FILE = pathlib.Path(folder.name) / "package-lock.json"
        build_web.INSTALLED = pathlib.Path(folder.name) / "installed.json"
        self.write(build_web.LOCK_FILE, {"": {}, "node_modules/svelte": SVELTE, "node_modules/native": LINUX_ONLY})

    @staticmethod
    def write(path: pathlib.Path, packages: dict) -> None:
        path.write_text(json.dumps({"packages": packages}))

    def test_nothing_is_there(self) -> None:
        self.assertFalse(build_web.is_installed())

    def test_all_is_there(self) -> None:
        self.write(build_web.INSTALLED, {"node_modules/svelte": SVELTE, "node_modules/native": LINUX_ONLY})
        self.assertTrue(build_web.is_installed())
        os.utime(build_web.INSTALLED, (0, 0))
        self.assertTrue(build_web.is_installed(), "times do not matter: a checkout changes them")

    def test_what_is_for_other_systems_may_be_missing(self) -> None:
        self.write(build_web.INSTALLED, {"node_modules/svelte": SVELTE})
        self.assertTrue(build_web.is_installed())

    def test_what_nothing_needs_may_be_missing(self) -> None:
        left = {"version": "2.0.0", "integrity": "sha512-d", "extraneous": True}
        self.write(build_web.LOCK_FILE, {"": {}, "node_modules/svelte": SVELTE, "node_modules/left": left})
        self.write(build_web.INSTALLED, {"node_modules/svelte": SVELTE})
        self.assertTrue(build_web.is_installed())

    def test_another_version_or_content_is_not_it(self) -> None:
        for change in ({"version": "5.2.0"}, {"integrity": "sha512-c"}):
            self.write(build_web.INSTALLED, {"node_modules/svelte": SVELTE | change})
            self.assertFalse(build_web.is_installed())


class WithoutNpm(unittest.TestCase):
    def test_it_is_said_what_to_do(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run(
                [sys.executable, "-B", str(pathlib.Path(build_web.__file__)), folder],
                env={"PATH": folder}, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("-DSIGHTGLASS_EMBED_WEB=OFF", result.stderr)


if __name__ == "__main__":
    unittest.main()
