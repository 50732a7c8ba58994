"""Plain text of operators and docstrings as reStructuredText."""

import ast
import itertools
import re
import textwrap
from typing import List, Tuple

# Parts of an operator's comment, at its end.
_PART = re.compile(r"(?:^|(?<=[.:] ))(Errors|Sources?): ")


def escaped(text: str) -> str:
    """Text in which nothing is markup."""
    return re.sub(r"([\\*`|_<>])", r"\\\1", text)


def parts_of(comment: str) -> Tuple[str, str, str]:
    """Splits a comment into what an operator computes, its errors and its
    source; "" for a missing part."""
    what, *parts = _PART.split(comment)
    found = {name.rstrip("s"): part.strip()
             for name, part in zip(parts[::2], parts[1::2])}
    return what.strip(), found.get("Error", ""), found.get("Source", "")


def title(text: str, line: str = "=") -> str:
    return f"{text}\n{line * len(text)}\n\n"


def table(widths: str, head: List[str], rows: List[List[str]]) -> str:
    """A list-table; cells are reStructuredText of one line."""
    if not rows:
        return ""
    text = (f".. list-table::\n   :header-rows: 1\n   :widths: {widths}\n\n")
    for row in [head] + rows:
        text += "".join(f"   {'*' if i == 0 else ' '} - {cell}\n"
                        for i, cell in enumerate(row))
    return text + "\n"


def indented(text: str, by: str = "   ") -> str:
    return "".join(by + line if line.strip() else line
                   for line in text.splitlines(keepends=True))


def lists_as_markup(lines: List[str]) -> List[str]:
    """A docstring's lines, made safe: only sections ("Args:"), examples (">>>")
    and indented programs mean anything. Programs become code blocks."""
    made: List[str] = []
    section = ""
    program = False
    for i, line in enumerate(lines):
        blank_before = not made or not made[-1].strip()
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            made.append(line)
            continue
        if indent == 0:
            section = line.rstrip(":") if line in _SECTIONS else ""
            program = False
        elif blank_before and not section and not program:
            program = True
            made += ["" if line.lstrip().startswith(">>>")
                     else f".. code-block:: {_language(lines[i:])}", ""]
        if program or section == "Example":
            made.append(line)
        else:
            made.append(_prose(line))
    return made


def _language(lines: List[str]) -> str:
    """Returns the language of the indented lines that come first: Python or
    other."""
    block = itertools.takewhile(
        lambda line: not line.strip() or line.startswith(" "), lines)
    try:
        ast.parse(textwrap.dedent("\n".join(block)))
    except SyntaxError:
        return "text"
    return "python"


_SECTIONS = ("Args:", "Returns:", "Raises:", "Example:", "Examples:",
             "Source:", "Note:", "Yields:")


def _prose(line: str) -> str:
    return re.sub(r"(?<!\\)([*|]|_\b)", r"\\\1", line)
