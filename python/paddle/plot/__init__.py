"""Curves, histograms and boxes, as SVG or HTML files and as text.

    figure = pd.plot.Figure("training", x_label="step", y_label="loss")
    figure.curve(losses, label="train")
    figure.curve(test_losses, steps, label="test")
    figure.save("loss.svg")
    print(pd.plot.sparkline(losses))
"""

import html
import math
import os
from typing import Any, Iterable, List, Mapping, NamedTuple, Optional, Sequence
from typing import Tuple, Union

import numpy as np

from ..argument_errors import check_mapping
from ..io.files import replacing
from . import shapes
from .axis import Axis

# Eight colors that people who see few of them can tell apart, too
# (Okabe and Ito, 2008).
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
           "#000000", "#999933")
_BLOCKS = "▁▂▃▄▅▆▇█"
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 20, 40, 50


class _Curve(NamedTuple):
    label: str
    xs: Any
    ys: Any


class _Bars(NamedTuple):
    label: str
    edges: Any
    counts: Any


class Box(NamedTuple):
    """A rectangle of a figure; see Figure.boxes.

    Example:
      >>> pd.plot.Box(0, 2, 0, 1, "an hour").right
      2
    """
    left: float
    right: float
    bottom: float
    top: float
    title: str  # shown where the mouse is


class _Boxes(NamedTuple):
    label: str
    boxes: List[Box]


_Shown = Union[_Curve, _Bars, _Boxes]


class Figure:
    """Curves, histograms and boxes over one pair of axes.

    Args:
      log_y: y by logarithm; what is not above 0 is then left out.
      width, height: in pixels.

    Example:
      >>> figure = pd.plot.Figure("training", x_label="step", log_y=True)
      >>> figure = figure.curve([1.0, 0.1, 0.01], label="loss")
      >>> figure.svg().startswith("<svg")
      True
    """

    def __init__(self, title: str = "", x_label: str = "", y_label: str = "",
                 log_y: bool = False, width: int = 640,
                 height: int = 400) -> None:
        self._title, self._labels = title, (x_label, y_label)
        self._log_y = log_y
        self._width, self._height = width, height
        self._shown: List[_Shown] = []

    def curve(self, ys: Iterable[float],
              xs: Optional[Iterable[float]] = None,
              label: str = "") -> "Figure":
        """A line through points; xs are 0, 1, 2, ... if they are not given.

        Where a value is not finite the line is broken. ValueError unless there
        are as many xs as ys. Returns the figure.
        """
        values = _numbers(ys)
        places = np.arange(values.size) if xs is None else _numbers(xs)
        if places.size != values.size:
            raise ValueError(f"{places.size} xs do not go with {values.size} "
                             "ys")
        self._shown.append(_Curve(label, places, values))
        return self

    def histogram(self, values: Iterable[float], bins: int = 30,
                  label: str = "") -> "Figure":
        """Counts the values in each of `bins` intervals of equal width,
        ignoring those that are not finite. Returns the figure."""
        if bins < 1:
            raise ValueError(f"bins is at least 1, not {bins}")
        numbers = _numbers(values)
        counts, edges = np.histogram(numbers[np.isfinite(numbers)], bins)
        self._shown.append(_Bars(label, edges, counts))
        return self

    def boxes(self, boxes: Iterable[Box], label: str = "") -> "Figure":
        """Rectangles in colors that alternate: what is where, and when. Returns
        the figure; ValueError for a box that has no finite sides, and where y
        is by logarithm."""
        if self._log_y:
            raise ValueError("boxes are not drawn with log_y")
        shown = [Box(*box) for box in boxes]
        for box in shown:
            if not all(map(math.isfinite, box[:4])):
                raise ValueError(f"{box} has no finite sides")
        self._shown.append(_Boxes(label, shown))
        return self

    def svg(self) -> str:
        """The figure as an SVG document."""
        x_axis, y_axis = self._axes()
        parts = self._frame(x_axis, y_axis)
        for i, shown in enumerate(self._shown):
            color = _COLORS[i % len(_COLORS)]
            if isinstance(shown, _Curve):
                parts += _line(shown, x_axis, y_axis, color, self._width)
            elif isinstance(shown, _Bars):
                parts += self._bars(shown, x_axis, y_axis, color)
            else:
                parts += _rectangles(shown, x_axis, y_axis)
        return shapes.document(self._width, self._height,
                               parts + self._legend())

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the figure to a file: an HTML page if its name ends in .html,
        else SVG."""
        text = self.svg()
        if os.fspath(path).endswith(".html"):
            text = ("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">"
                    f"<title>{html.escape(self._title)}</title></head>\n"
                    f"<body>\n{text}</body></html>\n")
        with replacing(path, text=True) as file:
            file.write(text)

    def _axes(self) -> Tuple[Axis, Axis]:
        xs: List[float] = []
        ys: List[float] = []
        for shown in self._shown:
            if isinstance(shown, _Curve):
                xs += shown.xs.tolist()
                ys += shown.ys.tolist()
            elif isinstance(shown, _Boxes):
                for box in shown.boxes:
                    xs += box[:2]
                    ys += box[2:4]
            else:
                xs += shown.edges.tolist()
                ys += [*shown.counts.tolist(), 0.0]
        return (Axis(xs, _LEFT, self._width - _RIGHT, tight=True),
                Axis(ys, self._height - _BOTTOM, _TOP, self._log_y))

    def _frame(self, x_axis: Axis, y_axis: Axis) -> List[str]:
        bottom, right = self._height - _BOTTOM, self._width - _RIGHT
        parts = [shapes.text(self._width / 2, 24, self._title, size=16),
                 shapes.text((_LEFT + right) / 2, self._height - 10,
                             self._labels[0]),
                 shapes.text(16, (_TOP + bottom) / 2, self._labels[1],
                             turned=True)]
        for place, label in x_axis.marks():
            parts += [shapes.rule(place, _TOP, place, bottom),
                      shapes.text(place, bottom + 18, label)]
        for place, label in y_axis.marks():
            parts += [shapes.rule(_LEFT, place, right, place),
                      shapes.text(_LEFT - 6, place + 4, label, anchor="end")]
        parts.append(f'<rect x="{_LEFT}" y="{_TOP}" width="{right - _LEFT}" '
                     f'height="{bottom - _TOP}" fill="none" stroke="#444"/>')
        return parts

    def _bars(self, shown: _Bars, x_axis: Axis, y_axis: Axis,
              color: str) -> List[str]:
        bottom = (self._height - _BOTTOM if self._log_y else y_axis.place(0))
        parts = []
        for left, right, count in zip(shown.edges, shown.edges[1:],
                                      shown.counts):
            if count:
                x, y = x_axis.place(left), y_axis.place(count)
                parts.append(
                    f'<rect x="{x:.2f}" y="{y:.2f}" '
                    f'width="{x_axis.place(right) - x:.2f}" '
                    f'height="{bottom - y:.2f}" fill="{color}" '
                    f'fill-opacity="0.6"><title>{int(count)}</title></rect>')
        return parts

    def _legend(self) -> List[str]:
        parts = []
        labelled = [(_COLORS[i % len(_COLORS)], shown.label)
                    for i, shown in enumerate(self._shown) if shown.label]
        for i, (color, label) in enumerate(labelled):
            y = _TOP + 18 * (i + 1)
            x = self._width - _RIGHT - 10
            parts += [f'<rect x="{x - 4}" y="{y - 9}" width="10" height="10" '
                      f'fill="{color}"/>',
                      shapes.text(x - 10, y, label, anchor="end")]
        return parts


def curves(values: Mapping[str, Iterable[float]], title: str = "",
           x_label: str = "step", y_label: str = "",
           log_y: bool = False) -> Figure:
    """A figure with a curve for each name; TypeError for values without.

    Example:
      >>> losses = {"train": [3, 2, 1], "test": [3, 2.5, 2]}
      >>> figure = pd.plot.curves(losses)
    """
    check_mapping("curves", "values", values, '{"loss": [0.5, 0.3]}')
    figure = Figure(title, x_label, y_label, log_y)
    for label, ys in values.items():
        figure.curve(ys, label=label)
    return figure


def history(rows: Sequence[Mapping[str, Any]], title: str = "") -> Figure:
    """A figure of what Trainer.train returns: a curve over epochs for each
    metric that is a number.

    Example:
      >>> history = [{"loss": 2.0}, {"loss": 1.0}]
      >>> figure = pd.plot.history(history)
    """
    for row in rows:
        check_mapping("history", "the metrics of an epoch", row,
                      '{"loss": 0.5}')
    names = [name for name in (rows[0] if rows else ())
             if isinstance(rows[0][name], (int, float))]
    return curves({name: [row[name] for row in rows] for name in names},
                  title, "epoch")


def sparkline(values: Iterable[float], width: int = 60) -> str:
    """A curve in one line of text: "█▅▃▂▁▁ 2.3 to 0.1". Each of up to `width`
    signs stands for the mean of its part; NaN and infinity are a blank.

    Example:
      >>> pd.plot.sparkline([3.0, 2.0, 1.0])
      '█▅▁ 3 to 1'
    """
    if width < 1:
        raise ValueError(f"width is at least 1, not {width}")
    numbers = _numbers(values)
    if not numbers.size:
        return ""
    parts = np.array_split(numbers, min(width, numbers.size))
    means = [float(np.mean(p[np.isfinite(p)])) if np.isfinite(p).any()
             else math.nan for p in parts]
    finite = [m for m in means if m == m]
    low, high = (min(finite), max(finite)) if finite else (0.0, 0.0)
    top = len(_BLOCKS) - 1
    text = "".join(
        " " if m != m else
        _BLOCKS[round(top * (m - low) / (high - low)) if high > low else 0]
        for m in means)
    return f"{text} {numbers[0]:.4g} to {numbers[-1]:.4g}"


def _numbers(values: Iterable[float]) -> Any:
    array = np.asarray(values if hasattr(values, "__len__") else list(values),
                       np.float64)
    return array.ravel()


def _line(shown: _Curve, x_axis: Axis, y_axis: Axis, color: str,
          width: int) -> List[str]:
    """A polyline for each unbroken part; a dot for a point alone."""
    pieces: List[List[str]] = [[]]
    for x, y in _thinned(shown, width):
        if x_axis.shows(x) and y_axis.shows(y):
            pieces[-1].append(f"{x_axis.place(x):.2f},{y_axis.place(y):.2f}")
        elif pieces[-1]:
            pieces.append([])
    parts = []
    for piece in filter(None, pieces):
        if len(piece) == 1:
            x_text, y_text = piece[0].split(",")
            parts.append(f'<circle cx="{x_text}" cy="{y_text}" r="2.5" '
                         f'fill="{color}"/>')
        else:
            parts.append(f'<polyline points="{" ".join(piece)}" fill="none" '
                         f'stroke="{color}" stroke-width="1.5"/>')
    return parts


def _rectangles(shown: _Boxes, x_axis: Axis, y_axis: Axis) -> List[str]:
    parts = []
    for i, box in enumerate(shown.boxes):
        x, y = x_axis.place(box.left), y_axis.place(box.top)
        parts.append(
            f'<rect x="{x:.2f}" y="{y:.2f}" '
            f'width="{x_axis.place(box.right) - x:.2f}" '
            f'height="{y_axis.place(box.bottom) - y:.2f}" '
            f'fill="{_COLORS[i % len(_COLORS)]}" fill-opacity="0.6">'
            f"<title>{html.escape(box.title)}</title></rect>")
    return parts


def _thinned(shown: _Curve, width: int) -> Iterable[Tuple[float, float]]:
    """All points or, of more than four for each pixel, the lowest and the
    highest of each half pixel: what is drawn looks the same."""
    count = shown.ys.size
    if count <= 4 * width:
        return zip(shown.xs.tolist(), shown.ys.tolist())
    chosen: List[int] = []
    for part in np.array_split(np.arange(count), 2 * width):
        ys = shown.ys[part]
        finite = part[np.isfinite(ys)]
        if finite.size < part.size:
            chosen.append(int(part[~np.isfinite(ys)][0]))
        if finite.size:
            chosen += [int(finite[shown.ys[finite].argmin()]),
                       int(finite[shown.ys[finite].argmax()])]
    return [(float(shown.xs[i]), float(shown.ys[i]))
            for i in sorted(set(chosen))]
