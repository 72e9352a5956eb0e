"""The cases as data, and the log directories they need."""

import configparser
import dataclasses
import hashlib
import json
import pathlib
import shlex
import shutil
import subprocess


class CaseError(Exception):
    """A case file or a generated directory is not what it should be; the message says which."""


@dataclasses.dataclass(frozen=True)
class Targets:
    """What a case must reach; None: nothing asked."""

    times_faster: float | None = None  # than the other loader's load cycle
    peak_mib: float | None = None
    gb_per_second: float | None = None
    growth_percent: float | None = None  # the most that time per point may rise over the sizes


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    title: str
    generate: str  # arguments of make_logs; {size} stands for the size
    quick: str  # the same for --quick
    sizes: tuple[int, ...]  # (1,) unless the case is about growth
    gb: float  # of size 1, roughly: what must fit on the disk and into the page cache
    rust_keeps: int | None  # points a series that the Rust loader keeps; None: not compared
    rust_all: str | None  # plugin to ask it to keep all points of, as a second comparison
    targets: Targets

    def made_quick(self) -> "Case":
        """The small form: it shows that everything works, and must not pass for the real one."""
        return dataclasses.replace(
            self, title=f"quick: {self.quick}", generate=self.quick, gb=self.gb / 10, targets=Targets()
        )


_CASE_KEYS = {"title", "generate", "quick", "sizes", "gb", "rust_keeps", "rust_all"}
_TARGET_KEYS = {field.name for field in dataclasses.fields(Targets)}


def read_sections(name: str, text: str, case_keys: set, target_keys: set) -> tuple:
    """The keys of [case] and of [target], which may be absent. A key that is not among the known ones is an error."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    case = parser["case"]
    target = parser["target"] if parser.has_section("target") else {}
    unknown = (case.keys() - case_keys) | (target.keys() - target_keys)
    if unknown:
        raise CaseError(f"{name}: unknown key {sorted(unknown)[0]}")
    return case, target


def parse_case(name: str, text: str) -> Case:
    try:
        case, target = read_sections(name, text, _CASE_KEYS, _TARGET_KEYS)
        sizes = tuple(int(size) for size in case.get("sizes", "1").split())
        if not sizes or min(sizes) < 1:
            raise CaseError(f"{name}: sizes must be whole numbers from 1 on")
        return Case(
            name=name,
            title=case["title"],
            generate=case["generate"],
            quick=case["quick"],
            sizes=sizes,
            gb=float(case["gb"]),
            rust_keeps=int(case["rust_keeps"]) if "rust_keeps" in case else None,
            rust_all=case.get("rust_all"),
            targets=Targets(**{key: float(value) for key, value in target.items()}),
        )
    except KeyError as error:
        raise CaseError(f"{name}: {error.args[0]} is missing") from error
    except (configparser.Error, ValueError) as error:
        raise CaseError(f"{name}: {error}") from error


def numbered_cases(folder: pathlib.Path) -> list[tuple[str, str]]:
    """Name and text of all case files by file name, which begins with the place in the table."""
    return [
        (path.stem.split("-", 1)[-1], path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.case"))
    ]


def load_cases(folder: pathlib.Path) -> list[Case]:
    return [parse_case(name, text) for name, text in numbered_cases(folder)]


def lacking(need_gb: float, free_disk_bytes: int, available_memory_bytes: int) -> str | None:
    """What this machine has too little of to hold and to cache that much; None: nothing."""
    # Others need some too, and a directory that just fits is measured from the disk, not from the cache.
    need_bytes = need_gb * 1.2e9
    if free_disk_bytes < need_bytes:
        return f"needs {need_gb:.1f} GB of disk, {free_disk_bytes / 1e9:.1f} GB are free"
    if available_memory_bytes < need_bytes:
        return f"needs {need_gb:.1f} GB of page cache, {available_memory_bytes / 1e9:.1f} GB of memory are available"
    return None


@dataclasses.dataclass(frozen=True)
class LogDirectory:
    path: pathlib.Path
    files: int
    bytes: int
    series: int
    points: int

    def delete(self) -> None:
        shutil.rmtree(self.path)
        _manifest_path(self.path).unlink()


def _manifest_path(path: pathlib.Path) -> pathlib.Path:
    return path.with_name(path.name + ".json")


def _holds(path: pathlib.Path, files: int, size: int) -> bool:
    """Is everything still there? Somebody may have tidied up by hand."""
    sizes = [file.stat().st_size for file in path.rglob("*") if file.is_file()]
    return len(sizes) == files and sum(sizes) == size


def make_directory(make_logs: pathlib.Path, root: pathlib.Path, name: str, arguments: str) -> LogDirectory:
    """What `make_logs arguments` makes: an earlier one if nothing changed since, the generator included."""
    path = root / name
    recipe = {"arguments": arguments, "generator": hashlib.sha256(make_logs.read_bytes()).hexdigest()}
    manifest = _manifest_path(path)
    if manifest.exists():
        known = json.loads(manifest.read_text(encoding="utf-8"))
        made = known["made"]
        if known["recipe"] == recipe and _holds(path, made["files"], made["bytes"]):
            return LogDirectory(path, made["files"], made["bytes"], made["series"], made["points"])
        manifest.unlink()
    if path.exists():
        shutil.rmtree(path)
    root.mkdir(parents=True, exist_ok=True)
    # A full disk shows as a failed write; nothing half made is left behind.
    done = subprocess.run([make_logs, *shlex.split(arguments), path], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        shutil.rmtree(path, ignore_errors=True)
        raise CaseError(f"{name}: {done.stderr.strip()}")
    made = json.loads(done.stdout)
    manifest.write_text(json.dumps({"recipe": recipe, "made": made}), encoding="utf-8")
    return LogDirectory(path, made["files"], made["bytes"], made["series"], made["points"])
