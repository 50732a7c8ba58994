"""The words and signs of a formula, and reading them one after the other."""

import re
from typing import Callable, List, NamedTuple, Optional, TypeVar

T = TypeVar("T")


class NotAFormula(Exception):
    """The text does not go on as a formula would."""


class Token(NamedTuple):
    text: str
    start: int
    end: int
    spaced: bool  # a blank stands before it


_TOKEN = re.compile(r"\.\.\.|[-+*]=|[<>]=|\d+(?:\.\d+)?(?:e-?\d+)?|"
                    r"[A-Za-z]\w*'*|[^\sA-Za-z0-9]")


def tokens_of(text: str) -> List[Token]:
    return [Token(m.group(), m.start(), m.end(),
                  m.start() == 0 or text[m.start() - 1].isspace())
            for m in _TOKEN.finditer(text)]


class TokenReader:
    """Reads tokens; `position` is that of the next one."""

    def __init__(self, tokens: List[Token], position: int = 0) -> None:
        self.position = position
        self._tokens = tokens

    def _next(self, ahead: int = 0) -> str:
        i = self.position + ahead
        return self._tokens[i].text if 0 <= i < len(self._tokens) else ""

    def _spaced(self, ahead: int = 0) -> bool:
        i = self.position + ahead
        return 0 <= i < len(self._tokens) and self._tokens[i].spaced

    def _is_binary(self) -> bool:
        return self._spaced() and self._spaced(1)

    def _take(self, wanted: str = "") -> str:
        found = self._next()
        if not found or wanted and found != wanted:
            raise NotAFormula
        self.position += 1
        return found

    def _attempt(self, parse: Callable[[], T]) -> Optional[T]:
        """Returns what parse does; None, and nothing is read, if it fails."""
        before = dict(vars(self))
        try:
            return parse()
        except NotAFormula:
            vars(self).update(before)
            return None
