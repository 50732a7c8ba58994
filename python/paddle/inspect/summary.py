"""Summarizes the contents of a program and the cost of a run."""

import ast
import operator
from math import prod
from typing import (
    Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence,
    Set, Tuple, Union)

from .. import core, notebook
from . import table
from .flops import Shape, flops

Size = Union[int, str]

_OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub,
               ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv}
_UNITS = (("G", 1e9), ("M", 1e6), ("k", 1e3))


class Row(NamedTuple):
    """An operator."""
    type: str
    role: str  # forward, backward, optimize, schedule or communicate
    depth: int  # of the block it stands in; 0 for the program's own
    output: str  # the name of its first output; "" without any
    shape: Tuple[Size, ...]  # of that; a size is a text if it is not known
    parameters: int  # numbers in those that no row above has
    flops: Optional[float]  # None if it has blocks, which count
    bytes: int  # of what it reads and writes


class Summary(NamedTuple):
    """The result of pd.summary; str() of it is a table."""
    rows: List[Row]  # one for each operator, in the order of the program
    parameters: int  # numbers in all parameters, each counted once
    trainable: int  # those of them that training changes
    parameter_bytes: int
    state_bytes: int  # what else outlives a run: statistics, optimizer state
    flops: Dict[str, float]  # by role, as far as formulas are known
    unknown: List[str]  # types of operators whose FLOPs are not counted
    sizes: Dict[str, int]  # what symbols of sizes stand for

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def _repr_html_(self) -> str:
        head, *rows = _cells(self)
        totals = " ".join(line + "." for line in _totals(self))
        return notebook.table(head, rows, totals)


def summary(program: Optional[core.Program] = None,
            batch_size: Optional[int] = None,
            input_shapes: Optional[Mapping[str, Shape]] = None) -> Summary:
    """The operators of a program with shapes, parameters, FLOPs and bytes.

    Args:
      program: the default main program without one.
      batch_size: the N of the shapes. Without it shapes show N, and FLOPs and
        bytes are those of one sample.
      input_shapes: of data, by name, for sizes that are not the batch's: rows
        of sequences, say. What stays unknown counts as 1.

    A multiply and an add are two FLOPs; the formulas are those of
    paddle.inspect.flops. Operators in the blocks of loops and branches are
    indented and counted once, however often a block runs; what owns the block,
    not at all. ValueError for sizes that contradict the program or each other,
    KeyError for an unknown name.

    Example:
      >>> y = pd.layer.fc(pd.layer.data("x", [None, 4]), 3)
      >>> summary = pd.summary()
      >>> summary.parameters, summary.flops
      (15, {'forward': 27.0})
    """
    program = program or core.default_main_program()
    if not isinstance(program, core.Program):
        raise TypeError(f"summary: program is a Program, not {program!r}")
    sizes = _sizes(program, batch_size, input_shapes or {})
    return _Reader(program, sizes).read()


def _sizes(program: core.Program, batch_size: Optional[int],
           input_shapes: Mapping[str, Shape]) -> Dict[str, int]:
    sizes: Dict[str, int] = {} if batch_size is None else {"N": batch_size}
    if batch_size is not None and batch_size < 0:
        raise ValueError(f"batch_size is {batch_size}")
    for name, shape in input_shapes.items():
        described = program.global_block().var(name).symbolic_shape
        if len(described) != len(shape):
            raise ValueError(f"input {name} {_text(described)} is given the "
                             f"shape {_text(shape)}")
        for symbol, size in zip(described, shape):
            # A size that follows from others is checked where they are known.
            if isinstance(symbol, str) and symbol.isalnum():
                known = sizes.setdefault(symbol, size)
            else:
                known = _value(symbol, sizes)
            if known != size:
                raise ValueError(
                    f"input {name} {_text(described)} is given the shape "
                    f"{_text(shape)}, but {symbol} is {known}")
    return sizes


def _value(size: Size, sizes: Mapping[str, int]) -> int:
    """The number of "N*28+2"; symbols without one count as 1."""
    if not isinstance(size, str):
        return size

    def of(node: ast.expr) -> int:
        if isinstance(node, ast.BinOp):
            work: Callable[[int, int], int] = _OPERATIONS[type(node.op)]
            return work(of(node.left), of(node.right))
        if isinstance(node, ast.Name):
            return sizes.get(node.id, 1)
        return int(ast.literal_eval(node))

    return max(0, of(ast.parse(size.replace("/", "//"), mode="eval").body))


def _shown(size: Size, sizes: Mapping[str, int]) -> Size:
    """A number if all symbols of it are known."""
    if not isinstance(size, str):
        return size
    symbols = {node.id for node in ast.walk(ast.parse(size))
               if isinstance(node, ast.Name)}
    return _value(size, sizes) if symbols <= set(sizes) else size


class _Reader:
    """Goes through a program once."""

    def __init__(self, program: core.Program, sizes: Dict[str, int]) -> None:
        self._program, self._sizes = program, sizes
        self._seen: Set[core.Variable] = set()

    def read(self) -> Summary:
        rows: List[Row] = []
        totals: Dict[str, float] = {}
        unknown: List[str] = []
        for row in self._rows(self._program.global_block(), {}, 0):
            rows.append(row)
            totals[row.role] = totals.get(row.role, 0.0) + (row.flops or 0.0)
            counted = row.flops is not None or _block_attrs(row.type)
            if not counted and row.type not in unknown:
                unknown.append(row.type)
        kept = [v for v in self._program.list_vars() if v.persistable]
        parameters = [v for v in kept if v.is_parameter]
        return Summary(
            rows, sum(map(self._numel, parameters)),
            sum(self._numel(v) for v in parameters if v.trainable),
            sum(map(self._bytes, parameters)),
            sum(self._bytes(v) for v in kept if not v.is_parameter),
            totals, unknown, self._sizes)

    def _rows(self, block: core.Block, outer: Dict[str, core.Variable],
              depth: int) -> Iterator[Row]:
        names = {**outer, **{v.name: v for v in block.vars}}
        shapes = {name: tuple(_value(size, self._sizes)
                              for size in v.symbolic_shape)
                  for name, v in names.items() if _has_shape(v)}
        for op in block.ops:
            yield self._row(op, names, shapes, depth)
            for index in _blocks_of(op):
                yield from self._rows(self._program.block(index), names,
                                      depth + 1)

    def _row(self, op: core.Operator, names: Dict[str, core.Variable],
             shapes: Dict[str, Shape], depth: int) -> Row:
        inputs, outputs = (
            [names[name] for slot in slots.values() for name in slot
             if name in shapes] for slots in (op.inputs, op.outputs))
        new = {v for v in inputs if v.is_parameter and v not in self._seen}
        self._seen |= new
        shape = outputs[0].symbolic_shape if outputs else ()
        return Row(
            op.type, op.role, depth, outputs[0].name if outputs else "",
            tuple(_shown(size, self._sizes) for size in shape),
            sum(map(self._numel, new)), flops(op, shapes),
            sum(map(self._bytes, {*inputs} | {*outputs})))

    def _numel(self, variable: core.Variable) -> int:
        return prod(_value(size, self._sizes)
                    for size in variable.symbolic_shape)

    def _bytes(self, variable: core.Variable) -> int:
        return self._numel(variable) * _item_size(variable.dtype)


def _has_shape(variable: core.Variable) -> bool:
    """Not what holds the scopes of steps."""
    try:
        return bool(variable.dtype)
    except ValueError:
        return False


def _item_size(dtype: str) -> int:
    bits = "".join(c for c in dtype if c.isdigit())
    return int(bits) // 8 if bits else 1


def _blocks_of(op: core.Operator) -> List[int]:
    """The blocks that a forward operator owns; gradients name them again."""
    if op.role != "forward":
        return []
    owned = [value for name, value in op.attrs.items()
             if name in _block_attrs(op.type)]
    return [index for value in owned
            for index in (value if isinstance(value, list) else [value])]


def _block_attrs(kind: str) -> List[str]:
    return [attr.name for attr in core.op_proto(kind).attrs
            if "block" in attr.type]


def _text(shape: Tuple[Size, ...]) -> str:
    return "[" + ", ".join(map(str, shape)) + "]"


def _short(value: Optional[float]) -> str:
    """Three digits and a unit: 12.3M."""
    if value is None:
        return "?"
    for unit, size in _UNITS:
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.0f}"


def _cells(made: Summary) -> Sequence[Sequence[str]]:
    head = ("operator", "output", "shape", "parameters", "FLOPs", "bytes")
    return [head] + [
        ("  " * row.depth + row.type, row.output, _text(row.shape),
         f"{row.parameters:,}" if row.parameters else "", _short(row.flops),
         _short(row.bytes)) for row in made.rows if row.role == "forward"]


def _lines(made: Summary) -> Iterator[str]:
    yield from table.lines(_cells(made), right=(3, 4, 5))
    yield from _totals(made)


def _totals(made: Summary) -> Iterator[str]:
    yield (f"parameters: {made.parameters:,} ({made.trainable:,} trainable), "
           f"{_short(made.parameter_bytes)} bytes; other state: "
           f"{_short(made.state_bytes)} bytes")
    known = ", ".join(f"{name} = {size}"
                      for name, size in made.sizes.items())
    yield "FLOPs: " + ", ".join(
        f"{role} {_short(value)}" for role, value in made.flops.items()) + (
        f" ({known})" if known else " (one sample)")
    if made.unknown:
        yield "not counted: " + ", ".join(made.unknown)
