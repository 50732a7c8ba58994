"""Formulas in plain text are found, and become LaTeX; prose stays prose."""

import re
import unittest

import formulas
import op_pages
from text import parts_of

import paddle as pd

FORMULAS = {
    "Out = X + Y": r"\mathrm{Out} = X + Y",
    "Out = X / Y": r"\mathrm{Out} = \frac{X}{Y}",
    "Out = a / b / c * d": r"\mathrm{Out} = \frac{a \, d}{b \, c}",
    "Out = a - b / (c + d)": r"\mathrm{Out} = a - \frac{b}{c + d}",
    "y = x^2": "y = x^{2}",
    "y = sum(|X|^p)^(1/p)":
        r"y = \left(\sum \lvert X \rvert^{p}\right)^{\frac{1}{p}}",
    "y = sqrt(beta1 * v) + epsilon": r"y = \sqrt{\beta_1 \, v} + \epsilon",
    "y = (u h' + (1 - u) g) * scale_b":
        r"y = (u \, h' + (1 - u) \, g) \, \mathrm{scale\_b}",
    "Out[n, m] = sum over i, j of F[i] * X[n + i, j]":
        r"\mathrm{Out}_{n, m} = \sum_{i, j} F_{i} \, X[n + i, j]",
    "Out[i][s] = X[Index[i, 0], ..., 3]":
        r"\mathrm{Out}_{i, s} = X[\mathrm{Index}[i, 0], \dots, 3]",
    "Out = Input[..., start:end, :]":
        r"\mathrm{Out} = \mathrm{Input}[\dots, \mathrm{start}:\mathrm{end}, :]",
    "Param -= 2 * -lambda": r"\mathrm{Param} \mathrel{-}= 2 \, -\lambda",
    "Out = X <= Y": r"\mathrm{Out} = (X \le Y)",
    "Out = X where X > 0, else alpha * X":
        r"\mathrm{Out} = \begin{cases} X & \text{if } X > 0 \\ "
        r"\alpha \, X & \text{otherwise} \end{cases}",
    "y = max(x, 0) where x = t - 1":
        r"y = \max(x, 0) \quad\text{where } x = t - 1",
    "y = x - floor(x / 2)": r"y = x - \left\lfloor \frac{x}{2} \right\rfloor",
    "y = (j - n / 2) mod m":
        r"y = \left(j - \frac{n}{2}\right) \bmod m",
}
PROSE = [
    "Out = X and Y, element by element.", "Out = not X.",
    "Out = the index of the largest element.", "with Count = 0 it is first",
    "Out = X rounded down to a whole number.", "Out = sum of X.",
    # Not all cases are told, or not as formulas.
    "Out = 1 for X > 0, -1 for X < 0, 0 for 0.",
    "Out = X where Condition holds, else Y.",
    "a score of y_t-1 + b", "With X [2, 3] and [2, 5], Out is [2, 8].",
    "Out = (X", "Out = X[1", "Out = |X", "Out = ", "see top_k - or not",
]


def latex_of(text):
    return [part.latex for part in formulas.split(text)
            if isinstance(part, formulas.Formula)]


class FormulasTest(unittest.TestCase):

    def test_formulas(self):
        for text, latex in FORMULAS.items():
            with self.subTest(text):
                self.assertEqual(latex_of(text), [latex])
                self.assertEqual(latex_of(f"So: {text}, row by row."), [latex])

    def test_prose(self):
        for text in PROSE:
            with self.subTest(text):
                self.assertEqual(list(formulas.split(text)), [text])

    def test_nothing_is_lost(self):
        for op in op_pages.documented():
            comment = pd.core.op_proto(op).comment
            with self.subTest(op):
                self.assertEqual(comment, "".join(
                    part if isinstance(part, str) else part.text
                    for part in formulas.split(comment)))

    def test_of_operators(self):
        """Most operators that compute something have a formula, and each is
        such as LaTeX can read."""
        count = 0
        for op in op_pages.documented():
            for latex in latex_of(parts_of(pd.core.op_proto(op).comment)[0]):
                count += 1
                with self.subTest(op, latex=latex):
                    self.assertTrue(is_well_formed(latex))
        self.assertGreater(count, 170)

    def test_it_sees_what_is_not_well_formed(self):
        for wrong in ("{x", "x}", r"\left(x", r"\frac{a}", "x_{a}_{b}",
                      "x_a_b", "x^{2}^{3}", r"\unknown{x}"):
            self.assertFalse(is_well_formed(wrong), wrong)


_COMMANDS = {"alpha", "begin", "beta", "bmod", "cdot", "cos", "delta", "dots",
             "end", "epsilon", "exp", "frac", "infty", "lambda", "le", "left",
             "lfloor", "log", "lvert", "mathrel", "mathrm", "max", "min", "mu",
             "operatorname", "quad", "ge", "rfloor", "rho", "right", "rvert",
             "sigma", "sin", "sqrt", "sum", "tanh", "text"}


def is_well_formed(latex):
    bare = re.sub(r"\\[_,\\]", "", latex)
    while "{" in bare:  # From the inside out: G stands for a group.
        smaller = re.sub(r"\{[^{}]*\}", "G", bare)
        if smaller == bare:
            return False
        bare = smaller
    commands = re.findall(r"\\([A-Za-z]+)", latex)
    return ("}" not in bare and set(commands) <= _COMMANDS
            and not re.search(r"\\frac(?!GG)|_\w(?:_|\w_)|\^\w\^", bare)
            and all(commands.count(a) == commands.count(b) for a, b in (
                ("left", "right"), ("begin", "end"), ("lvert", "rvert"))))


class MarkupTest(unittest.TestCase):

    def test_short_formulas_stand_among_the_words(self):
        self.assertEqual(
            formulas.as_markup("Out = X * Y, *element* by element."),
            r":math:`\mathrm{Out} = X \, Y`, \*element\* by element.")

    def test_several_stand_below_each_other(self):
        self.assertEqual(
            formulas.as_markup("First: a = b; c += d. Then e."),
            "First:\n\n.. math::\n\n   a &= b \\\\\n"
            "   c &\\mathrel{+}= d\\text{.}\n\nThen e.")

    def test_wide_ones_are_broken(self):
        terms = [f"Coefficient[{i}] * Value[{i}]" for i in range(6)]
        text = "Out = " + " + ".join(terms)
        self.assertGreater(len(text), 85)
        markup = formulas.as_markup(text)
        self.assertEqual(markup.count(r"\mathrm{Value}"), 6)
        self.assertIn("\n   \\mathrm{Out} &= \\mathrm{Coefficient}_{0}", markup)
        self.assertIn(" \\\\\n   &\\quad + \\mathrm{Coefficient}_{3}", markup)

    def test_nothing_is_broken_inside_of_a_fraction(self):
        inside = " + ".join(f"Coefficient[{i}]" for i in range(8))
        self.assertNotIn(r"\quad", formulas.as_markup(f"y = ({inside}) / 2"))

    def test_tall_ones_have_a_line(self):
        self.assertEqual(
            formulas.as_markup("y = 1 / x (inf for 0)."),
            ".. math::\n\n   y = \\frac{1}{x}\n\n(inf for 0).")
