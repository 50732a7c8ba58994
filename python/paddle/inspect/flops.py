"""Counts the floating-point operations of an operator."""

from typing import Any, Mapping, Optional, Tuple

Shape = Tuple[int, ...]


def flops(op: Any, shapes: Mapping[str, Shape]) -> Optional[float]:
    """The floating-point operations of one run of `op`.

    op: an operator of a program (Block.ops).
    shapes: of its variables, by name, without unknown sizes.
    A multiply and an add are two, a transcendental function is one, and moving
    data takes none: each operator says it beside its shapes
    (framework/registry/op_flops.h). None for an operator that owns blocks, one
    of a library that does not say, or one whose shapes are not all there.
    """
    names = {name for slots in (op.inputs, op.outputs)
             for slot in slots.values() for name in slot}
    return op.flops({name: shapes[name] for name in names if name in shapes})
