"""Modules of the package that work without it, and so without the engine."""

import importlib
import importlib.util
import os
import sys
import types


def path(*parts):
    """The path of a file or folder of the package, which is not loaded."""
    package = importlib.util.find_spec("paddle")
    return os.path.join(os.path.dirname(os.path.abspath(package.origin)),
                        *parts)


def load(name, *parts):
    """A module or package of the given file, under a name of its own."""
    file = path(*parts)
    folder = [os.path.dirname(file)]
    spec = importlib.util.spec_from_file_location(
        name, file, submodule_search_locations=folder
        if parts[-1] == "__init__.py" else None)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def load_part(name):
    """A module of the package by its name there, "distributed.tasks" say. It
    and those that it imports are loaded without the packages they are in, under
    paddle_parts, and so without the engine."""
    folders = name.split(".")[:-1]
    for depth in range(len(folders) + 1):
        package = ".".join(["paddle_parts", *folders[:depth]])
        if package not in sys.modules:
            sys.modules[package] = types.ModuleType(package)
            sys.modules[package].__path__ = [path(*folders[:depth])]
    return importlib.import_module("paddle_parts." + name)
