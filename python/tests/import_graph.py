"""Finds the imports between the modules of a package in the source files."""

import ast
import graphlib
import os
from typing import Dict, Iterator, List, NamedTuple, Set, Tuple

# The kinds of imports: executed when the module is loaded, seen by type
# checkers only, or executed when a function is called.
LOADING, CHECKING, CALLED = "loading", "checking", "called"

Graph = Dict[str, Set[str]]


class Import(NamedTuple):
    """One module that another one imports."""
    importer: str
    line: int
    module: str
    when: str


def find_modules(folder: str) -> Dict[str, str]:
    """Returns the modules below a package's folder: name -> file."""
    root = os.path.dirname(os.path.abspath(folder))
    found = {}
    for parent, _, names in os.walk(os.path.abspath(folder)):
        for name in names:
            if name.endswith((".py", ".so")):
                path = os.path.join(parent, name)
                package = os.path.relpath(parent, root).replace(os.sep, ".")
                stem = name.partition(".")[0]
                found[package if stem == "__init__" else
                      f"{package}.{stem}"] = path
    return found


def find_imports(modules: Dict[str, str]) -> List[Import]:
    """Returns the imports among these modules. ImportError, naming the line,
    for one of the package that no file is for."""
    found = []
    for name, path in modules.items():
        if path.endswith(".py"):
            with open(path, encoding="utf-8") as file:
                tree = ast.parse(file.read())
            package = name if path.endswith("__init__.py") else _parent(name)
            for node, when in _import_nodes(tree, LOADING):
                for module in _named(node, package, modules):
                    found.append(Import(name, node.lineno, module, when))
    return found


def strings_imported(path: str) -> List[int]:
    """Returns the lines where a file imports modules by a string."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    return [node.lineno for node in ast.walk(tree)
            if isinstance(node, ast.Call) and
            ast.unparse(node.func).rpartition(".")[2] in (
                "import_module", "__import__")]


def graph_of(imports: List[Import]) -> Graph:
    """Returns module -> what must be loaded for it: the modules it imports and
    the packages they are in. Those that it is in itself have begun to load."""
    graph: Graph = {}
    for each in imports:
        needed = set(_packages(each.module)) - set(_packages(each.importer))
        graph.setdefault(each.importer, set()).update(needed | {each.module})
    return graph


def circle_in(graph: Graph) -> List[str]:
    """Returns the modules of a circle, its first one again at the end; nothing
    where there is none."""
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return list(error.args[1])
    return []


def reached(graph: Graph, module: str) -> Set[str]:
    """Returns what is loaded with a module, itself included."""
    found = {module}
    waiting = [module]
    while waiting:
        new = graph.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def _import_nodes(node: ast.AST, when: str) -> Iterator[Tuple[ast.stmt, str]]:
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        yield node, when
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        when = CALLED
    elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        when = CHECKING
    for child in ast.iter_child_nodes(node):
        yield from _import_nodes(child, when)


def _named(node: ast.stmt, package: str,
           modules: Dict[str, str]) -> Iterator[str]:
    """For "from a import b", yields a.b if that is a module, else a."""
    if isinstance(node, ast.Import):
        names = [(alias.name, "") for alias in node.names]
    else:
        assert isinstance(node, ast.ImportFrom)
        base = _base(node, package)
        names = [(base, alias.name) for alias in node.names]
    for base, name in names:
        if base.partition(".")[0] == package.partition(".")[0]:
            if base not in modules:
                raise ImportError(f"{package}, line {node.lineno}: no file is "
                                  f"for {base}")
            inner = f"{base}.{name}"
            yield inner if inner in modules else base


def _base(node: ast.ImportFrom, package: str) -> str:
    """The module that "from ..a import" means in a package."""
    if node.level == 0:
        return node.module or ""
    above = package.split(".")[:len(package.split(".")) - node.level + 1]
    return ".".join(above + ([node.module] if node.module else []))


def _parent(name: str) -> str:
    return name.rpartition(".")[0]


def _packages(name: str) -> Iterator[str]:
    """The module and the packages it is in."""
    while name:
        yield name
        name = _parent(name)
