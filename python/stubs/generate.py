"""Writes the type stubs of what Python cannot see: paddle.core, the functions
made from operators, and the classes made from rows of optimizers.

usage: generate.py FOLDER: writes the files below FOLDER.
"""

import inspect
import os
import re
import sys
import textwrap
from typing import Any, Dict, Iterator, List

import paddle
from paddle import core
from paddle.layer import ops

HEADER = '# Written by python/stubs/generate.py; do not edit.\n'

_TYPING = ("Any", "Callable", "Dict", "Iterable", "Iterator", "List",
           "Optional", "Tuple", "Union")

# pybind11's names of types, and the types that a type checker knows.
_WORDS = [
    (r"paddle\.core\.", ""),
    (r"numpy\.ndarray(\[[^\]]*\])?", "numpy.ndarray[Any, Any]"),
    (r"numpy\.dtype(\[[^\]]*\])?", "numpy.dtype[Any]"),
    (r"\*args\)", "*args: Any)"),
    (r"\bIterator\b(?!\[)", "Iterator[Any]"),
    (r"\b(handle|object|capsule)\b", "Any"),
    (r"\bbuffer\b", "bytes"),
    (r"<[^<>]*>", "..."),
    (r"= (CPU|LoDTensor\b)", "= ..."),
    (r"\bdict\b", "Dict[Any, Any]"),
    (r"\blist\b", "List[Any]"),
    (r"\btuple\b", "Tuple[Any, ...]"),
]


def to_python(text: str) -> str:
    for pattern, word in _WORDS:
        text = re.sub(pattern, word, text)
    return re.sub(r": ([\w.\[\], ]+?) = None", r": Optional[\1] = None", text)


def quoted(doc: str, indent: str = "    ") -> str:
    """A docstring of lines that fit."""
    lines = []
    for line in doc.replace("\\", "\\\\").replace('"""', "'''").split("\n"):
        hanging = indent + "    " if line.startswith("  ") else indent
        lines += textwrap.wrap(
            line, 79, initial_indent=indent, subsequent_indent=hanging,
            drop_whitespace=True, break_long_words=False) or [""]
    end = f"\n{indent}" if len(lines) > 1 or len(lines[0]) > 73 else ""
    return '"""' + "\n".join(lines).strip() + end + '"""'


def split_doc(function: Any) -> List[str]:
    """The signature "(...) -> ..." and the text of a bound function."""
    lines = (function.__doc__ or "").split("\n")
    signature = lines[0][lines[0].find("("):]
    return [to_python(signature), "\n".join(lines[1:]).strip()]


def function_stub(name: str, function: Any, indent: str = "") -> str:
    if not (function.__doc__ or "").startswith(name + "("):
        return ""  # Not bound: what Python gives every class.
    signature, doc = split_doc(function)
    body = f"\n{indent}    {quoted(doc, indent + '    ')}" if doc else " ..."
    signature = re.sub(r"^\(self: [\w.]+", "(self", signature)
    if re.match("_[a-z]", name):  # The package gives None for what is left out.
        signature = re.sub(r": Variable\b(?! =)", ": Optional[Variable]",
                           signature)
    if name in ("__eq__", "__ne__"):
        signature = "(self, other: object) -> bool"
    return f"{indent}def {name}{signature}:{body}\n"


def property_stub(name: str, value: property) -> str:
    returns = split_doc(value.fget)[0].rpartition("-> ")[2] or "Any"
    lines = ["    @property",
             f"    def {name}(self) -> {returns}: ..."]
    if value.fset is not None:
        lines += [f"    @{name}.setter",
                  f"    def {name}(self, value: {returns}) -> None: ..."]
    return "\n".join(lines) + "\n"


def class_stub(cls: type) -> str:
    bases = [b.__name__ for b in cls.__bases__ if b.__module__ == core.__name__]
    head = f"class {cls.__name__}{'(' + bases[0] + ')' if bases else ''}:\n"
    members = []
    if cls.__doc__:
        members.append(f"    {quoted(cls.__doc__)}\n")
    for name, value in sorted(vars(cls).items()):
        if isinstance(value, property):
            members.append(property_stub(name, value))
        elif isinstance(value, staticmethod):
            members.append("    @staticmethod\n" + function_stub(
                name, value.__func__, "    "))
        elif callable(value) and getattr(value, "__doc__", None):
            if name in ("__hash__", "__new__", "__bool__"):
                continue
            members.append(function_stub(name, value, "    "))
    return head + ("".join(members) or "    ...\n")


def core_stub() -> str:
    parts = [HEADER, "from typing import\n\nimport numpy\n"]
    members = sorted(vars(core).items())
    classes = [v for _, v in members if isinstance(v, type)]
    classes.sort(key=lambda cls: (len(cls.__mro__), cls.__name__))
    parts += [class_stub(cls) for cls in classes]
    parts += [function_stub(name, value) for name, value in members
              if callable(value) and not isinstance(value, type)]
    parts += [f"{name}: Any\n" for name, value in members
              if inspect.ismodule(value)]
    text = "\n".join(parts)
    used = [name for name in _TYPING if re.search(rf"\b{name}\[", text)
            or name == "Any"]
    return text.replace("from typing import\n",
                        f"from typing import {', '.join(used)}\n")


def type_text(kind: Any) -> str:
    if kind is None:
        return "None"
    if isinstance(kind, type) and issubclass(kind, tuple):
        return kind.__name__
    text = inspect.formatannotation(kind).replace("NoneType", "None")
    return text.replace("typing.", "").replace("paddle.core.", "")


def parameter_text(parameter: inspect.Parameter) -> str:
    text = f"{parameter.name}: {type_text(parameter.annotation)}"
    if parameter.default is not inspect.Parameter.empty:
        text += f" = {parameter.default!r}"
    return text


def made_stub(name: str, signature: inspect.Signature, doc: str) -> str:
    """A function that is made when the package is loaded."""
    parameters = ",\n    ".join(
        parameter_text(p) for p in signature.parameters.values())
    return (f"\ndef {name}(\n    {parameters},\n) -> "
            f"{type_text(signature.return_annotation)}:\n    {quoted(doc)}\n")


def is_made(function: Any) -> bool:
    return hasattr(getattr(function, "__wrapped__", None), "__signature__")


def made_stub_of(name: str, function: Any) -> str:
    return made_stub(name, inspect.signature(function),
                     inspect.getdoc(function) or "")


def op_stub(name: str) -> Iterator[str]:
    proto = core.op_proto(name)
    signature = ops.signature_of(proto)
    returns = signature.return_annotation
    if isinstance(returns, type) and issubclass(returns, tuple):
        yield f"\nclass {returns.__name__}(NamedTuple):\n" + "".join(
            f"    {ops.snake_case(slot.name)}: "
            f"{'List[Variable]' if slot.list else 'Variable'}\n"
            for slot in ops.results_of(proto))
    yield made_stub(name, signature, ops.documentation_of(proto))


def ops_stub() -> str:
    parts = [HEADER, "from typing import Any, List, NamedTuple, Optional, "
             "Sequence, Union\n\n"
             "from ..core import OpProto, SlotProto, Variable\n\n"
             "def snake_case(name: str) -> str: ...\n"
             "def results_of(proto: OpProto) -> List[SlotProto]: ...\n"
             "def signature_of(proto: OpProto) -> Any: ...\n"
             "def documentation_of(proto: OpProto) -> str: ...\n"
             "def function_of(proto: OpProto) -> Any: ...\n"
             "def op_types() -> List[str]: ...\n"]
    for name in ops.op_types():
        parts += op_stub(name)
    return "".join(parts)


def layer_stub() -> str:
    composed = sorted(set(paddle.layer.__all__) - {"ops"})
    single = [name for name in ops.op_types() if name not in composed]

    def imports(module: str, names: List[str]) -> str:
        lines = "".join(f"    {name},\n" for name in names)
        return f"from {module} import (\n{lines})\n"
    modules: Dict[str, List[str]] = {}
    made = []
    for name in composed:
        function = getattr(paddle.layer, name)
        module = function.__module__
        if is_made(function) and module.startswith("paddle.layer"):
            made.append(made_stub_of(name, function))
            continue
        module = module.replace("paddle.layer.", ".").replace("paddle.", "..")
        modules.setdefault(module, []).append(
            f"{function.__name__} as {name}")
    modules[".ops"] = [f"{name} as {name}" for name in single]
    return "".join([
        HEADER, "from typing import Optional, Sequence, Tuple, Union\n\n"
        "from ..core import Initializer, ParamAttr, Variable\n"
        "from . import ops as ops\n"
        "from .metric import Auc, MeanIou, PrecisionRecall\n",
        *(imports(module, names) for module, names in modules.items()),
        f"__all__ = {sorted({'ops', *composed, *single})!r}\n", *made])


def schedule_stub() -> str:
    names = paddle.schedule.__all__
    return "".join([
        HEADER, "from typing import Sequence, Union\n\n"
        "from .core import Variable\n\n", f"__all__ = {names!r}\n",
        *(made_stub_of(name, getattr(paddle.schedule, name))
          for name in names)])


def optimizer_stub() -> str:
    names = paddle.optimizer.__all__
    bound = "".join(f"    {name} as {name},\n" for name in names
                    if hasattr(core, name))
    return HEADER + (
        f"from ..core import (\n{bound})\n"
        "from .moving_average import (\n"
        "    ExponentialMovingAverage as ExponentialMovingAverage)\n"
        f"__all__ = {names!r}\n")


def stubs() -> Dict[str, str]:
    """The files, by their path in the package."""
    return {"core.pyi": core_stub(), "layer/__init__.pyi": layer_stub(),
            "layer/ops.pyi": ops_stub(),
            "optimizer/__init__.pyi": optimizer_stub(),
            "schedule.pyi": schedule_stub()}


def main() -> None:
    for path, text in stubs().items():
        with open(os.path.join(sys.argv[1], path), "w",
                  encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
