#!/usr/bin/env python3
"""Runs `sightglass demo` as a user does, and reads what it logs with the program's other commands.

    demo_command_test.py PATH_OF_SIGHTGLASS [DemoTest.test_NAME...]
"""

import csv
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

BINARY = ""
# Long, because sanitizers and busy machines are slow; what is waited for comes in seconds.
PATIENCE = 120

# What a run must hold, by kind.
TRAIN_KINDS = {"scalars", "histograms", "images", "text", "audio", "graphs", "mesh"}
VALIDATION_KINDS = {"scalars", "images", "pr_curves"}


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("SSH_CONNECTION", "SIGHTGLASS_TOKEN")}


def sightglass(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False,
                          env=environment())


def wait_for(what: str, condition, process: subprocess.Popen):
    """The first true value of condition()."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        if process.poll() is not None:
            raise AssertionError(f"ended with {process.returncode} before: {what}")
        time.sleep(0.01)
    raise AssertionError(f"waited in vain for: {what}")


class DemoTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="sightglass-demo-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def train(self, name: str, *flags: str) -> subprocess.CompletedProcess:
        done = sightglass("demo", "--train_only", "--fast", "--epochs", "1", "--logdir", str(self.folder / name), *flags)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("cannot log", done.stderr)
        return done

    def points(self, name: str) -> list[tuple[str, ...]]:
        """All scalar points but for their wall times."""
        done = sightglass("export", "scalars", str(self.folder / name))
        self.assertEqual(done.returncode, 0, done.stderr)
        return [(row["run"], row["tag"], row["step"], row["value"]) for row in csv.DictReader(io.StringIO(done.stdout))]

    def kinds(self, name: str) -> dict[str, set[str]]:
        done = sightglass("inspect", "--json", str(self.folder / name))
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual(found["issues"], [])
        return {run["name"]: {series["plugin"] for series in run["series"]} for run in found["runs"]}

    def start(self, *flags: str) -> tuple[subprocess.Popen, str]:
        """A demo that serves, and its address."""
        port_file = self.folder / "port"
        process = subprocess.Popen(
            [BINARY, "demo", "--fast", "--logdir", str(self.folder / "logs"), "--port", "0", "--port_file",
             str(port_file), *flags],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment())
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        port = wait_for("a port", lambda: port_file.exists() and port_file.read_text().strip(), process)
        return process, f"http://localhost:{port}"

    def ask(self, url: str):
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return json.load(answer)

    def test_logs_everything_and_all_of_it_is_sound(self):
        done = self.train("logs")
        self.assertRegex(done.stdout, r"^digits: .*\d+\.\d+ % of 400 held-out digits")
        kinds = self.kinds("logs")
        self.assertEqual(set(kinds), {".", "digits", "digits/train", "digits/validation", "digits/test"})
        self.assertEqual(kinds["."], {"hparams", "custom_scalars"})
        self.assertEqual(kinds["digits"], {"hparams"})
        self.assertLessEqual(TRAIN_KINDS, kinds["digits/train"])
        self.assertLessEqual(VALIDATION_KINDS, kinds["digits/validation"])
        self.assertLessEqual(VALIDATION_KINDS | {"text"}, kinds["digits/test"])
        self.assertEqual(sightglass("verify", str(self.folder / "logs")).returncode, 0)

    def test_same_seed_same_values(self):
        for name, seed in (("a", "5"), ("b", "5"), ("c", "6")):
            self.train(name, "--seed", seed, "--quiet")
        self.assertGreater(len(self.points("a")), 100)
        self.assertEqual(self.points("a"), self.points("b"))
        self.assertNotEqual(self.points("a"), self.points("c"))

    def test_runs_and_broken_have_runs_of_their_own(self):
        self.train("logs", "--runs", "2")
        self.train("logs", "--broken", "dead-relu")
        self.train("logs", "--runs", "2")
        runs = {run for run in self.kinds("logs") if "/" not in run}
        self.assertEqual(runs, {".", "lr0.03_relu", "lr0.03_tanh", "lr0.03_relu-2", "lr0.03_tanh-2", "healthy",
                                "broken-dead-relu"})

    def test_serves_while_it_trains_and_afterwards(self):
        process, address = self.start()
        wait_for("the first run", lambda: "digits/train" in self.ask(f"{address}/data/runs"), process)
        line = process.stdout.readline()
        self.assertRegex(line, r"^digits: .*held-out")
        said = float(re.search(r"([\d.]+) %", line).group(1))
        tag = f"{address}/data/plugin/scalars/scalars?run=digits/test&tag=epoch_accuracy"
        wait_for("the result", lambda: "digits/test" in self.ask(f"{address}/data/runs"), process)
        self.assertAlmostEqual(100 * self.ask(tag)[0][2], said, places=2)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), 0)

    def test_stops_while_it_trains(self):
        process, address = self.start("--epochs", "1000")
        wait_for("the first run", lambda: "digits/train" in self.ask(f"{address}/data/runs"), process)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE), 0)
        self.assertEqual(process.stdout.read(), "")
        self.assertEqual(sightglass("verify", str(self.folder / "logs")).returncode, 0)

    def test_training_alone_can_be_interrupted(self):
        process = subprocess.Popen(
            [BINARY, "demo", "--train_only", "--epochs", "1000", "--logdir", str(self.folder / "logs")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment())
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        wait_for("training", lambda: (self.folder / "logs/digits/train").exists(), process)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE), 130)
        self.assertEqual(sightglass("verify", str(self.folder / "logs")).returncode, 0)

    def test_errors_are_one_line_and_a_status(self):
        file = self.folder / "file"
        file.write_text("")
        for status, flags in ((2, ["--broken", "glass"]), (2, ["--runs", "99"]), (2, ["extra"]),
                              (2, ["--logdir", str(file)]), (2, ["--logdir", str(file / "below"), "--train_only"]),
                              (1, ["--runs", "2", "--broken", "lr"]), (1, ["--train_only", "--port", "1"])):
            with self.subTest(flags=flags):
                done = sightglass("demo", *flags)
                self.assertEqual(done.returncode, status)
                self.assertRegex(done.stderr, r"^sightglass: [^\n]+\n$")
                self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
