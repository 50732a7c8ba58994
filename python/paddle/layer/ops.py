"""One function for each operator, made from the operator's description.

Inputs and attributes are called as in the description, in small letters with
underscores: slot "X" is `x`, "Beta1Pow" is `beta1_pow`. Required ones come
first, and inputs that give attributes last. A function returns the operator's
only output, or a named tuple of them.
"""

import inspect
import keyword
import re
from collections import namedtuple
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

import numpy as np

from .. import core
from ..argument_errors import bind
from ..core import AttrProto, OpProto, SlotProto, Variable

_TYPES = {
    "bool": bool, "int": int, "float": float, "string": str,
    "list of bool": Sequence[bool],
    "list of int": Union[int, Sequence[int]],  # One is a list of one.
    "list of float": Sequence[float], "list of string": Sequence[str],
}


def snake_case(name: str) -> str:
    """"Beta1Pow" -> "beta1_pow", "F1-Score" -> "f1_score", "In" -> "in_"."""
    name = re.sub(r"-|(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return name + "_" if keyword.iskeyword(name) else name


def results_of(proto: OpProto) -> List[SlotProto]:
    """The outputs a function returns: those that are not only for gradients."""
    wanted = [s for s in proto.outputs if not s.intermediate and not s.optional]
    return wanted or [s for s in proto.outputs if not s.intermediate]


def signature_of(proto: OpProto) -> inspect.Signature:
    """Required inputs and attributes, then optional ones, then the name, and
    then inputs from which attributes may come: operators gained these later."""
    required, optional, last = [], [], []
    for slot in proto.inputs:
        kind = Sequence[Variable] if slot.list else Variable
        if slot.name in proto.attr_inputs:
            last.append(_parameter(slot.name, Optional[kind], None))
        elif slot.optional:
            optional.append(_parameter(slot.name, Optional[kind], None))
        else:
            required.append(_parameter(slot.name, kind))
    for attr in proto.attrs:
        if attr.default is None:
            required.append(_parameter(attr.name, _TYPES[attr.type]))
        else:
            optional.append(
                _parameter(attr.name, _TYPES[attr.type], attr.default))
    optional.append(_parameter("name", str, ""))
    return inspect.Signature(
        required + optional + last, return_annotation=_result_type(proto))


def documentation_of(proto: OpProto) -> str:
    lines = [proto.comment, "", "Args:"]
    lines += [f"  {snake_case(slot.name)}: {slot.comment}"
              for slot in proto.inputs]
    lines += [f"  {snake_case(attr.name)}: {attr.comment}{_range_of(attr)}"
              for attr in proto.attrs]
    lines.append("  name: what new variables are called after.")
    lines += ["", "Returns:"]
    lines += [f"  {snake_case(slot.name)}: {slot.comment}"
              for slot in results_of(proto)]
    return "\n".join(lines)


def function_of(proto: OpProto) -> Callable[..., Any]:
    """The function that appends the operator to a program."""
    signature = signature_of(proto)
    slots = {snake_case(slot.name): slot.name for slot in proto.inputs}
    attrs = {snake_case(attr.name): attr.name for attr in proto.attrs}
    lists = {snake_case(attr.name) for attr in proto.attrs
             if attr.type == "list of int"}
    results = results_of(proto)
    several = _tuple_of(proto) if len(results) > 1 else None

    def call(*args: Any, **kwargs: Any) -> Any:
        given = bind(proto.type, signature, args, kwargs)
        name = given.pop("name", "")
        made = core._append_op(
            proto.type,
            {slots[key]: value for key, value in given.items() if key in slots},
            {attrs[key]: [value] if key in lists and _is_int(value) else value
             for key, value in given.items() if key in attrs},
            name=name)
        values = [made[slot.name] if slot.list else
                  (made[slot.name] or [None])[0] for slot in results]
        if several is not None:
            return several(*values)
        return values[0] if values else None

    call.__name__ = call.__qualname__ = proto.type
    call.__module__ = __name__
    call.__doc__ = documentation_of(proto)
    call.__signature__ = signature  # type: ignore[attr-defined]
    return call


def op_types() -> List[str]:
    """The operators that have a function: all but gradients, and those that
    own blocks, which `with` statements write (pd.rnn, pd.While, pd.ifelse)."""
    return [name for name in core.op_types()
            if _has_function(core.op_proto(name))]


def _has_function(proto: OpProto) -> bool:
    return not _is_gradient(proto) and not _owns_blocks(proto)


def _owns_blocks(proto: OpProto) -> bool:
    return any("block" in attr.type for attr in proto.attrs)


def _is_gradient(proto: OpProto) -> bool:
    """True for gradient operators, including those of control flow, which have
    gradient operators of their own."""
    return bool(proto.gradient_of) or any(
        "@" in slot.name for slot in [*proto.inputs, *proto.outputs])


def _is_int(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _parameter(name: str, kind: Any,
               default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    if isinstance(default, list):
        default = tuple(default)
    return inspect.Parameter(
        snake_case(name), inspect.Parameter.POSITIONAL_OR_KEYWORD,
        annotation=kind, default=default)


def _result_type(proto: OpProto) -> Any:
    results = results_of(proto)
    if not results:
        return None
    if len(results) > 1:
        return _tuple_of(proto)
    return List[Variable] if results[0].list else Variable


_tuples: Dict[str, Any] = {}


def _tuple_of(proto: OpProto) -> Any:
    if proto.type not in _tuples:
        _tuples[proto.type] = namedtuple(  # type: ignore[misc]
            "".join(word.capitalize() for word in proto.type.split("_")),
            [snake_case(slot.name) for slot in results_of(proto)])
    return _tuples[proto.type]


def _bound(value: float) -> str:
    """Whole numbers with all their digits."""
    whole = -2**53 <= value <= 2**53 and value.is_integer()
    return f"{value:.0f}" if whole else f"{value:g}"


def _range_of(attr: AttrProto) -> str:
    parts = [attr.length] if attr.length else []
    if attr.min is not None:
        parts.append(f"{'>' if attr.min_exclusive else '>='} "
                     f"{_bound(attr.min)}")
    if attr.max is not None:
        parts.append(f"{'<' if attr.max_exclusive else '<='} "
                     f"{_bound(attr.max)}")
    if attr.choices:
        parts.append("one of " + ", ".join(map(repr, attr.choices)))
    return f" ({', '.join(parts)})" if parts else ""


def __getattr__(name: str) -> Any:
    known = not name.startswith("_") and name in core.op_types()
    if not known or not _has_function(core.op_proto(name)):
        raise AttributeError(f"no layer or operator is called {name!r}" +
                             _nearest(name))
    function = function_of(core.op_proto(name))
    globals()[name] = function
    return function


def _nearest(name: str) -> str:
    import difflib
    close = difflib.get_close_matches(name, op_types(), 3)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def __dir__() -> List[str]:
    return op_types()
