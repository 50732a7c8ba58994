"""pd.plot: the SVG is parsed, and its points are traced back to values."""

import math
import os
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import numpy as np

from paddle import plot
from paddle.plot.axis import Axis

SVG = "{http://www.w3.org/2000/svg}"


def parse(figure):
    return ElementTree.fromstring(figure.svg())


def find(root, kind, **attributes):
    return [e for e in root.iter(SVG + kind)
            if all(e.get(k.replace("_", "-")) == v
                   for k, v in attributes.items())]


def points(polyline):
    return np.array([[float(c) for c in pair.split(",")]
                     for pair in polyline.get("points").split()])


def marks(root, axis):
    """(place, value) of the marks of the axis, "x" or "y"."""
    anchor = {"x": "middle", "y": "end"}[axis]
    found = []
    for text in find(root, "text", text_anchor=anchor, font_size="12"):
        try:
            found.append((float(text.get(axis)) - (4 if axis == "y" else 0),
                          float(text.text)))
        except (TypeError, ValueError):
            continue
    return np.array(found)


def values_at(root, axis, places, log=False):
    """The values at places, by the marks."""
    at = marks(root, axis)
    values = np.log10(at[:, 1]) if log else at[:, 1]
    slope, offset = np.polyfit(at[:, 0], values, 1)
    found = slope * places + offset
    return 10 ** found if log else found


class FigureTest(unittest.TestCase):

    def test_a_curve_goes_through_its_points(self):
        ys = np.array([2.5, 1.25, 0.7, 0.5, 0.45])
        xs = np.array([0, 100, 200, 300, 500])
        root = parse(plot.Figure().curve(ys, xs))
        (line,) = find(root, "polyline")
        drawn = points(line)
        np.testing.assert_allclose(values_at(root, "x", drawn[:, 0]), xs,
                                   atol=0.5)
        np.testing.assert_allclose(values_at(root, "y", drawn[:, 1]), ys,
                                   atol=0.005)

    def test_a_logarithmic_curve(self):
        ys = [1000, 10, 0, 1, 0.01, -5]
        root = parse(plot.Figure(log_y=True).curve(ys))
        one, two = map(points, find(root, "polyline"))
        np.testing.assert_allclose(values_at(root, "y", one[:, 1], log=True),
                                   [1000, 10], rtol=0.02)
        np.testing.assert_allclose(values_at(root, "y", two[:, 1], log=True),
                                   [1, 0.01], rtol=0.02)

    def test_boxes_have_their_places_and_titles(self):
        root = parse(plot.Figure().boxes(
            [plot.Box(0, 4, 0, 10, "a < b"), plot.Box(1, 2, 10, 40, "c")]))
        boxes = find(root, "rect", fill_opacity="0.6")
        self.assertEqual([box.find(SVG + "title").text for box in boxes],
                         ["a < b", "c"])
        for box, spans in zip(boxes, [(0, 4, 0, 10), (1, 2, 10, 40)]):
            x, y, width, height = (float(box.get(k)) for k in
                                   ("x", "y", "width", "height"))
            np.testing.assert_allclose(
                values_at(root, "x", np.array([x, x + width])), spans[:2],
                atol=0.02)
            np.testing.assert_allclose(
                values_at(root, "y", np.array([y + height, y])), spans[2:],
                atol=0.2)
        with self.assertRaisesRegex(ValueError, "finite sides"):
            plot.Figure().boxes([plot.Box(0, math.inf, 0, 1, "")])
        with self.assertRaisesRegex(ValueError, "log_y"):
            plot.Figure(log_y=True).boxes([])

    def test_all_is_inside_the_frame(self):
        random = np.random.default_rng(1)
        figure = plot.Figure(width=300, height=200)
        for scale in (1e-9, 1.0, 3e4):
            figure.curve(random.normal(size=50) * scale)
        figure.histogram(random.normal(size=100))
        root = parse(figure)
        self.assertEqual((root.get("width"), root.get("height")),
                         ("300", "200"))
        (frame,) = find(root, "rect", fill="none")
        left, top, width, height = (float(frame.get(k)) for k in
                                    ("x", "y", "width", "height"))
        for line in find(root, "polyline"):
            drawn = points(line)
            self.assertTrue((drawn >= [left, top]).all())
            self.assertTrue((drawn <= [left + width, top + height]).all())

    def test_what_is_not_finite_breaks_the_line(self):
        nan, inf = math.nan, math.inf
        root = parse(plot.Figure().curve([1, 2, nan, 3, inf, inf, 4, 5, 6]))
        self.assertEqual([len(points(line))
                          for line in find(root, "polyline")], [2, 3])
        self.assertEqual(len(find(root, "circle")), 1)

    def test_a_long_curve_is_thinned_but_keeps_its_peaks(self):
        ys = np.zeros(100_000)
        ys[12_345], ys[77_777] = 5, -5
        root = parse(plot.Figure().curve(ys))
        (line,) = find(root, "polyline")
        drawn = points(line)
        self.assertLess(len(drawn), 3000)
        places = drawn[[drawn[:, 1].argmin(), drawn[:, 1].argmax()], 0]
        np.testing.assert_allclose(values_at(root, "x", places),
                                   [12_345, 77_777], rtol=0.01)
        self.assertTrue((np.diff(drawn[:, 0]) >= 0).all())

    def test_histograms_have_a_bar_for_each_count(self):
        values = [0, 0, 0, 1, 2.5, 4, 4, math.nan]
        root = parse(plot.Figure().histogram(values, bins=4))
        bars = find(root, "rect", fill_opacity="0.6")
        self.assertEqual([bar.find(SVG + "title").text for bar in bars],
                         ["3", "1", "1", "2"])
        tops = np.array([float(bar.get("y")) for bar in bars])
        ends = tops + [float(bar.get("height")) for bar in bars]
        np.testing.assert_allclose(values_at(root, "y", tops), [3, 1, 1, 2],
                                   atol=0.02)
        np.testing.assert_allclose(values_at(root, "y", ends), 0, atol=0.02)

    def test_titles_and_labels_are_texts(self):
        figure = plot.curves({"a < b & c": [1, 2], "": [2, 1]}, title='"<t>"',
                             y_label="größe")
        texts = [text.text for text in find(parse(figure), "text")]
        for text in ('"<t>"', "a < b & c", "größe", "step"):
            self.assertEqual(texts.count(text), 1, text)

    def test_colors_differ(self):
        root = parse(plot.curves({str(i): [i, i] for i in range(8)}))
        self.assertEqual(len({line.get("stroke")
                              for line in find(root, "polyline")}), 8)

    def test_empty_and_equal_values(self):
        for figure in (plot.Figure(), plot.Figure().curve([]),
                       plot.Figure(log_y=True).curve([0, -1]),
                       plot.Figure().curve([3]), plot.Figure().curve([0, 0]),
                       plot.Figure().curve([1e300, 1e300]),
                       plot.Figure().curve([math.nan]),
                       plot.Figure().histogram([])):
            self.assertGreater(len(marks(parse(figure), "x")), 0)

    def test_curves_have_names(self):
        for make in (lambda: plot.curves([1, 2]), lambda: plot.history([1])):
            with self.assertRaisesRegex(TypeError, "given by name, as in"):
                make()

    def test_a_history(self):
        rows = [{"loss": 1.0, "chunks": (1, 2)}, {"loss": 0.5, "chunks": (2,)}]
        self.assertEqual(len(find(parse(plot.history(rows)), "polyline")), 1)
        self.assertEqual(find(parse(plot.history([])), "polyline"), [])

    def test_files(self):
        figure = plot.curves({"loss": [3, 2, 1]}, title="a & b")
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.svg", "a.html"):
                path = os.path.join(folder, name)
                figure.save(path)
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                self.assertIn(figure.svg(), text)
            self.assertIn("<title>a &amp; b</title>", text)

    def test_wrong_arguments(self):
        with self.assertRaisesRegex(ValueError, "2 xs .* 3 ys"):
            plot.Figure().curve([1, 2, 3], [1, 2])
        with self.assertRaisesRegex(ValueError, "at least 1, not 0"):
            plot.Figure().histogram([1], bins=0)


class AxisTest(unittest.TestCase):

    def test_marks_are_round_and_few(self):
        for low, high in [(0, 1), (0.1, 0.7), (-3, 12), (1e-6, 3e-6),
                          (0, 938), (-1e9, 1e9), (99.5, 100.5)]:
            found = Axis([low, high], 0, 100).marks()
            self.assertTrue(3 <= len(found) <= 8, (low, high, found))
            for place, label in found:
                self.assertTrue(0 <= place <= 100)
                self.assertLessEqual(len(label), 8)

    def test_decades_of_a_logarithmic_axis(self):
        labels = [label for _, label in
                  Axis([1e-3, 1e2], 0, 100, log=True).marks()]
        self.assertEqual(labels, ["0.001", "0.01", "0.1", "1", "10", "100"])
        narrow = Axis([20, 90], 0, 100, log=True).marks()
        self.assertIn("60", [label for _, label in narrow])


class SparklineTest(unittest.TestCase):

    def test_it_falls_and_rises(self):
        self.assertEqual(plot.sparkline([8, 4, 1, 4.5]), "█▄▁▅ 8 to 4.5")
        self.assertEqual(plot.sparkline(range(8)), "▁▂▃▄▅▆▇█ 0 to 7")

    def test_it_has_a_width(self):
        line = plot.sparkline(np.arange(1000), width=10)
        self.assertEqual(len(line.split()[0]), 10)
        with self.assertRaises(ValueError):
            plot.sparkline([1], width=0)

    def test_what_is_not_finite_is_blank(self):
        self.assertEqual(plot.sparkline([0, math.nan, 7]), "▁ █ 0 to 7")
        self.assertEqual(plot.sparkline([math.nan]), "  nan to nan")

    def test_equal_values_and_none(self):
        self.assertEqual(plot.sparkline([2, 2, 2]), "▁▁▁ 2 to 2")
        self.assertEqual(plot.sparkline([]), "")
