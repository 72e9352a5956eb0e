"""Has bench/page/measure_page.ts measure one thing of one page in Chromium."""

import json
import pathlib
import shutil
import subprocess
import sys
import time

from http_servers import Server, end_all, reap_orphans
from loaders import LoaderError

# A page that takes longer than this cannot do it.
TIMEOUT_SECONDS = 180


class BrowserMeasure:
    def __init__(self, root: pathlib.Path, notes: list[str]):
        """Notes which browser it is. LoaderError if there is none."""
        self._root = root
        browser = shutil.which("chromium")
        if browser is None:
            raise LoaderError("no chromium on the PATH")
        version = subprocess.run([browser, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        notes.append(f"{version}, without a GPU, 1440x900, a new process for every measurement.")

    def measure(
        self, what: str, page: str, server: Server, runs: int, logs: pathlib.Path, *, seconds: int = TIMEOUT_SECONDS
    ) -> tuple[dict | None, str]:
        """What was found, or None and why the page cannot do it."""
        began = time.monotonic()
        command = ["npm", "run", "--silent", "bench:page", "--", what, page, f"http://localhost:{server.port}", str(runs),
                   str(logs)]  # fmt: skip
        process = subprocess.Popen(command, cwd=self._root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            output, errors = process.communicate(timeout=seconds)
            problem = "" if process.returncode == 0 else reason(errors)
        except subprocess.TimeoutExpired:
            problem = f"not done within {seconds} s"
        finally:
            # The browser too, which would go on and take its time from all that follows.
            if process.poll() is None:
                end_all(process.pid)
                process.communicate()
        server.check_running()
        reap_orphans()  # the browser leaves its helpers behind
        print(f"{what} of {page}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        return (None, problem) if problem else (json.loads(output), "")


def reason(output: str) -> str:
    """Node prints where it stopped, with a mark below, an empty line, and then the message."""
    lines = output.splitlines()
    for mark, empty, message in zip(lines, lines[1:], lines[2:], strict=False):
        if mark.strip() == "^" and not empty:
            return message.partition("Error: ")[2].rstrip(".") or message.rstrip(".")
    return lines[-1] if lines else "it said nothing"
