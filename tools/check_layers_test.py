#!/usr/bin/env python3
"""Tests of check_layers.py: each rule broken once in a small tree, and the tree as it stands without a break."""

import pathlib
import tempfile
import unittest

import check_layers

TABLE = """# How it works
<!-- layers:begin -->
| folder | may include | libraries |
|---|---|---|
| `src/app` | anything | `fmt/` `CLI/` |
| `src/store` | base | `fmt/` |
| `src/base` | - | `fmt/` |
| `kinds/*` | store base | `fmt/` |
| `tests` `bench` | anything | anything |
| `*_test.cc` | tests | `gtest/` |
<!-- layers:end -->
"""

GOOD = {
    "ARCHITECTURE.md": TABLE,
    "src/base/clock.h": "#pragma once\n#include <fmt/format.h>\n#include <sys/stat.h>\n#include <vector>\n",
    "src/base/CMakeLists.txt": "sightglass_library(NAME base PUBLIC_LIBS fmt::fmt)\n",
    "src/store/column.h": '#pragma once\n#include "base/clock.h"\n',
    "src/store/column.cc": '#include "store/column.h"\n#include <unistd.h>\n',
    "src/store/column_test.cc": '#include <gtest/gtest.h>\n#include "tests/support/builder.h"\n',
    "src/store/CMakeLists.txt": "sightglass_library(NAME store\n  DEPS base # only\n  LIBS zlib\n)\n",
    "src/app/main.cc": '#include <CLI/CLI.hpp>\n#include "kinds/images/image.h"\n#include "store/column.h"\n',
    "kinds/images/image.h": '#pragma once\n#include "store/column.h"\n',
    "kinds/images/README.md": "",
    "kinds/text/README.md": "",
    "tests/support/builder.h": '#pragma once\n#include <zlib.h>\n#include "store/column.h"\n',
    "tests/data/good/column.h": "not ours: no pragma, a name taken elsewhere\n",
}


class CheckLayersTest(unittest.TestCase):
    def check(self, changes: dict[str, str]) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for path, text in {**GOOD, **changes}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            return check_layers.check_tree(root)

    def assert_one(self, changes: dict[str, str], place: str, what: str) -> None:
        problems = self.check(changes)
        self.assertEqual(len(problems), 1, problems)
        self.assertTrue(problems[0].startswith(f"{place}: "), problems[0])
        self.assertIn(what, problems[0])

    def test_a_good_tree_has_no_problems(self):
        self.assertEqual(self.check({}), [])

    def test_an_include_that_points_up(self):
        self.assert_one({"src/base/up.h": '#pragma once\n#include "store/column.h"\n'},
                        "src/base/up.h:2", "src/base may not include store")

    def test_an_include_with_odd_spacing(self):
        self.assert_one({"src/base/up.h": '#pragma once\n  #  include "store/column.h"\n'},
                        "src/base/up.h:2", "may not include store")

    def test_a_kind_that_includes_another_kind(self):
        self.assert_one({"kinds/text/text.h": '#pragma once\n#include "kinds/images/image.h"\n'},
                        "kinds/text/text.h:2", "may not include kinds/images")

    def test_only_tests_include_test_support(self):
        self.assert_one({"src/store/row.cc": '#include "tests/support/builder.h"\n'},
                        "src/store/row.cc:1", "may not include tests")

    def test_a_header_that_is_not_named_from_src(self):
        self.assert_one({"src/store/row.cc": '#include "column.h"\n'}, "src/store/row.cc:1", "no such file")

    def test_a_library_in_the_wrong_folder(self):
        self.assert_one({"src/store/row.cc": "#include <CLI/CLI.hpp>\n"}, "src/store/row.cc:1", "a library")

    def test_a_library_without_a_folder_of_its_own(self):
        self.assert_one({"src/app/page.cc": "#include <zlib.h>\n"}, "src/app/page.cc:1", "a library")

    def test_a_test_library_outside_a_test(self):
        self.assert_one({"src/store/row.cc": "#include <gtest/gtest.h>\n"}, "src/store/row.cc:1", "a library")

    def test_a_folder_without_a_row(self):
        self.assert_one({"src/serve/http.cc": ""}, "src/serve/http.cc:1", "no row")

    def test_a_link_that_points_up(self):
        self.assert_one({"src/base/CMakeLists.txt": "sightglass_library(NAME base DEPS store LIBS fmt::fmt)\n"},
                        "src/base/CMakeLists.txt:1", "may not link store")

    def test_a_name_that_is_taken(self):
        self.assert_one({"bench/column.cc": ""}, "src/store/column.cc:1", "taken by bench/column.cc")

    def test_a_long_file(self):
        self.assertEqual(self.check({"src/store/row.cc": "//\n" * check_layers.MAX_LINES}), [])
        self.assert_one({"src/store/row.cc": "//\n" * (check_layers.MAX_LINES + 1)}, "src/store/row.cc:601", "lines")

    def test_a_header_without_pragma(self):
        self.assert_one({"src/store/row.h": "// #pragma once is missing\n"}, "src/store/row.h:1", "#pragma once")

    def test_a_table_that_cannot_be_read(self):
        for table in ("", TABLE.replace("| `src/base` | - |", "|"), TABLE.split("| `src/app`")[0] + check_layers.END):
            with self.subTest(table), self.assertRaises(check_layers.TableError):
                self.check({"ARCHITECTURE.md": table})


if __name__ == "__main__":
    unittest.main()
