#!/usr/bin/env python3
"""Installs the writer library into a folder of its own and uses it in every way that it is offered: as a CMake package, with
pkg-config, from C, as a part of another CMake project, and as one header and one source. Each program logs; `sightglass inspect`
must find what it logged.

    packaging_test.py --sightglass PROGRAM [--cxx COMPILER] [--cc COMPILER] [--report]

--report also prints the size of the library and how long a file that includes the header takes to compile; nothing is asserted.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
USER = HERE / "user"
WARNINGS = ["-Wall", "-Wextra", "-Werror"]

options = argparse.Namespace()


def call(*command, **more) -> str:
    """Standard output; what went wrong shows in full."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **more)
    if done.returncode != 0:
        raise AssertionError(f"{shlex.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def cmake(source: pathlib.Path, build: pathlib.Path, *definitions: str) -> None:
    # The same file is compiled several times below.
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    call("cmake", "-S", source, "-B", build, *generator, *launcher, f"-DCMAKE_CXX_COMPILER={options.cxx}", *definitions)
    call("cmake", "--build", build, "--parallel", str(len(os.sched_getaffinity(0))))


class PackagingTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.prefix = cls.folder / "prefix"
        build = cls.folder / "build"
        # Nothing but a compiler: none of the program's libraries may be looked for.
        cmake(ROOT, build, "-DSIGHTGLASS_WRITER_ONLY=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON",
              "-DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_Python3=ON")  # fmt: skip
        # A prefix that the configuration did not know, as packagers do it.
        call("cmake", "--install", build, "--prefix", cls.prefix)

    def check_program(self, program: pathlib.Path) -> str:
        """What it prints."""
        logs = self.folder / f"logs-{self.id()}"
        printed = call(program, logs)
        found = json.loads(call(options.sightglass, "inspect", logs, "--json"))
        self.assertEqual(found["issues"], [])
        kinds = {series["tag"]: (series["plugin"], series["points"]) for run in found["runs"] for series in run["series"]}
        self.assertEqual(kinds["loss"], ("scalars", 1000))
        self.assertEqual(kinds["weights"], ("histograms", 1))
        self.assertEqual(kinds["note"], ("text", 1))
        return printed

    def library_folder(self) -> pathlib.Path:
        return next(self.prefix.glob("lib*/**/libsightglass_writer.a")).parent

    def pkg_config(self, *flags: str) -> list[str]:
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.library_folder() / "pkgconfig")}
        return call("pkg-config", *flags, "sightglass-writer", env=environment).split()

    def test_what_is_installed(self):
        names = {path.relative_to(self.prefix).parts[0] for path in self.prefix.rglob("*") if path.is_file()}
        self.assertEqual({name.removesuffix("64") for name in names}, {"include", "lib"})
        headers = {path.name for path in (self.prefix / "include" / "sightglass").iterdir()}
        self.assertEqual(headers, {path.name for path in (ROOT / "include" / "sightglass").iterdir()})

    def test_cmake_package(self):
        build = self.folder / "user-package"
        cmake(USER, build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.check_program(build / "package_user")

    def test_cmake_refuses_another_version(self):
        project = self.folder / "wants-another"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES CXX)\nfind_package(sightglass 99 REQUIRED)\n"
        )
        with self.assertRaises(AssertionError) as caught:
            cmake(project, project / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertIn("99", str(caught.exception))

    def test_part_of_another_project(self):
        build = self.folder / "user-part"
        cmake(USER, build, f"-DSIGHTGLASS_SOURCE={ROOT}", "-DCMAKE_BUILD_TYPE=Release")
        self.check_program(build / "package_user")

    def test_pkg_config(self):
        program = self.folder / "user-pkg-config"
        call(options.cxx, "-std=c++20", *WARNINGS, *self.pkg_config("--cflags"), USER / "package_user.cc", "-o", program,
             *self.pkg_config("--libs"))  # fmt: skip
        self.check_program(program)

    def test_example_of_the_readme(self):
        example = re.search(r"```cpp\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
        folder = self.folder / "readme"
        folder.mkdir()
        (folder / "example.cc").write_text(example[1], encoding="utf-8")
        call(options.cxx, "-std=c++20", *WARNINGS, *self.pkg_config("--cflags"), "example.cc", "-o", "example",
             *self.pkg_config("--libs"), cwd=folder)  # fmt: skip
        call("./example", cwd=folder)
        found = json.loads(call(options.sightglass, "inspect", folder / "runs", "--json"))
        points = {series["tag"]: series["points"] for run in found["runs"] for series in run["series"]}
        self.assertEqual(points, {"loss": 1000, "notes": 1})

    def test_c(self):
        program, source = self.folder / "user-c", USER / "package_user.c"
        call(options.cc, "-std=c11", *WARNINGS, *self.pkg_config("--cflags"), source, "-o", program,
             *self.pkg_config("--libs", "--static"))  # fmt: skip
        self.assertEqual(self.check_program(program).split(), self.pkg_config("--modversion"))

    def test_amalgamation(self):
        folder = self.folder / "amalgamated"
        call(sys.executable, "-B", ROOT / "tools" / "amalgamate.py", folder)
        shutil.copy(USER / "package_user.cc", folder)
        call(options.cxx, "-std=c++20", *WARNINGS, "-O2", "-pthread", "-DSIGHTGLASS_AMALGAMATED", "-I.", "package_user.cc",
             "sightglass_writer.cc", "-o", "program", cwd=folder)  # fmt: skip
        self.check_program(folder / "program")
        if options.report:
            call(options.cxx, "-std=c++20", "-O2", "-c", "sightglass_writer.cc", cwd=folder)
            text, data = call("size", "sightglass_writer.o", cwd=folder).splitlines()[1].split()[:2]
            print(f"library at -O2: {int(text) / 1e3:.0f} KB of text, {int(data) / 1e3:.0f} KB of data")
            begin = time.perf_counter()
            call(options.cxx, "-std=c++20", "-O2", "-DSIGHTGLASS_AMALGAMATED", "-I.", "-c", "package_user.cc", cwd=folder)
            print(f"a file that includes the single header: {time.perf_counter() - begin:.2f} s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--sightglass", type=pathlib.Path, required=True)
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("tests", nargs="*")
    parser.parse_args(namespace=options)
    result = unittest.main(argv=[sys.argv[0], *options.tests], exit=False).result
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
