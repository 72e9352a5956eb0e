#!/usr/bin/env python3
"""Tests of lint.py; clang-tidy itself is not run."""

import pathlib
import tempfile
import unittest
from unittest import mock

import lint


class LintTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name: str, text: str) -> pathlib.Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def test_flags_are_those_that_decide_how_a_file_reads(self) -> None:
        command = "ccache g++ -DA=\\\"b\\\" -I/x -isystem /y -O0 -g -Wall -std=c++20 -o a.o -c a.cc"
        self.assertEqual(lint.flags_of(command), ('-DA="b"', "-I/x", "-isystem", "/y", "-std=c++20"))

    def test_tests_and_generated_files_are_left_out(self) -> None:
        names = ["src/a/x.cc", "src/a/x_test.cc", "kinds/k/x_fuzz.cc", "bench/x_bench.cc", "build/dev/src/a/made.cc", "tests/x.cc"]
        commands = [{"file": str(self.root / name), "command": "g++ -c x"} for name in names + ["src/a/x.cc"]]
        self.assertEqual(list(lint.linted_files(commands, self.root)), [self.root / "src/a/x.cc"])

    def test_names_that_a_file_defines(self) -> None:
        text = """
constexpr std::size_t kLimit = 3;
constexpr std::array<int, 2> kPair{1, 2};
const char* const kWords[] = {"a"};
struct Part {
  int inner = 0;
};
enum class Form : char { kA };
std::vector<int> Read(const Part& part,
                      int more) {
  int local = 0;
}
void Shown::Method(int a) {}
"""
        self.assertEqual(lint.defined_names(text), {"kLimit", "kPair", "kWords", "Part", "Form", "Read"})

    def test_a_using_declaration_must_be_used(self) -> None:
        text = "#include <a>\nusing base::Error;\nusing base::Result;\nResult Get();\nusing namespace literals;\n"
        self.assertEqual(lint.unused_using(text), [(2, "Error")])

    def test_files_share_a_bundle_if_flags_agree_and_names_do_not(self) -> None:
        a = self.write("a.cc", "int Shown() {}\n")
        b = self.write("b.cc", "int Other() {}\n")
        c = self.write("c.cc", "int Shown() {}\n")
        d = self.write("d.cc", "int More() {}\n")
        bundles = lint.make_bundles({a: ("-DX",), b: ("-DX",), c: ("-DX",), d: ()})
        self.assertEqual([bundle.files for bundle in bundles], [[a, b], [c], [d]])

    def test_a_bundle_has_a_limit(self) -> None:
        files = {self.write(f"{i}.cc", f"int F{i}() {{}}\n"): () for i in range(lint.FILES_PER_BUNDLE + 1)}
        self.assertEqual([len(bundle.files) for bundle in lint.make_bundles(files)], [lint.FILES_PER_BUNDLE, 1])

    def test_a_bundle_that_does_not_compile_is_halved(self) -> None:
        files = [self.root / f"{name}.cc" for name in "abcd"]
        tried = []

        def tidy(source: pathlib.Path, _: tuple[str, ...]) -> str:
            names = "".join(name for name in "abcd" if f"/{name}.cc" in source.read_text())
            tried.append(names)
            if "c" in names and "d" in names:
                return "x: error: redefinition [clang-diagnostic-error]\n"
            return "a.cc: error: moved\n" if "a" in names else ""

        with mock.patch.object(lint, "tidy", tidy):
            said = lint.lint(lint.Bundle((), files), self.root / "bundle.cc")
        self.assertEqual(tried, ["abcd", "ab", "cd", "c", "d"])
        self.assertEqual(said, "a.cc: error: moved\n")

    def test_a_file_that_does_not_compile_is_told(self) -> None:
        with mock.patch.object(lint, "tidy", lambda *_: "x: error: what [clang-diagnostic-error]\n"):
            said = lint.lint(lint.Bundle((), [self.root / "a.cc"]), self.root / "bundle.cc")
        self.assertIn("what", said)


if __name__ == "__main__":
    unittest.main()
