from Cython.Build import cythonize
from setuptools import Extension, setup

setup(ext_modules=cythonize([Extension("trumps.rules", ["trumps/rules.py"])], build_dir="build"))
