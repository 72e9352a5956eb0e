#!/usr/bin/env python3
"""Compares a server's answers with the recorded answers of the real TensorBoard.

  check.py BASE_URL CASE [--fixtures DIR] [--wait SECONDS] [--only ID] [--uncontested] [--quiet]
  check.py --list [--fixtures DIR]

Prints one line per failure and a closing line 'N passed, N failed'; exit code 1 if anything failed.
--wait S: a request that does not match is repeated for up to S seconds in all (the server may still be loading).
The format of requests.json is described in README.md beside this file. Python 3 standard library only.
"""
import argparse
import gzip
import http.client
import json
import math
import os
import re
import sys
import time
import urllib.parse

MAX_DIFFS = 3


def show(value, limit=70):
    text = repr(value) if isinstance(value, bytes) else json.dumps(value, ensure_ascii=True, default=repr)
    return text if len(text) <= limit else text[:limit] + "..."


def path_text(path):
    return "$" + "".join("[%d]" % p if isinstance(p, int) else "[%s]" % json.dumps(p, ensure_ascii=True) for p in path)


def matches(path, patterns):
    """A pattern is a list of keys and indices; "*" stands for any one of them."""
    return any(len(p) == len(path) and all(a == "*" or a == b for a, b in zip(p, path)) for p in patterns)


def equal_numbers(a, b, tolerance):
    if a == b or (isinstance(a, float) and isinstance(b, float) and math.isnan(a) and math.isnan(b)):
        return True
    return bool(tolerance) and math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance * 1e-3)


class Comparison:
    def __init__(self, entry):
        self.ignore = entry.get("ignore", [])
        self.sets = entry.get("sets", [])
        self.extra_ok = entry.get("extra_ok", [])
        self.tolerance = entry.get("tolerance", 0)
        self.diffs = []

    def add(self, path, text):
        self.diffs.append("%s: %s" % (path_text(path), text))

    def run(self, want, got, path=()):
        if len(self.diffs) >= MAX_DIFFS or matches(path, self.ignore):
            return
        number = (int, float)
        if isinstance(want, bool) or isinstance(got, bool) or want is None or got is None:
            if want is not got:
                self.add(path, "expected %s, got %s" % (show(want), show(got)))
        elif isinstance(want, number) and isinstance(got, number):
            if not equal_numbers(want, got, self.tolerance):
                self.add(path, "expected %s, got %s" % (show(want), show(got)))
        elif type(want) is not type(got):
            self.add(path, "expected %s, got %s" % (show(want), show(got)))
        elif isinstance(want, dict):
            for key in want:
                if key not in got and not matches(path + (key,), self.ignore):
                    self.add(path + (key,), "missing, expected %s" % show(want[key]))
            if not matches(path, self.extra_ok):
                for key in got:
                    if key not in want and not matches(path + (key,), self.ignore):
                        self.add(path + (key,), "unexpected %s" % show(got[key]))
            for key in want:
                if key in got:
                    self.run(want[key], got[key], path + (key,))
        elif isinstance(want, list):
            if len(want) != len(got):
                self.add(path, "expected %d items, got %d" % (len(want), len(got)))
            elif matches(path, self.sets):
                key = lambda v: json.dumps(v, sort_keys=True)
                for i, (a, b) in enumerate(zip(sorted(want, key=key), sorted(got, key=key))):
                    self.run(a, b, path + (i,))
            else:
                for i, (a, b) in enumerate(zip(want, got)):
                    self.run(a, b, path + (i,))
        elif want != got:
            self.add(path, "expected %s, got %s" % (show(want), show(got)))


def bytes_diff(want, got):
    if want == got:
        return []
    try:
        a, b = want.decode("utf-8").split("\n"), got.decode("utf-8").split("\n")
        for i, (x, y) in enumerate(zip(a, b)):
            if x != y:
                return ["line %d: expected %s, got %s" % (i + 1, show(x), show(y))]
        return ["expected %d lines, got %d" % (len(a), len(b))]
    except UnicodeDecodeError:
        at = next((i for i, (x, y) in enumerate(zip(want, got)) if x != y), min(len(want), len(got)))
        return ["%d bytes expected, %d got, first difference at byte %d: expected %s, got %s"
                % (len(want), len(got), at, show(want[at:at + 8]), show(got[at:at + 8]))]


# Protobuf text format: a message is {field: [values in order]}; a value is a message, bytes, a number or a word.
TOKEN = re.compile(r"""\s+|\#[^\n]*|(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?P<mark>[{}<>\[\]:,;])"""
                   r"""|(?P<word>[A-Za-z_][\w./]*)|(?P<number>[-+]?(?:0x[0-9a-fA-F]+|inf\w*|nan|[0-9.][\w.+-]*))""")
ESCAPES = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "\\": 92, "'": 39, '"': 34, "?": 63}


def unescape(literal):
    out, i = bytearray(), 1
    while i < len(literal) - 1:
        c = literal[i]
        if c != "\\":
            out += c.encode("utf-8")
            i += 1
            continue
        m = re.match(r"[0-7]{1,3}|[xX][0-9a-fA-F]{1,2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}", literal[i + 1:i + 10])
        if m is None:
            out.append(ESCAPES[literal[i + 1]])
            i += 2
        else:
            digits = m.group()
            if digits[0] in "uU":
                out += chr(int(digits[1:], 16)).encode("utf-8")
            else:
                out.append(int(digits, 8) & 255 if digits[0] not in "xX" else int(digits[1:], 16))
            i += 1 + len(digits)
    return bytes(out)


def parse_textproto(text):
    tokens, at = [], 0
    while at < len(text):
        m = TOKEN.match(text, at)
        if m is None:
            raise ValueError("not text format at %s" % show(text[at:at + 20]))
        if m.lastgroup:
            tokens.append((m.lastgroup, m.group()))
        at = m.end()
    tokens.append(("end", ""))
    position = 0

    def message(closing):
        nonlocal position
        fields = {}
        while tokens[position][1] != closing or tokens[position][0] == "string":
            kind, name = tokens[position]
            if kind not in ("word", "number"):
                raise ValueError("field name expected, got %s" % show(name))
            position += 1
            if tokens[position] == ("mark", ":"):
                position += 1
            if tokens[position] == ("mark", "["):
                while tokens[position] != ("mark", "]"):
                    position += 1
                    fields.setdefault(name, []).append(value())
            else:
                fields.setdefault(name, []).append(value())
            if tokens[position] in (("mark", ","), ("mark", ";")):
                position += 1
        position += 1
        return fields

    def value():
        nonlocal position
        kind, token = tokens[position]
        position += 1
        if (kind, token) in (("mark", "{"), ("mark", "<")):
            return message("}" if token == "{" else ">")
        if kind == "string":
            data = unescape(token)
            while tokens[position][0] == "string":
                data += unescape(tokens[position][1])
                position += 1
            return data
        if kind == "number" or token in ("inf", "nan", "infinity"):
            return int(token, 0) if re.fullmatch(r"[-+]?(0x[0-9a-fA-F]+|[1-9][0-9]*|0)", token) else float(token.rstrip("fF") if "inf" not in token else token)
        if kind == "word":
            return token
        raise ValueError("value expected, got %s" % show(token))

    return message("")


def textproto_diff(want, got, path=""):
    """Fields in any order, repeated values in order, map entries (messages of just key and value) in any order."""
    if isinstance(want, dict) and isinstance(got, dict):
        for name in sorted(set(want) | set(got)):
            a, b = want.get(name, []), got.get(name, [])
            where = "%s.%s" % (path, name)
            if a and all(isinstance(v, dict) and set(v) <= {"key", "value"} for v in a + b):
                key = lambda v: repr(v.get("key"))
                a, b = sorted(a, key=key), sorted(b, key=key)
            if len(a) != len(b):
                return ["%s: expected %d values, got %d" % (where, len(a), len(b))]
            for i, (x, y) in enumerate(zip(a, b)):
                diff = textproto_diff(x, y, "%s[%d]" % (where, i))
                if diff:
                    return diff
        return []
    if isinstance(want, (int, float)) and isinstance(got, (int, float)):
        same = want == got if isinstance(want, int) and isinstance(got, int) else equal_numbers(float(want), float(got), 1e-6)
    else:
        same = want == got
    return [] if same else ["%s: expected %s, got %s" % (path, show(want), show(got))]


def canonical_type(text):
    return ";".join(part.strip().lower() for part in (text or "").split(";")) or None


class Case:
    def __init__(self, base_url, folder):
        url = urllib.parse.urlsplit(base_url if "://" in base_url else "http://" + base_url)
        self.host, self.port, self.prefix = url.hostname, url.port or 80, url.path.rstrip("/")
        self.folder = folder
        with open(os.path.join(folder, "requests.json"), encoding="utf-8") as f:
            self.entries = json.load(f)
        self.by_id = {e["id"]: e for e in self.entries}
        assert len(self.by_id) == len(self.entries), "ids must be unique"
        self.bodies = {}                                    # id -> the server's own answer, for "follow"

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as f:
            return f.read()

    def answer(self, entry):
        """The recorded body."""
        return self.read(entry["answer_file"])

    def resolve(self, entry):
        """The path to ask: recorded, or built from the server's own answer to an earlier request."""
        if "follow" not in entry:
            return entry["path"]
        follow = entry["follow"]
        if follow["from"] not in self.bodies:
            self.bodies[follow["from"]] = self.send(self.by_id[follow["from"]])[2]
        value = json.loads(self.bodies[follow["from"]])
        for step in follow["json_path"]:
            value = value[step]
        text = urllib.parse.quote(value, safe="") if follow.get("quote") else value
        return follow["prefix"] + text

    def send(self, entry):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        try:
            body = self.read(entry["body_file"]) if entry.get("body_file") else None
            connection.request(entry["method"], self.prefix + self.resolve(entry), body, entry.get("headers", {}))
            response = connection.getresponse()
            data = response.read()
        finally:
            connection.close()
        if response.headers.get("Content-Encoding") == "gzip" and entry["method"] != "HEAD":
            data = gzip.decompress(data)
        return response.status, response.headers, data

    def check(self, entry):
        """A list of differences; empty means equal."""
        try:
            status, headers, data = self.send(entry)
        except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError) as e:
            return ["%s: %s" % (type(e).__name__, e)]
        self.bodies[entry["id"]] = data
        if status != entry["status"]:
            if status in entry.get("also_ok", []):
                return []
            return ["status expected %d, got %d %s" % (entry["status"], status, show(data[:60]))]
        diffs = []
        want_type, got_type = canonical_type(entry.get("content_type")), canonical_type(headers.get("Content-Type"))
        if want_type and want_type != got_type and not entry.get("any_type"):
            diffs.append("content type expected %s, got %s" % (want_type, got_type))
        for name, value in entry.get("expect_headers", {}).items():
            if headers.get(name) != value:
                diffs.append("header %s expected %s, got %s" % (name, show(value), show(headers.get(name))))
        mode = entry["compare"]
        if mode == "bytes":
            diffs += bytes_diff(self.answer(entry), data)
        elif mode == "textproto":
            try:
                diffs += textproto_diff(parse_textproto(self.answer(entry).decode("utf-8")), parse_textproto(data.decode("utf-8")))
            except (ValueError, LookupError) as e:
                diffs.append("not protobuf text format: %s" % e)
        elif mode in ("json", "json-set"):
            try:
                got = json.loads(data)
            except ValueError as e:
                return diffs + ["not JSON: %s: %s" % (e, show(data[:60]))]
            comparison = Comparison(entry)
            comparison.run(json.loads(self.answer(entry)), got)
            diffs += comparison.diffs
        elif mode != "status-only":
            diffs.append("unknown compare mode %r" % mode)
        return diffs


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("base_url", nargs="?")
    parser.add_argument("case", nargs="?")
    parser.add_argument("--fixtures", default=os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--wait", type=float, default=0)
    parser.add_argument("--only", help="run just the request with this id")
    parser.add_argument("--uncontested", action="store_true", help="leave out requests on which TensorBoard's two loaders disagree")
    parser.add_argument("--list", action="store_true", help="print the cases with their log directories and flags")
    parser.add_argument("--quiet", action="store_true", help="print only the closing line")
    args = parser.parse_args()
    if args.list:
        with open(os.path.join(args.fixtures, "golden", "cases.json"), encoding="utf-8") as f:
            for name, case in json.load(f).items():
                print("%-22s logs/%-28s %3d requests, %2d contested  %s" % (
                    name, case["logdir"], case["requests"], case["contested"], " ".join(case["flags"])))
        return 0
    if not args.base_url or not args.case:
        parser.error("BASE_URL and CASE are required")
    case = Case(args.base_url, os.path.join(args.fixtures, "golden", args.case))
    deadline = time.monotonic() + args.wait
    passed = failed = 0
    for entry in case.entries:
        if (args.only and entry["id"] != args.only) or (args.uncontested and "contested" in entry):
            continue
        limit = max(deadline, time.monotonic() + entry.get("retry_seconds", 0))
        while True:
            diffs = case.check(entry)
            if not diffs or time.monotonic() >= limit:
                break
            time.sleep(0.2)
        if diffs:
            failed += 1
            if not args.quiet:
                print("FAIL %s %s %s: %s%s" % (entry["id"], entry["method"], entry.get("path") or "(follow)", "; ".join(diffs),
                                               "" if "contested" not in entry else " (contested)"))
        else:
            passed += 1
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
