"""Finds the formulas in plain text, for pages that show them as such."""

import re
from typing import Iterator, List, NamedTuple, Optional, Union

import formula_parser
from formula_tokens import NotAFormula, Token, tokens_of
from text import escaped

# Text that may follow a formula, other than the end.
_END = re.compile(r"[.,;:)](?=\s|$)|\s\(|\sand \S+ [-+*]?= |"
                  r"\s(?:along|in|over|the|for (?:axis|each))\b")
# Words before the right side of a formula that stands alone; before a function.
_BARE = re.compile(r"\b(?:as|by|is|or|times)\s|\bof\s(?=\w+\()")
_EQUALS = re.compile(r" ((?:\\mathrel\{.\})?= )")
_LONG = 60  # Longer formulas get lines of their own,
_WIDE = 78  # and still longer ones two.
_SIGN, _COMMA = r"(?= [-+] )", r"(?<!\\), "


class Formula(NamedTuple):
    text: str  # as it was written
    latex: str


Part = Union[str, Formula]


def split(text: str) -> Iterator[Part]:
    """The text, in order: prose and formulas."""
    tokens = tokens_of(text)
    done = skip = 0
    for first, token in enumerate(tokens):
        if token.start < skip:
            continue
        found = _formula_at(text, tokens, first)
        if found:
            if token.start > done:
                yield text[done:token.start]
            yield found
            done = skip = token.start + len(found.text)
    if done < len(text):
        yield text[done:]


def _formula_at(text: str, tokens: List[Token],
                first: int) -> Optional[Formula]:
    """The formula that begins with a token."""
    start = tokens[first].start
    if start and text[start - 1] not in " (":
        return None
    parser = formula_parser.Parser(tokens, first)
    bare = any(m.end() == start for m in _BARE.finditer(text))
    for read in [parser.formula] + ([parser.expression] if bare else []):
        parser.position = first
        try:
            made = read()
        except NotAFormula:
            continue
        end = tokens[parser.position - 1].end
        if end == len(text) or _END.match(text, end):
            return Formula(text[start:end], made)
    return None


def as_markup(text: str) -> str:
    """The text as reStructuredText: formulas among the words or, if they are
    tall or long or follow each other, on lines of their own."""
    made = ""
    parts = list(split(text))
    while parts:
        group = _group(parts)
        if len(group) > 1 or group and _is_tall(group[0]):
            del parts[:2 * len(group) - 1]
            end = _taken_punctuation(parts)
            made = made.rstrip() + displayed(group, end)
        else:
            part = parts.pop(0)
            made += (escaped(part) if isinstance(part, str)
                     else f":math:`{part.latex}`")
    return made.strip()


def _group(parts: List[Part]) -> List[Formula]:
    """The formulas that the parts begin with, and nothing else among them."""
    group = []
    for place, part in enumerate(parts):
        if isinstance(part, Formula):
            group.append(part)
        elif not place or not re.fullmatch("[;.,] (and )?| and ", part):
            break
    return group


def _is_tall(formula: Formula) -> bool:
    is_tall = re.search(r"\\(frac|sum|begin)", formula.latex)
    return len(formula.text) > _LONG or bool(
        is_tall and "=" in formula.text)


def _taken_punctuation(parts: List[Part]) -> str:
    """Removes the punctuation after a formula from the text; it belongs on the
    formula's line."""
    end = ""
    if parts and isinstance(parts[0], str):
        if parts[0][0] in ".,;:":
            end, parts[0] = parts[0][0], parts[0][1:]
        parts[0] = parts[0].lstrip()
    return end


def displayed(group: List[Formula], end: str = "") -> str:
    """Formulas on lines of their own, and what ends the last one."""
    lines = [line for formula in group for line in _lines(formula)]
    if len(lines) > 1:
        lines = [line if line.startswith("&")
                 else _EQUALS.sub(r" &\1", line, count=1) for line in lines]
    return ("\n\n.. math::\n\n   " + " \\\\\n   ".join(lines)
            + (rf"\text{{{end}}}" if end else "") + "\n\n")


def _lines(formula: Formula) -> List[str]:
    """The formula or, if a page is too narrow for it, its two halves."""
    latex = formula.latex
    places = (_places(_SIGN, latex, "{([") or _places(_COMMA, latex, "{(")
              or _places(_SIGN, latex, "{"))
    if len(formula.text) <= _WIDE or not places:
        return [latex]
    place = min(places, key=lambda place: abs(2 * place - len(latex)))
    return [latex[:place].rstrip(), r"&\quad " + latex[place:].lstrip()]


def _places(end: str, latex: str, outside: str) -> List[int]:
    """Returns the places where a line may end: outside of brackets of these
    kinds, and of those that grow."""
    kinds = [(left, {"{": "}", "(": ")", "[": "]"}[left]) for left in outside]
    kinds.append((r"\left", r"\right"))
    places = [match.end() for match in re.finditer(end, latex)]
    return [place for place in places
            if all(latex.count(left, 0, place) == latex.count(right, 0, place)
                   for left, right in kinds)]
