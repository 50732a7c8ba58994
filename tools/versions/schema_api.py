"""Lists what programs can say to an operator, from its registered OpProto.

The first line of each kind that a program must write begins with "requires":
one more of those in an operator that exists breaks programs.
"""

from typing import Any, Iterator, List


def _slot(kind: str, slot: Any) -> str:
    optional = slot.optional or kind == "output"
    return " ".join([kind if optional else f"requires {kind}", slot.name] +
                    ["list"] * slot.list +
                    ["optional"] * slot.optional +
                    ["intermediate"] * slot.intermediate)


def _attr(attr: Any) -> str:
    text = f"attribute {attr.name}: {attr.type}"
    if attr.default is None:
        text = "requires " + text
    else:
        text += f" = {attr.default!r}"
    if attr.min is not None:
        text += f" {'>' if attr.min_exclusive else '>='} {attr.min:g}"
    if attr.max is not None:
        text += f" {'<' if attr.max_exclusive else '<='} {attr.max:g}"
    if attr.choices:
        text += f" of {', '.join(attr.choices)}"
    return text


def _lines(proto: Any) -> Iterator[str]:
    yield f"version {proto.version}"
    for slot in proto.inputs:
        yield _slot("input", slot)
    for slot in proto.outputs:
        yield _slot("output", slot)
    for attr in proto.attrs:
        yield _attr(attr)
    for output, input_ in proto.updates:
        yield f"{output} is {input_}, updated"
    if proto.has_gradient:
        yield "has a gradient"


def declarations(proto: Any) -> List[str]:
    return sorted(_lines(proto))


def family_word(type_: str, gradient_of: str) -> str:
    """The operator of ops.bzl that an operator type belongs to."""
    if gradient_of:
        return gradient_of
    return type_[:-len("_grad")] if type_.endswith("_grad") else type_
