#!/usr/bin/env python3
"""Tests of amalgamate.py: small libraries joined, compiled and run; each refusal; and that the real one can be joined."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import amalgamate

COMPILER = os.environ.get("CXX") or shutil.which("c++") or "g++"

# Two sources with helpers of the same names, a header that both include, and what a header may need of base.
LIBRARY = {
    "CMakeLists.txt": "project(sightglass VERSION 1.2.3)\n",
    "include/sightglass/sum.h": "#pragma once\n\n#include <vector>\n\n"
                                '#include "sightglass/kind.h"\n'
                                "int Sum(const std::vector<int>& values, Kind kind);\nint Twice(int value);\n",
    "include/sightglass/kind.h": "#pragma once\nenum class Kind { kPlain, kShown };\n",
    "include/sightglass/sightglass.h": "int sightglass_c(void);\n",
    "src/base/crc32c.cc": "",
    "src/base/small_float.cc": "",
    "src/base/utf8_scan.cc": "",
    "src/base/crc32c_wide.cc": "#if defined(__x86_64__)\n#include <immintrin.h>\n#endif\n",
    "src/base/wire_writer.h": "#pragma once\nnamespace base { int Three(); }\n",
    "src/base/wire_writer.cc": '#include "base/wire_writer.h"\n'
                               "namespace base {\nnamespace {\nconstexpr int kNumber = 3;\n}\nint Three() { return kNumber; }\n}\n",
    "src/writer/limits.h": "#pragma once\nnamespace limits {\ninline constexpr int kLimit = 9;\n}\n",
    "src/writer/shared.h": "#pragma once\nstruct Shared { int Add(int a, int b) const { return a + b; } };\n",
    "src/writer/sum.cc": '#include "sightglass/sum.h"\n\n#include <cstdio>\n\n#include "writer/shared.h"\n'
                         "namespace {\n"
                         "constexpr int kNumber = 1;  // kNumber stays in comments\n"
                         "template <class T>\nT Add(T a, T b) {\n  return a + b;\n}\n"
                         "struct Entry {\n  int number = 0;\n  int Size() const;\n};\n"
                         "int Entry::Size() const { return 1; }\n"
                         "}  // namespace\n"
                         "int Sum(const std::vector<int>& values, Kind kind) {\n"
                         "  Entry entry;\n"
                         "  for (int value : values) entry.number = Shared().Add(entry.number, Add(value, 0));\n"
                         '  if (kind == Kind::kShown) std::puts("kNumber");\n'
                         "  return entry.number * kNumber * entry.Size();\n}\n",
    "src/writer/twice.cc": '#include "base/wire_writer.h"\n#include "sightglass/sum.h"\n#include "writer/shared.h"\n'
                           "namespace {\n"
                           "[[maybe_unused]] const char* const kNumber = R\"(})\";\n"
                           "__attribute__((noinline)) int Add(int a, int b) { return a + b - base::Three() + 3; }\n"
                           "using Entry = int;\n"
                           "constexpr int kLimit = 2;  // a header has another\n"
                           "int Size() { return kLimit; }\n"
                           "}  // namespace\n"
                           "int Twice(int value) {\n  const Entry entry = value;\n  return Add(entry, value) + Size() - 2;\n}\n",
    "src/writer/sum_test.cc": "#error no part of the library\n",
}  # fmt: skip

PROGRAM = """#include "sightglass_writer.h"
int main() { return Sum({1, 2, 3}, Kind::kShown) == 6 && Twice(21) == 42 ? 0 : 1; }
"""


class AmalgamateTest(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.root = pathlib.Path(self._folder.name)

    def joined(self, changes: dict[str, str] | None = None) -> dict[str, str]:
        for path, text in {**LIBRARY, **(changes or {})}.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text, encoding="utf-8")
        return amalgamate.amalgamate(self.root)

    def test_compiles_and_works_alone(self):
        for name, text in self.joined().items():
            (self.root / name).write_text(text, encoding="utf-8")
        (self.root / "program.cc").write_text(PROGRAM, encoding="utf-8")
        subprocess.run([COMPILER, "-std=c++20", "-Wall", "-Wextra", "-Werror", "program.cc", "sightglass_writer.cc",
                        "-o", "program"], cwd=self.root, check=True)  # fmt: skip
        done = subprocess.run([self.root / "program"], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "kNumber\n")  # strings are not renamed

    def test_each_header_is_in_once(self):
        files = self.joined()
        self.assertEqual(files["sightglass_writer.h"].count("enum class Kind"), 1)
        self.assertEqual(files["sightglass_writer.cc"].count("struct Shared"), 1)
        self.assertNotIn("enum class Kind", files["sightglass_writer.cc"])
        self.assertNotIn('"writer/', files["sightglass_writer.cc"])

    def test_the_c_header_stays_by_itself(self):
        files = self.joined()
        self.assertEqual(files["sightglass.h"], LIBRARY["include/sightglass/sightglass.h"])
        self.assertIn('#include "sightglass.h"', files["sightglass_writer.cc"])
        self.assertNotIn("sightglass_c", files["sightglass_writer.h"])

    def test_only_names_that_clash_change(self):
        source = self.joined()["sightglass_writer.cc"]
        self.assertIn("kNumber_wire_writer = 3", source)
        self.assertIn("kNumber_sum = 1", source)
        self.assertIn("using Entry_twice = int", source)
        self.assertIn("struct Shared {", source)
        self.assertIn("Shared().Add(", source)

    def test_conditional_includes_stay_where_they_are(self):
        source = self.joined()["sightglass_writer.cc"]
        self.assertIn("#if defined(__x86_64__)\n#include <immintrin.h>\n#endif\n", source)

    def test_refusals_name_file_and_line(self):
        for path, text, what in [
            ("src/writer/x.cc", "\n#include <fmt/format.h>\n", "x.cc:2: <fmt/format.h>"),
            ("src/writer/x.cc", '#include "format/event.h"\n', 'x.cc:1: "format/event.h"'),
            ("src/writer/x.cc", '#include "writer/none.h"\n', 'x.cc:1: "writer/none.h"'),
            ("src/writer/shared.h", "#pragma once\n#define SIZE 3\n", "the macro SIZE"),
            ("include/sightglass/sum.h", "#pragma once\n#include <zlib.h>\n", "sum.h:2: <zlib.h>"),
        ]:
            with self.subTest(what), self.assertRaises(amalgamate.AmalgamationError) as caught:
                self.joined({path: text})
            self.assertIn(what, str(caught.exception))

    def test_macros_end_with_their_source(self):
        source = self.joined({"src/writer/a.cc": "#define ONE 1\n#define TWO 2\n#undef TWO\nint a = ONE;\n"})["sightglass_writer.cc"]
        self.assertIn("int a = ONE;\n#undef ONE\n", source)
        self.assertEqual(source.count("#undef TWO"), 1)

    def test_refuses_base_sources_that_would_be_missing(self):
        with self.assertRaisesRegex(amalgamate.AmalgamationError, "clock.cc is missing"):
            self.joined({"src/base/clock.h": "#pragma once\n", "src/base/clock.cc": "",
                         "src/writer/x.cc": '#include "base/clock.h"\n'})  # fmt: skip

    def test_the_real_library_can_be_joined(self):
        files = amalgamate.amalgamate(amalgamate.ROOT)
        self.assertIn("class SummaryWriter", files["sightglass_writer.h"])
        self.assertNotIn('#include "sightglass/', files["sightglass_writer.h"] + files["sightglass_writer.cc"])


class UnnamedNamesTest(unittest.TestCase):
    def test_finds_what_is_declared(self):
        text = """
        int Outside();
        namespace n {
        namespace {
        struct Forward;
        class [[nodiscard]] Held { int member_ = 0; void Method(); };
        enum class Colour : int { kRed };
        using List = std::vector<int>;
        using std::string;
        constexpr std::array<int, 2> kPair = {1, 2};
        constexpr std::size_t kSeparated = 1'000;
        constexpr double kTables[2][2] = {{1, 2}, {3, 4}};
        thread_local int counter{0};
        template <class T, class = std::enable_if_t<true>>
        constexpr T Function(T value) noexcept { int local = 0; return value + local; }
        const auto kLambda = [](int in) { return in; };
        static_assert(sizeof(int) == 4);
        std::string* Pointer(const std::string& text, int n = 3);
        bool operator==(const Held& a, const Held& b);
        void Held::Method() { member_ = 1; }
        }  // namespace
        int AlsoOutside() { int x = 1; return x; }
        }
        """
        self.assertEqual(
            amalgamate.unnamed_names(text),
            {"Forward", "Held", "Colour", "List", "kPair", "kSeparated", "kTables", "counter", "Function", "kLambda",
             "Pointer"},
        )  # fmt: skip


if __name__ == "__main__":
    unittest.main()
