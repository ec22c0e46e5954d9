"""Compiles the engine with Cython; where no C compiler works, the same sources run interpreted."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
MODULES = sorted(
    path.with_suffix(".py").relative_to(ROOT).as_posix()
    for path in (ROOT / "src").rglob("*.pxd")
    if path.with_suffix(".py").exists()
)


class BuildOrInterpret(build_ext):
    """Build what can be built, and leave nothing behind of what cannot: old rules must never run."""

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
            for old in (ROOT / ext.sources[0]).parent.glob(f"{Path(ext.sources[0]).stem}.*.so"):
                old.unlink()
            ext.optional = True

    def copy_extensions_to_source(self):
        built = [ext for ext in self.extensions if Path(self.get_ext_fullpath(ext.name)).exists() or not self.failed]
        self.extensions, everything = built, self.extensions
        try:
            super().copy_extensions_to_source()
        finally:
            self.extensions = everything


setup(
    ext_modules=cythonize(
        [
            Extension(
                path.removeprefix("src/").removesuffix(".py").replace("/", "."), [path], extra_compile_args=["-O3"]
            )
            for path in MODULES
        ],
        build_dir="build/cython",
        annotate=False,
    ),
    cmdclass={"build_ext": BuildOrInterpret},
)
