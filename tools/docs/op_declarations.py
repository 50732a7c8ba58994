"""The beginning of an operator's example: its inputs, and the call.

The shapes that the description of a slot gives, such as "[N, C, H, W]", become
sizes; what it does not tell is in op_example_settings.
"""

import re
from typing import Any, Dict, List, NamedTuple, Tuple

import op_example_settings as settings
import paddle as pd
from paddle.core import OpProto, SlotProto
from paddle.layer import ops

_WIDTH = 76


class Result(NamedTuple):
    name: str
    value: str  # the expression: "out.param_out"


class Declaration(NamedTuple):
    lines: List[str]
    results: List[Result]
    comments: Dict[str, str]  # by variable: what its slot is


def declare(op: str) -> Declaration:
    proto = pd.core.op_proto(op)
    lines, arguments, comments = [], [], {}
    given = settings.INPUTS.get(op, {})
    shapes: Dict[str, List[int]] = {}
    updated = {source for _, source in proto.updates}
    for slot in proto.inputs:
        wanted = given.get(slot.name)
        if wanted is None and (slot.optional or slot.name in given):
            continue
        name = ops.snake_case(slot.name)
        comments[name] = comments[name + "_2"] = slot.comment
        expression = wanted or _input(
            slot, name, slot.name in updated, shapes)
        if slot.list and not expression.startswith("["):
            second = expression.replace(f'"{name}"', f'"{name}_2"')
            expression = f"[{expression},\n    {second}]"
        lines.append(f"{name} = {expression}")
        arguments.append(f"{name}={name}" if slot.optional else name)
    attributes = dict(settings.ATTRS.get(op, {}))
    if any(attr.name == "seed" for attr in proto.attrs):
        attributes["seed"] = 1
    arguments += [f"{name}={value!r}" for name, value in attributes.items()]
    results = _results(proto)
    hidden = op in pd.layer.__all__
    lines.append(call(f"{'out = ' if results else ''}"
                      f"pd.layer.{'ops.' if hidden else ''}{op}(", arguments))
    return Declaration(lines, results, comments)


def call(head: str, arguments: List[str], end: str = ")") -> str:
    """A call on one line if it fits, else an argument on each."""
    line = head + ", ".join(arguments) + end
    if len(line) <= _WIDTH and "\n" not in line:
        return line
    inside = [argument.replace("\n", "\n    ") for argument in arguments]
    return head + "\n    " + ",\n    ".join(inside) + end


def _results(proto: OpProto) -> List[Result]:
    slots = ops.results_of(proto)
    if len(slots) == 1:
        return [Result("value", "out")]
    names = [ops.snake_case(slot.name) for slot in slots]
    return [Result(name, f"out.{name}") for name in names]


def _input(slot: SlotProto, name: str, updated: bool,
           shapes: Dict[str, List[int]]) -> str:
    """The variable of a slot; `shapes`: of the slots before, and now its."""
    shape, dtype, is_sequence = read_comment(slot.comment)
    like = re.search(r"\b(?:[Ll]ike|shape of|as many as) (\w+)", slot.comment)
    if like and like.group(1) in shapes:
        shape = shapes[like.group(1)]
    shapes[slot.name] = shape
    text = f', "{dtype}"' if dtype != "float32" else ""
    if updated:
        value = settings.INITIAL.get(slot.name, 0.0)
        return f"pd.layer.create_global_var({shape}, {value}{text})"
    if is_sequence:
        sizes = ", ".join(["None"] + [str(size) for size in shape[1:]])
        return f'pd.layer.data("{name}", [{sizes}]{text}, lod_level=1)'
    return f'pd.layer.data("{name}", {shape}{text})'


def read_comment(comment: str) -> Tuple[List[int], str, bool]:
    """Shape, data type and whether it is sequences, as a slot's text has
    them."""
    dtype = re.search(r"\b(int64|int32|bool|uint8)\b", comment)
    is_sequence = bool(re.search(r"\b[Ss]equences of|of sequences", comment))
    return (_shape(comment), dtype.group(1) if dtype else "float32",
            is_sequence)


def _shape(comment: str) -> List[int]:
    for found in re.findall(r"\[([^\[\]]*)\]", comment):
        sizes = [_size(part.strip()) for part in found.split(",")
                 if part.strip()]
        if all(sizes):  # None: no size; 0: a range such as [0, 1].
            return [int(size) for size in sizes]
    return [2, 3]


def _size(text: str) -> Any:
    if text == "...":
        return 3
    text = re.sub(r"(?<=\d) (?=[A-Z])", " * ", text)
    names = dict(settings.SIZES)
    words = re.findall(r"[A-Za-z_]+", text)
    if not re.fullmatch(r"[\w\s*+/()]+", text) or any(
            word not in names for word in words):
        return None
    return int(eval(text, {}, names))  # Words and arithmetic alone.
