"""Collects what each component offers now: the input of fingerprints."""

import os
from typing import Any, Dict, List

import cxx_api
import python_api
import schema_api
from catalog import Api, Component, read_text

# Written from operators, whose families have versions of their own.
_OF_OPERATORS = ("layer/__init__.pyi", "layer/ops.pyi")
# Folders here are internal: the schemas of operators are what others rely on.
_INTERNAL = "operators/"


def folder_of(component: str) -> str:
    """Returns the folder, in the sources, of the files that offer something."""
    return "python/paddle" if component == "python" else component


def of_file(name: str, text: str) -> List[str]:
    """Returns the lines of a header, or of a module of the package."""
    if not name.endswith((".py", ".pyi")):
        return cxx_api.declarations(text)
    module = ".".join(["paddle"] + os.path.splitext(name)[0].split("/"))
    return python_api.declarations(text, module.replace(".__init__", ""))


def of_headers(root: str, component: Component) -> Api:
    if component.name.startswith(_INTERNAL):
        return {}
    return {name: of_file(name, read_text(
        os.path.join(root, component.name, name)))
        for name in component.headers}


def _modules(package: str) -> List[str]:
    """Returns the files of public modules; of a stub and a module, the stub."""
    found = []
    for folder, folders, names in os.walk(package):
        folders[:] = [each for each in folders if not each.startswith("_")]
        found += [os.path.relpath(os.path.join(folder, name), package)
                  for name in names if name.endswith((".py", ".pyi"))
                  and (not name.startswith("_") or name == "__init__.py")]
    public = set(found) - set(_OF_OPERATORS)
    return sorted(path for path in public if path + "i" not in public)


def of_package(package: str) -> Api:
    """Returns the interface of the Python package in a folder."""
    return {path: of_file(path, read_text(os.path.join(package, path)))
            for path in _modules(package)}


def of_operators(component: Component, core: Any) -> Api:
    """Returns the interface of a family: its operators and their gradients."""
    api: Api = {}
    for type_ in core.op_types():
        proto = core.op_proto(type_)
        names = (type_, schema_api.family_word(type_, proto.gradient_of))
        if set(names) & set(component.operators):
            api[type_] = schema_api.declarations(proto)
    return api


def collect(root: str, components: Dict[str, Component], core: Any,
            package: str) -> Dict[str, Api]:
    """Returns the interface of every component. `core` is the module
    paddle.core."""
    found: Dict[str, Api] = {}
    for name, component in components.items():
        if component.operators:
            found[name] = of_operators(component, core)
        elif name == "python":
            found[name] = of_package(package)
        else:
            found[name] = of_headers(root, component)
    return found
