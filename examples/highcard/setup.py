from Cython.Build import cythonize
from setuptools import Extension, setup

setup(ext_modules=cythonize([Extension("highcard.rules", ["highcard/rules.py"])], build_dir="build"))
