"""Lists what users of a Python module (or stub) can call, and how.

declarations(text, module) gives lines such as

    paddle.io.save(path)                       what a call must give
    paddle.io.save [program=None] at 1         what it may give
    class paddle.Trainer(Base)

so that one more optional parameter is one more line, and one more that must be
given is another line. Annotations, documentation and names that begin with _
make no difference.
"""

import ast
from typing import Iterator, List, Union

_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# Decorators of functions that have names and documentation, but no parameters.
_DOCUMENTED = {"composed", "reduction"}


def _public(name: str) -> bool:
    return not name.startswith("_") or (
        name.startswith("__") and name.endswith("__"))


def _parameters(function: _Function, name: str) -> Iterator[str]:
    arguments = function.args
    positional = arguments.posonlyargs + arguments.args
    missing = len(positional) - len(arguments.defaults)
    required = [a.arg for a in positional[:missing]]
    optional = []
    for place, (argument, default) in enumerate(
            zip(positional[missing:], arguments.defaults), missing):
        optional.append(f"[{argument.arg}={ast.unparse(default)}] at {place}")
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        if default is None:
            required.append(f"{argument.arg}=")
        else:
            optional.append(f"[{argument.arg}={ast.unparse(default)}]")
    for star, argument in (("*", arguments.vararg), ("**", arguments.kwarg)):
        if argument is not None:
            optional.append(f"[{star}{argument.arg}]")
    yield f"{name}({', '.join(required)})"
    for each in optional:
        yield f"{name} {each}"


def _function(function: _Function, name: str) -> Iterator[str]:
    kinds = {ast.unparse(each) for each in function.decorator_list}
    if any(kind.endswith(".setter") for kind in kinds):
        yield f"{name} can be set"
    elif "property" in kinds or kinds & _DOCUMENTED:
        yield name
    else:
        yield from _parameters(function, name)


def _assigned(node: ast.stmt) -> List[str]:
    targets = (node.targets if isinstance(node, ast.Assign) else
               [node.target] if isinstance(node, ast.AnnAssign) else [])
    return [each.id for each in targets if isinstance(each, ast.Name)]


def _body(nodes: List[ast.stmt], prefix: str) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, _FUNCTIONS) and _public(node.name):
            yield from _function(node, prefix + node.name)
        elif isinstance(node, ast.ClassDef) and _public(node.name):
            bases = ", ".join(ast.unparse(base) for base in node.bases)
            yield f"class {prefix}{node.name}({bases})"
            yield from _body(node.body, f"{prefix}{node.name}.")
        elif "__all__" in _assigned(node):
            yield from (f"{prefix}{name} is exported"
                        for name in ast.literal_eval(node.value))
        else:
            yield from (prefix + name for name in _assigned(node)
                        if _public(name))


def declarations(text: str, module: str) -> List[str]:
    return sorted(set(_body(ast.parse(text).body, module + ".")))
