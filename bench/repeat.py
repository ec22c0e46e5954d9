"""Runs `make test` again and again, and prints one line for each run: make test-repeat ARGS="--quiet 5 --busy 5".

In the busy runs, other processes keep every core busy.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOGS = Path("build/repeat")


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep a number of cores busy."""
    burning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in burning:
            process.kill()
            process.wait()


def run_once(log: Path, words: str) -> bool:
    """Run the tests; returns whether all passed."""
    with log.open("w") as file:
        return subprocess.run(["make", "test", f"ARGS={words}"], stdout=file, stderr=subprocess.STDOUT).returncode == 0


def main() -> int:
    """Run the tests repeatedly; returns the number of failed runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quiet", type=int, default=5, help="runs on an otherwise idle machine, first (default 5)")
    parser.add_argument("--busy", type=int, default=5, help="runs on a busy machine, after them (default 5)")
    parser.add_argument("--pytest", default="", help="arguments for pytest, such as the tests to run")
    options = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    failed = 0
    for n in range(1, options.quiet + options.busy + 1):
        load = (os.cpu_count() or 1) if n > options.quiet else 0
        log, begun = LOGS / f"{n}.log", time.monotonic()
        with busy(load):
            passed = run_once(log, options.pytest)
        failed += not passed
        counted = re.findall(r"\d+ (?:passed|failed|errors?)[^\n]*", log.read_text(errors="replace"))
        told = "passed" if passed else f"FAILED, see {log}"
        minutes = (time.monotonic() - begun) / 60
        print(f"run {n}: {told} in {minutes:.1f} min, {load} cores busy; {counted[-1] if counted else ''}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
