"""Writes LaTeX: variables, functions, products and fractions of operators'
formulas."""

import re
from typing import List, NamedTuple


class Term(NamedTuple):
    """LaTeX, and how tightly its parts hold together."""
    text: str
    binds: int
    inside: str = ""  # what stands in the parentheses, if those are all


SUM, PRODUCT, ATOM = range(3)
GREEK = {"alpha", "beta", "gamma", "delta", "epsilon", "lambda", "mu", "pi",
         "rho", "sigma"}
PRODUCTS = {"*": r"\, ", ".": r"\cdot ", "mod": r"\bmod "}
_FUNCTIONS = {"exp", "log", "sin", "cos", "tanh", "max", "min"}


def variable(word: str) -> str:
    """beta1, h', a_u; upright if it has a name of several letters."""
    bare = word.rstrip("'")
    if bare == "inf":
        return r"\infty"
    base, _, index = bare.partition("_")
    number = re.fullmatch(r"([A-Za-z]+?)(\d+)", bare)
    if number and (number.group(1) in GREEK or len(number.group(1)) == 1):
        base, index = number.groups()
    if base in GREEK and (base == bare or index.isdigit()):
        made = "\\" + base
    elif len(base) == 1:
        made = base
    else:
        made, index = rf"\mathrm{{{_upright(bare)}}}", ""
    if index:
        made += (f"_{index}" if len(index) == 1
                 else rf"_{{\mathrm{{{_upright(index)}}}}}")
    return made + word[len(bare):]


def _upright(word: str) -> str:
    return word.replace("_", r"\_")


def parenthesised(text: str) -> str:
    tall = re.search(r"\\(frac|sum|begin|left)", text)
    return rf"\left({text}\right)" if tall else f"({text})"


def call(function: str, arguments: List[Term]) -> Term:
    text = ", ".join(argument.text for argument in arguments)
    if function == "sqrt":
        return Term(rf"\sqrt{{{text}}}", ATOM)
    if function == "floor":
        return Term(rf"\left\lfloor {text} \right\rfloor", ATOM)
    if function == "sum":
        loose = len(arguments) > 1 or arguments[0].binds == SUM
        return Term(rf"\sum {parenthesised(text) if loose else text}", PRODUCT)
    if function in _FUNCTIONS:
        head = "\\" + function
    elif function in GREEK or len(function) == 1:
        head = variable(function)
    else:
        head = rf"\operatorname{{{_upright(function)}}}"
    return Term(head + parenthesised(text), ATOM)


def beside(factor: Term, sign: str = "*") -> Term:
    return factor._replace(text=PRODUCTS[sign] + factor.text)


def fraction(above: List[Term], below: List[Term]) -> Term:
    if not below:
        return above[0] if len(above) == 1 else Term(_times(above), PRODUCT)
    return Term(rf"\frac{{{_times(above)}}}{{{_times(below)}}}", PRODUCT)


def _times(factors: List[Term]) -> str:
    """A product; one factor alone needs no parentheses."""
    if len(factors) == 1:
        return factors[0].inside or factors[0].text
    return " ".join(factor.text for factor in factors)
