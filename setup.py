"""Compiles the engine with Cython. Without a C compiler the same sources run interpreted.

SILVERHOOK_SKIP_COMPILE=1 skips the engine, because another step of the set-up compiles it at the same time.
"""

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
SOURCES = ROOT / "src"
MODULES = sorted(path.with_suffix(".py") for path in SOURCES.rglob("*.pxd") if path.with_suffix(".py").exists())
NEXT = "0.2.0"  # the release that is being prepared; its commit gets the tag v0.2.0
COMPILE_ARGS = os.environ.get("SILVERHOOK_CFLAGS", "-O3 -g0").split()  # -g would take a third of the time


class BuildOrInterpret(build_ext):
    """Build every module that can be built, and delete old builds of the others: old rules must never run."""

    def run(self):
        self.failed = []
        super().run()
        if self.failed:
            print(f"silverhook: no C compiler works here, so the engine will run interpreted ({self.failed[0]})")

    def build_extension(self, ext):
        try:
            super().build_extension(ext)
        except Exception as problem:  # any compiler's own error: the sources run without it
            self.failed.append(str(problem).splitlines()[0])
            remove_compiled(ROOT / ext.sources[0])
            ext.optional = True

    def copy_extensions_to_source(self):
        built = [ext for ext in self.extensions if Path(self.get_ext_fullpath(ext.name)).exists() or not self.failed]
        self.extensions, everything = built, self.extensions
        try:
            super().copy_extensions_to_source()
        finally:
            self.extensions = everything


def version():
    """NEXT at the commit with its tag. Before, NEXT.dev and the time of the last change: each build is an upgrade."""
    if "PKG-INFO" in os.listdir(ROOT):  # unpacked from a source distribution, which says its version
        return (ROOT / "PKG-INFO").read_text(encoding="utf-8").partition("\nVersion: ")[2].partition("\n")[0]
    committed = not git("status", "--porcelain") and git("log", "-1", "--format=%ct")
    if committed and git("tag", "--points-at", "HEAD", "--list", f"v{NEXT}"):
        return NEXT
    at = committed or max(path.stat().st_mtime for path in sources())
    return f"{NEXT}.dev{datetime.fromtimestamp(int(at), UTC):%Y%m%d%H%M%S}"


def sources():
    """The files that people change."""
    kinds = ("py", "pxd", "toml", "svelte", "ts")
    return [path for folder in ("src", "web/src") for kind in kinds for path in (ROOT / folder).rglob(f"*.{kind}")]


def git(*words):
    """What git says of these sources; nothing if they are in no repository of their own."""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.strip() if (ROOT / ".git").exists() else ""


def remove_compiled(source):
    """Delete the compiled files of a source."""
    for old in source.parent.glob(f"{source.stem}.*.so"):
        old.unlink()


def remove_outdated():
    """Delete compiled modules whose .pxd is gone: Python would load them instead of their sources."""
    for old in SOURCES.rglob("*.so"):
        source = old.with_name(old.name.partition(".")[0] + ".py")
        if source not in MODULES:
            old.unlink()


def extensions():
    """Every module with a .pxd beside it."""
    from Cython.Build import cythonize

    return cythonize(
        [
            Extension(
                ".".join(source.relative_to(SOURCES).with_suffix("").parts),
                [source.relative_to(ROOT).as_posix()],
                extra_compile_args=COMPILE_ARGS,
            )
            for source in MODULES
        ],
        build_dir="build/cython",
        annotate=False,
    )


if os.environ.get("SILVERHOOK_SKIP_COMPILE"):
    setup(version=version())
else:
    remove_outdated()
    setup(version=version(), ext_modules=extensions(), cmdclass={"build_ext": BuildOrInterpret})
