#!/usr/bin/env python3
"""Compares the real program with the recorded answers of TensorBoard, case by case.

    run_fixtures.py --binary SIGHTGLASS --data tests/data [CASE ...]
    run_fixtures.py --url http://localhost:6006 --data tests/data CASE

With --binary, one server is started for each case, on a port of its own. Requests to plugins in routes_not_yet.txt are left out;
contested.txt says which of TensorBoard's two answers counts where it has two.
Exit code 1 if anything else differs, or if one of these files says what is no longer so.
"""

import argparse
import contextlib
import fnmatch
import json
import pathlib
import queue
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.parse

import check

HERE = pathlib.Path(__file__).resolve().parent
START_SECONDS = 60  # a sanitized build on a busy machine
LOAD_SECONDS = 20  # for the first requests of a case; then a difference is final
STOP_SECONDS = 20


class RecordedCase(check.Case):
    """A case whose files lie in two folders: what the tests of the loader have already is not kept twice."""

    def __init__(self, base_url, data, name):
        super().__init__(base_url, str(data / "tensorboard" / "golden" / name))
        self.folders = [data / "tensorboard" / "golden" / name, data / "golden" / name]

    def read(self, name):
        path = next((folder / name for folder in self.folders if (folder / name).exists()), None)
        if path is None:
            raise FileNotFoundError(f"{name} is in none of {[str(folder) for folder in self.folders]}")
        return path.read_bytes()

    def answer(self, entry):
        return entry.get("answer_of", self).read(entry["answer_file"])

    def signature(self, entry):
        """What is asked, whatever its number."""
        if "follow" in entry:
            follow = entry["follow"]
            return ("follow", self.signature(self.by_id[follow["from"]]), json.dumps(follow["json_path"]), follow["prefix"])
        body = self.read(entry["body_file"]).decode("latin-1") if entry.get("body_file") else ""
        return (entry["method"], entry["path"], tuple(sorted(urllib.parse.parse_qsl(body, keep_blank_values=True))))


def read_lines(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line.strip() and not line.startswith("#")]


def plugin_of(case, entry):
    path = case.by_id[entry["follow"]["from"]]["path"] if "follow" in entry else entry["path"]
    match = re.search(r"/data/plugin/([^/?]+)", path)
    return match.group(1) if match else None


class Judge:
    """Which answer counts for each request of a case."""

    def __init__(self, data):
        self.data = data
        self.rules = [tuple(words[:3]) for words in read_lines(HERE / "contested.txt")]

    def problems(self, cases):
        """Rules that are about nothing, or about a case that does not disagree there."""
        found = []
        for case_name, pattern, side in self.rules:
            if side not in ("python", "rust"):
                found.append(f"contested.txt: {case_name} {pattern}: {side} is no side")
            elif case_name not in cases:
                found.append(f"contested.txt: there is no case {case_name}")
            elif not any("contested" in entry and fnmatch.fnmatch(entry["id"], pattern)
                         for entry in RecordedCase("http://x", self.data, case_name).entries):
                found.append(f"contested.txt: {case_name} has no contested request {pattern}")
        return found

    def judged(self, case, name, entry):
        """The request with the answer that counts: its own, or the one that the Rust data server gave to the same request."""
        if "contested" not in entry:
            return entry
        sides = {side for case_name, pattern, side in self.rules
                 if case_name == name and fnmatch.fnmatch(entry["id"], pattern)}
        if len(sides) != 1:
            raise LookupError(f"contested.txt does not decide {name} {entry['id']}: {entry['contested']}")
        if sides == {"python"}:
            return entry
        other = RecordedCase("http://x", self.data, name + "_rust")
        wanted = case.signature(entry)
        match = next((e for e in other.entries if other.signature(e) == wanted), None)
        if match is None:
            raise LookupError(f"{name}_rust has no request like {entry['id']}")
        recorded = {key: match[key] for key in ("status", "content_type", "compare", "answer_file") if key in match}
        return dict(entry, answer_of=other, **recorded)


def with_ignored(entry, paths):
    return dict(entry, ignore=entry.get("ignore", []) + paths)


def run_case(url, name, data, judge, not_yet, out):
    """Numbers of requests that passed, failed and were left out."""
    case = RecordedCase(url, data, name)
    deadline = time.monotonic() + LOAD_SECONDS
    passed = failed = left_out = 0
    looked_at = set()
    for entry in case.entries:
        plugin = plugin_of(case, entry)
        if plugin in not_yet:
            left_out += 1
            # The list must not hide a plugin that is there.
            if entry["status"] == 200 and "follow" not in entry and plugin not in looked_at:
                looked_at.add(plugin)
                if case.send(entry)[0] == 200:
                    failed += 1
                    print(f"FAIL {name} {entry['id']}: {plugin} is served: take it off routes_not_yet.txt", file=out)
            continue
        judged = judge.judged(case, name, entry)
        if entry.get("path") == "/data/plugin/timeseries/tags":  # has a part for each of several plugins
            judged = with_ignored(judged, [[plugin] for plugin in sorted(not_yet)])
        limit = max(deadline, time.monotonic() + entry.get("retry_seconds", 0))
        while True:
            found = case.check(judged)
            if not found or time.monotonic() >= limit:
                break
            time.sleep(0.1)  # the server may still be loading; there is nothing to wait for in TensorBoard's API
        if found:
            failed += 1
            print(f"FAIL {name} {entry['id']} {entry['method']} {entry.get('path', '(follow)')}: {'; '.join(found)}", file=out)
        else:
            passed += 1
    return passed, failed, left_out


@contextlib.contextmanager
def server(binary, arguments):
    """Starts the program and gives the URL that it names on standard error; stops it at the end."""
    process = subprocess.Popen([str(binary.resolve()), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True, errors="replace")
    lines = []
    news = queue.Queue()

    def listen():
        for line in process.stderr:
            lines.append(line)
            news.put(line)
        news.put(None)

    listener = threading.Thread(target=listen)
    listener.start()
    try:
        deadline = time.monotonic() + START_SECONDS
        url = None
        while url is None:
            try:
                line = news.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                line = None
            if line is None:
                raise RuntimeError(f"no URL on standard error of {binary} {' '.join(arguments)}:\n{''.join(lines)}")
            match = re.search(r"http://[^\s/]+:(\d+)/", line)
            url = match and f"http://localhost:{match.group(1)}"
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            print(f"FAIL the server did not stop within {STOP_SECONDS} s", file=sys.stderr)
        listener.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--binary", type=pathlib.Path)
    where.add_argument("--url", help="a server that runs already, on the log directory of the one case")
    parser.add_argument("--data", type=pathlib.Path, required=True, help="tests/data")
    parser.add_argument("cases", nargs="*")
    args = parser.parse_args()

    cases = json.loads((args.data / "tensorboard" / "golden" / "cases.json").read_text(encoding="utf-8"))
    not_yet = {words[0] for words in read_lines(HERE / "routes_not_yet.txt")}
    judge = Judge(args.data)
    problems = judge.problems(cases)
    for problem in problems:
        print(f"FAIL {problem}")
    passed, failed, left_out = 0, len(problems), 0
    # What the Rust data server answers is asked for by contested.txt alone.
    names = args.cases or [name for name, info in cases.items() if info["server"] != "rust"]
    for name in names:
        info = cases[name]
        logdir = args.data / "good" / info["logdir"]
        with contextlib.ExitStack() as stack:
            url = args.url or stack.enter_context(
                server(args.binary, ["--logdir", str(logdir), "--port", "0", *info["flags"]]))
            results = run_case(url, name, args.data, judge, not_yet, sys.stdout)
        print("%-20s %3d passed, %d failed, %d left out" % (name, *results))
        passed, failed, left_out = passed + results[0], failed + results[1], left_out + results[2]
    print(f"{passed} passed, {failed} failed, {left_out} left out (plugins in routes_not_yet.txt)")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
