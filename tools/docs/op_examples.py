"""An example for each operator that has a function, made from its description.

The shapes that the description of a slot gives, such as "[N, C, H, W]", become
sizes; what it does not tell stands in op_example_settings.
"""

import io
import re
from contextlib import redirect_stdout
from typing import Any, Dict, List, Tuple

import numpy as np

import op_example_settings as settings
import paddle as pd
from paddle.core import SlotProto
from paddle.layer import ops

PROMPT = ">>> "


def code_of(op: str) -> List[str]:
    """The lines of the example."""
    if op in settings.CODE:
        return settings.CODE[op]
    proto = pd.core.op_proto(op)
    lines, arguments = [], []
    given = settings.INPUTS.get(op, {})
    shapes: Dict[str, List[int]] = {}
    updated = {source for _, source in proto.updates}
    for slot in proto.inputs:
        wanted = given.get(slot.name)
        if wanted is None and (slot.optional or slot.name in given):
            continue
        name = ops.snake_case(slot.name)
        expression = wanted or _input(
            slot, name, slot.name in updated, shapes)
        if slot.list and not expression.startswith("["):
            second = expression.replace(f'"{name}"', f'"{name}_2"')
            expression = f"[{expression},\n    {second}]"
        lines.append(f"{name} = {expression}")
        arguments.append(f"{name}={name}" if slot.optional else name)
    arguments += [f"{name}={value!r}"
                  for name, value in settings.ATTRS.get(op, {}).items()]
    hidden = op in pd.layer.__all__
    function = f"pd.layer.{'ops.' if hidden else ''}{op}"
    results = ops.results_of(proto)
    target = "" if not results else "out = "
    lines.append(_call(f"{target}{function}(", arguments))
    if len(results) > 1:
        lines += [_shown(ops.snake_case(slot.name), f"out.{name}", slot.list)
                  for slot in results
                  for name in [ops.snake_case(slot.name)]]
    elif results:
        lines.append(_shown("out", "out", results[0].list))
    return lines


def run(code: List[str]) -> Tuple[List[str], List[str]]:
    """Runs lines in programs of their own; what each printed, and the types of
    the operators that they wrote."""
    names: Dict[str, Any] = {"pd": pd, "np": np}
    printed = []
    program = pd.Program()
    with pd.program_guard(program, pd.Program()):
        for line in code:
            output = io.StringIO()
            with redirect_stdout(output):
                exec(compile(line, "<example>", "exec"), names)
            printed.append(output.getvalue())
    return printed, [op.type for op in program.global_block().ops]


def doctest_of(op: str) -> str:
    """The example with its output, as in a session."""
    code = code_of(op)
    printed, _ = run(code)
    text = ""
    for line, output in zip(code, printed):
        text += PROMPT + line.replace("\n", "\n... ") + "\n" + output
    return text


def _call(head: str, arguments: List[str]) -> str:
    line = head + ", ".join(arguments) + ")"
    if len(line) <= 74:
        return line
    return head + "\n    " + ",\n    ".join(arguments) + ")"


def _shown(name: str, value: str, is_list: bool) -> str:
    if is_list:
        return f"print([each.shape for each in {value}], {value}[0].dtype)"
    return f"print({value}.shape, {value}.dtype)"


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
        return f"pd.layer.create_global_var({shape}, 0.0{text})"
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
