"""Makes the feeds of an operator's example and prints its results."""

import re
from typing import Any, List, Tuple

import numpy as np

_LITERAL = 12  # Up to so many numbers are written one by one.
_SHOWN = 40  # Larger results are cut.
_LENGTHS = [4, 2]  # of the sequences that are fed

_NOT_NEGATIVE = re.compile(r"probabilit|\[0, 1\]|positive")


def expression(variable: Any, comment: str, number: int,
               positive: bool) -> str:
    """Data for a variable, the `number`-th of the example: two of them do not
    get the same. positive: no number is below 0."""
    is_sequence = variable.lod_level > 0
    shape = [sum(_LENGTHS) if size < 0 else size for size in variable.shape]
    positive = positive or bool(_NOT_NEGATIVE.search(comment))
    if np.prod(shape) > _LITERAL:
        made = _computed(shape, variable.dtype, number, positive)
        return f"np.split({made}, {_LENGTHS[:1]})" if is_sequence else made
    values = _values(int(np.prod(shape)), variable.dtype, number, positive)
    rows = values.reshape(shape).tolist()
    return repr([rows[:_LENGTHS[0]], rows[_LENGTHS[0]:]] if is_sequence
                else rows)


def _limits(number: int, positive: bool) -> Tuple[float, float]:
    if positive:
        return (0.9, 0.1) if number % 2 else (0.1, 0.9)
    return ((-1.0, 1.0), (2.0, 0.5), (-0.5, 1.5))[number % 3]


def _values(count: int, dtype: str, number: int, positive: bool) -> Any:
    if dtype == "bool":
        return np.arange(count) % 2 == number % 2
    if dtype.startswith("float"):
        if count == 1:
            return np.array([0.5])
        return np.linspace(*_limits(number, positive), count).round(2)
    return (np.arange(count) + number) % 2


def _computed(shape: List[int], dtype: str, number: int,
              positive: bool) -> str:
    """Returns an expression for the same numbers."""
    count = int(np.prod(shape))
    sizes = ", ".join(map(str, shape))
    if dtype.startswith("float"):
        first, last = _limits(number, positive)
        return (f'np.linspace({first}, {last}, {count}, dtype="{dtype}")'
                f".reshape({sizes})")
    made = f"(np.arange({count}) + {number}) % 2".replace(" + 0", "")
    return f'({made}).astype("{dtype}").reshape({sizes})'


def is_plain(value: Any) -> bool:
    """True if all numbers of a result are finite."""
    if isinstance(value, list):
        return all(map(is_plain, value))
    if not isinstance(value, np.ndarray):
        return True
    return value.dtype.kind != "f" or bool(np.isfinite(value).all())


def print_lines(name: str, value: Any, alone: bool) -> List[str]:
    """The lines that print a result; its name too, if it is not alone."""
    if isinstance(value, list):
        each = ("[part.tolist() for part in each]"
                if isinstance(value[0], list) else "each" + _rounded(value[0]))
        shown = f'print(*[{each} for each in {name}], sep="\\n")'
        return [shown] if alone else [f'print("{name}:")', shown]
    if isinstance(value, np.ndarray):
        shown = name + _part(value) + _rounded(value)
    else:  # SelectedRows
        shown = f"{name}.rows, {name}.value{_part(value.value)}.round(4)"
    if alone:
        return [f"print({shown})"]
    below = ', sep="\\n"' if np.ndim(value) > 1 else ""
    return [f'print("{name}:", {shown}{below})']


def _rounded(value: Any) -> str:
    return ".round(4)" if getattr(
        value, "dtype", np.dtype(int)).kind == "f" else ""


def _part(value: np.ndarray) -> str:
    """The index of the first part that is small enough to be read."""
    index = []
    while value.size > _SHOWN and value.ndim > 1:
        index.append("0")
        value = value[0]
    if value.size > _SHOWN:
        index.append(":8")
    return f"[{', '.join(index)}]" if index else ""
