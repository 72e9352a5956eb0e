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
| `web/src/shell` | kind charts base | `svelte` |
| `kinds/*/web` | kind charts base | `svelte` |
| `web/src/kind` | base | - |
| `web/src/charts` | base | `d3-scale` |
| `web/src/base` | - | - |
| `*_test.cc` | tests | `gtest/` |
| `*.test.ts` | - | `vitest` `node` |
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
    "kinds/CMakeLists.txt": "sightglass_kinds(images\n  text)  # all\n",
    "kinds/images/images_kind.cc": 'std::string_view id() const override { return "images"; }\n',
    "kinds/images/web/index.ts": "import { defineKind } from '$kind/kind';\nexport default defineKind({ id: 'images' });\n",
    "kinds/images/web/Gallery.svelte": "<script>import Chart from '$charts/Chart.svelte';</script>\n",
    "web/vite.config.ts": "import { svelte } from '@sveltejs/vite-plugin-svelte';\n",
    "web/src/base/text.ts": "export const text = '';\n",
    "web/src/base/text.test.ts": "import { test } from 'vitest';\nimport fs from 'node:fs';\nimport { text } from './text';\n",
    "web/src/kind/kind.ts": "import {\n  text,\n} from '$base/text';\n",
    "web/src/charts/Chart.svelte": "<script lang=\"ts\">import { scaleLog } from 'd3-scale';</script>\n",
    "web/src/charts/index.ts": "export * from '../base/text';\nnew Worker(new URL('./painter.ts', import.meta.url));\n",
    "web/src/charts/painter.ts": "// import x from 'nowhere'\n",
    "web/src/shell/main.ts": "import 'svelte/legacy';\nimport './theme.css';\nconst late = import('$charts/Chart.svelte');\n",
    "web/src/shell/theme.css": "",
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

    def test_an_import_that_points_up(self):
        self.assert_one({"web/src/charts/up.ts": "import { a } from '../base/text';\nimport b from '../shell/main';\n"},
                        "web/src/charts/up.ts:2", "web/src/charts may not import shell")

    def test_a_late_import_that_points_up(self):
        self.assert_one({"web/src/base/late.ts": "const late = () =>\n  import('$kind/kind');\n"},
                        "web/src/base/late.ts:2", "web/src/base may not import kind")

    def test_an_import_over_several_lines_in_a_component(self):
        self.assert_one({"web/src/charts/Up.svelte": "<script>\n  import {\n    a,\n  } from '$kind/kind';\n</script>\n"},
                        "web/src/charts/Up.svelte:4", "may not import kind")

    def test_a_worker_from_another_layer(self):
        self.assert_one({"web/src/base/w.ts": "new Worker(new URL('../charts/painter.ts', import.meta.url));\n"},
                        "web/src/base/w.ts:1", "may not import charts")

    def test_the_page_of_a_kind_that_imports_another_kind(self):
        self.assert_one({"kinds/text/web/index.ts": "import a from '../../images/web/index';\nconst k = { id: 'text' };\n"},
                        "kinds/text/web/index.ts:1", "may not import kinds/images/web")

    def test_the_page_of_a_kind_that_imports_the_shell(self):
        self.assert_one({"kinds/images/web/late.ts": "export { a } from '../../../web/src/shell/main';\n"},
                        "kinds/images/web/late.ts:1", "may not import shell")

    def test_an_import_of_nothing(self):
        self.assert_one({"web/src/kind/late.ts": "import './gone';\n"}, "web/src/kind/late.ts:1", "no such file")

    def test_a_package_in_the_wrong_folder(self):
        self.assert_one({"web/src/base/a.ts": "import { scaleLog } from 'd3-scale';\n"},
                        "web/src/base/a.ts:1", "a package")
        self.assert_one({"web/src/base/a.ts": "import fs from 'node:fs';\n"}, "web/src/base/a.ts:1", "a package")

    def test_a_folder_of_the_page_without_a_row(self):
        self.assert_one({"web/src/extra/a.ts": ""}, "web/src/extra/a.ts:1", "no row")

    def test_a_long_stylesheet(self):
        self.assert_one({"web/src/shell/long.css": "\n" * 601}, "web/src/shell/long.css:601", "lines")

    def test_a_page_of_a_kind_that_the_program_lacks(self):
        self.assert_one({"kinds/sound/web/index.ts": "const kind = { id: 'sound' };\n"},
                        "kinds/sound/web/index.ts:1", "does not know sound")

    def test_a_page_whose_kind_has_another_id(self):
        self.assert_one({"kinds/images/web/index.ts": "const kind = { id: 'pictures' };\n"},
                        "kinds/images/web/index.ts:1", "the id is pictures")

    def test_a_program_whose_kind_has_another_id(self):
        self.assert_one({"kinds/images/images_kind.cc": 'id() const override { return "pictures"; }\n'},
                        "kinds/images/images_kind.cc:1", "the id is pictures")

    def test_a_page_of_a_kind_without_its_beginning(self):
        self.assert_one({"kinds/text/web/a.ts": ""}, "kinds/text/web/index.ts:1", "missing")

    def test_a_table_that_cannot_be_read(self):
        for table in ("", TABLE.replace("| `src/base` | - |", "|"), TABLE.split("| `src/app`")[0] + check_layers.END):
            with self.subTest(table), self.assertRaises(check_layers.TableError):
                self.check({"ARCHITECTURE.md": table})


if __name__ == "__main__":
    unittest.main()
