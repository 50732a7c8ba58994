"""Reads a formula as operators' comments write it, and makes LaTeX of it.

"Param -= LearningRate * Grad / (sqrt(Moment) + epsilon)", "Out = X where X > 0,
else alpha * X": binary operators stand between blanks, a function before its
parenthesis without one, and words beside each other are prose, not a product.
"""

import re
from typing import Callable, List

import latex
from formula_tokens import NotAFormula, T, Token, TokenReader
from latex import ATOM, PRODUCT, SUM, Term


UPDATES = {"=": "=", "+=": r"\mathrel{+}=", "-=": r"\mathrel{-}=",
           "*=": r"\mathrel{*}="}
_ORDERS = {"<": "<", ">": ">", "<=": r"\le", ">=": r"\ge"}
_RELATIONS = {"=": "=", **_ORDERS}
# Words that no variable is called.
_PROSE = {"an", "and", "as", "else", "for", "if", "in", "is", "it", "of",
          "or", "over", "the", "to", "where", "with"}


class Parser(TokenReader):
    """Reads a formula from tokens, as far as it goes; `position` then is that
    of the first token that does not belong to it."""

    def __init__(self, tokens: List[Token], position: int = 0) -> None:
        super().__init__(tokens, position)
        self._bars = 0  # how many |...| are open
        self._brackets = 0  # and how many [...]

    def formula(self) -> str:
        """Variables, "=", "+=", "-=" or "*=", and what they become."""
        made = self._postfix().text
        while self._next() == "," and self._next(-1) == "]":
            self._take()
            made += f", {self._postfix().text}"
        if self._next() not in UPDATES:
            raise NotAFormula
        while self._next() in UPDATES and self._is_binary():
            made += f" {UPDATES[self._take()]} {self._cases()}"
        return made

    def expression(self) -> str:
        """Parses the right side of a formula, which is more than a name or
        number."""
        begin = self.position
        made = self._cases()
        if self.position < begin + 3:  # "-inf" is as good in plain text.
            raise NotAFormula
        return made

    def _cases(self) -> str:
        """An expression, whether it is less than another, or "a where x > 0, b
        where x < 0, else c"."""
        first = self._sum().text
        if self._next() in _ORDERS and self._is_binary():
            return f"({first} {_ORDERS[self._take()]} {self._sum().text})"
        condition = self._attempt(self._condition)
        if condition is None:
            return first
        rows = [rf"{first} & \text{{if }} {condition}"]
        while (row := self._attempt(self._case)) is not None:
            rows.append(row)
        other = self._attempt(self._otherwise)
        if other is not None:
            rows.append(rf"{other} & \text{{otherwise}}")
            return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"
        if len(rows) > 1 or " = " not in condition:
            raise NotAFormula  # Not all cases are told.
        return rf"{first} \quad\text{{where }} {condition}"

    def _condition(self) -> str:
        if self._take() not in ("where", "for"):
            raise NotAFormula
        made = self._sum().text
        if self._next() not in _RELATIONS:
            raise NotAFormula
        while self._next() in _RELATIONS and self._is_binary():
            made += f" {_RELATIONS[self._take()]} {self._sum().text}"
        return made

    def _case(self) -> str:
        self._take(",")
        value = self._sum().text
        return rf"{value} & \text{{if }} {self._condition()}"

    def _otherwise(self) -> str:
        self._take(",")
        self._take("else")
        return self._sum().text

    def _sum(self) -> Term:
        term = self._product()
        while self._next() in ("+", "-") and self._is_binary():
            term = Term(f"{term.text} {self._take()} {self._product().text}",
                        SUM)
        return term

    def _product(self) -> Term:
        above, below = [self._signed()], []
        while True:
            if self._next() in ("*", ".", "mod") and self._is_binary():
                sign = self._take()
                above.append(latex.beside(self._signed(), sign))
            elif self._next() == "/" and self._spaced() == self._spaced(1):
                self._take()
                divisor = self._signed()
                below.append(latex.beside(divisor) if below else divisor)
            elif self._multiplies():
                beside = self._attempt(self._power)
                if beside is None:
                    break
                above.append(latex.beside(beside))
            else:
                break
        return latex.fraction(above, below)

    def _multiplies(self) -> bool:
        """True if a factor without a sign follows."""
        word, before = self._next(), self._next(-1)
        if not self._spaced() or word in {"a", *_PROSE} or re.fullmatch(
                "[a-z]{2,}", before) and before not in latex.GREEK:
            return False
        bare = word.rstrip("'").partition("_")[0]
        called = self._next(1) in ("(", "[") and not self._spaced(1)
        is_name = bool(re.match("[A-Za-z]", word)) and (
            len(bare) == 1 or called or word[0].isupper()
            or bare.rstrip("0123456789") in latex.GREEK)
        return is_name or word == "(" or word == "|" and not self._bars

    def _signed(self) -> Term:
        if self._next() == "-" and not self._spaced(1):
            self._take()
            return Term("-" + self._power().text, PRODUCT)
        return self._power()

    def _power(self) -> Term:
        base = self._postfix()
        if self._next() != "^":
            return base
        self._take()
        exponent = self._signed()
        text = (base.text if base.binds == ATOM
                else latex.parenthesised(base.text))
        return Term(f"{text}^{{{exponent.inside or exponent.text}}}", ATOM)

    def _postfix(self) -> Term:
        term, items = self._atom(), []
        while self._next() == "[" and not self._spaced():
            self._take()
            self._brackets += 1
            items += self._list(self._index, "]")
            self._brackets -= 1
        if not items:
            return term
        index = ", ".join(items)
        below = not self._brackets and "_" not in term.text and all(
            re.fullmatch(r"\w|\d+", item) for item in items)
        return Term(f"{term.text}_{{{index}}}" if below
                    else f"{term.text}[{index}]", ATOM)

    def _list(self, item: Callable[[], T], end: str) -> List[T]:
        items = [item()]
        while self._next() == ",":
            self._take()
            items.append(item())
        self._take(end)
        return items

    def _index(self) -> str:
        """Parses an index between brackets: "i + 1", ":", "start:end", "...".
        """
        made = "" if self._next() == ":" else self._sum().text
        while self._next() == ":":
            self._take()
            made += ":" if self._next() in (",", "]") else (
                ":" + self._sum().text)
        return made

    def _atom(self) -> Term:
        word = self._take()
        if word == "...":
            return Term(r"\dots", ATOM)
        if re.match(r"\d", word):
            return Term(word, ATOM)
        if word == "(":
            inside = self._sum().text
            self._take(")")
            return Term(latex.parenthesised(inside), ATOM, inside)
        if word == "|":
            self._bars += 1
            inside = self._sum().text
            self._take("|")
            self._bars -= 1
            return Term(rf"\lvert {inside} \rvert", ATOM)
        if not re.match("[A-Za-z]", word) or word in _PROSE:
            raise NotAFormula
        if word == "sum" and self._next() == "over":
            return self._sum_over()
        if self._next() == "(" and not self._spaced():
            self._take()
            return latex.call(word, self._list(self._sum, ")"))
        return Term(latex.variable(word), ATOM)

    def _sum_over(self) -> Term:
        """"sum over i, j of X[i] * Y[j]"."""
        self._take("over")
        names = self._list(lambda: latex.variable(self._take()), "of")
        return Term(rf"\sum_{{{', '.join(names)}}} {self._product().text}",
                    PRODUCT)
