"""Draws rows of benchmarks: a bar from 1 to each ratio, on a logarithmic axis,
with its limit as a mark.

A row without a peer stands there if it has a limit of its own: its bar is how
many times better than the limit it is, and the limit is at 1.
"""

import math
from typing import List, NamedTuple, Optional, Sequence

from paddle.plot import shapes
from paddle.plot.axis import Axis
from rows import Row, holds

_WIDTH, _LEFT, _RIGHT, _TOP, _LINE = 1080, 360, 260, 56, 20
_FASTER, _SLOWER, _FAILS = "#0072b2", "#8fb8d0", "#d55e00"
_MARKS = [digit * 10.0 ** power for power in range(-3, 4)
          for digit in (1, 2, 5)]


class _Bar(NamedTuple):
    name: str
    ratio: float
    limit: Optional[float]
    holds: bool
    note: str


def _bar_of(result: Row) -> Optional[_Bar]:
    """None for a row with neither a ratio nor a limit."""
    name, ours = str(result["name"]), float(str(result["ours"]))
    column, comparison, bound = (str(result["limit"]).split() or
                                 ("", "", "nan"))
    limit = float(bound)
    shown = f"{ours:.4g} {result['unit']}"
    if result["ratio"] is not None:
        ratio = float(str(result["ratio"]))
        return _Bar(name, ratio, limit if column == "ratio" else None,
                    holds(result), f"{ratio:.2f}  {shown}, "
                    f"{result['peer_name']} {result['peer']:.4g}")
    if column != "ours" or ours <= 0:
        return None
    return _Bar(name, limit / ours if comparison == "<=" else ours / limit,
                1.0, holds(result), f"{shown}, limit {comparison} {bound}")


def _drawn(bar: _Bar, y: float, axis: Axis) -> List[str]:
    one, end = axis.place(1.0), axis.place(bar.ratio)
    color = (_FAILS if not bar.holds else
             _FASTER if bar.ratio >= 1 else _SLOWER)
    parts = [
        shapes.text(_LEFT - 12, y + 14, bar.name, "end"),
        f'<rect x="{min(one, end):.2f}" y="{y + 4:.2f}" '
        f'width="{max(abs(end - one), 1):.2f}" height="{_LINE - 8}" '
        f'fill="{color}"/>',
        shapes.text(_WIDTH - _RIGHT + 12, y + 14, bar.note, "start")]
    if bar.limit is not None:
        place = axis.place(bar.limit)
        parts.append(f'<rect x="{place - 1:.2f}" y="{y + 1:.2f}" width="2" '
                     f'height="{_LINE - 2}" fill="black"/>')
    return parts


def _grid(axis: Axis, low: float, high: float, bottom: float) -> List[str]:
    parts = []
    for mark in _MARKS:
        if low <= mark <= high:
            place = axis.place(mark)
            parts += [shapes.rule(place, _TOP, place, bottom,
                                  "#444" if mark == 1 else "#ddd"),
                      shapes.text(place, _TOP - 6, f"{mark:g}")]
    return parts


def svg(table: Sequence[Row]) -> str:
    """Returns the picture as an SVG document."""
    bars = [bar for bar in map(_bar_of, table) if bar is not None]
    values = [value for bar in bars for value in (bar.ratio, bar.limit or 1.0)]
    low = min([0.5, *(value for value in values if value > 0)])
    high = max([2.0, *values])
    margin = math.exp(0.03 * math.log(high / low))
    low, high = low / margin, high * margin
    axis = Axis([low, high], _LEFT, _WIDTH - _RIGHT, log=True, tight=True)
    bottom = _TOP + _LINE * len(bars)
    parts = [
        shapes.text(_LEFT, 20, "How many times as fast as the peer "
                    "(black: the limit; orange: missed)", "start", 14),
        *_grid(axis, low, high, bottom)]
    for i, bar in enumerate(bars):
        parts += _drawn(bar, _TOP + _LINE * i, axis)
    return shapes.document(_WIDTH, bottom + 16, parts)
