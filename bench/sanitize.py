"""`make sanitize`: runs random games and the tests of the rules on an engine compiled with every available check.

The sources are copied to build/sanitized and compiled there with bounds checks, Python's division,
AddressSanitizer and UndefinedBehaviorSanitizer; the engine in use does not change. It needs gcc with libasan.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
COPY = ROOT / "build" / "sanitized"
FLAGS = "-O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined,float-divide-by-zero -fno-sanitize-recover=all"
LINKED = "-fsanitize=address,undefined"
FAST = "boundscheck=False, wraparound=False, cdivision=True"
CHECKED = "boundscheck=True, wraparound=False, cdivision=False"
TESTS = ("tests/rules", "tests/deckhand", "tests/hanataz", "tests/test_scenarios.py")


def build() -> None:
    """Copy the sources with their directives changed, and compile the copy."""
    COPY.mkdir(parents=True, exist_ok=True)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, COPY / name)
    for source in sorted((ROOT / "src").rglob("*")):
        target = COPY / source.relative_to(ROOT)
        if source.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        elif source.suffix in (".py", ".pxd", ".toml"):
            _write(target, source.read_text(encoding="utf-8").replace(FAST, CHECKED))
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", "--force", "--parallel", "2"]
    subprocess.run(command, cwd=COPY, env={**os.environ, "SILVERHOOK_CFLAGS": FLAGS, "LDFLAGS": LINKED}, check=True)


def _write(target: Path, text: str) -> None:
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")


def libraries() -> str:
    """The sanitizers' libraries, which must be loaded before Python."""
    names = ("libasan.so", "libubsan.so")
    found = [subprocess.run(["gcc", f"-print-file-name={name}"], capture_output=True, text=True) for name in names]
    return " ".join(path.stdout.strip() for path in found)


def checked(command: list[str]) -> int:
    """Run a command with the sanitized engine."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(COPY / "src"),
        "LD_PRELOAD": libraries(),
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1",  # Python itself does not free everything before it exits
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "PYTHONMALLOC": "malloc",  # so that Python's own memory is checked as well
    }
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


def main() -> None:
    """Build, then play and test."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--card-sets", type=int, default=300, help="random card sets of Deck Hand")
    parser.add_argument("--decks", type=int, default=150, help="random decks and options of Hanataz")
    arguments = parser.parse_args()
    build()
    soak = ["bench/soak.py", "--card-sets", str(arguments.card_sets), "--decks", str(arguments.decks)]
    failed = checked([sys.executable, *soak, "--games", "10000", "--hands", "10000"])
    failed = failed or checked([sys.executable, "-m", "pytest", "-n", "2", "-p", "no:cacheprovider", *TESTS])
    if failed:
        sys.exit("the sanitizers, or the tests under them, found something: see above")
    print("Clean: bounds, division, addresses and undefined behaviour.")


if __name__ == "__main__":
    main()
