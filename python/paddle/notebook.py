"""HTML of programs and tables for notebooks, without scripts. All text is
escaped: names may hold anything."""

import html
from typing import Any, Iterator, List, Sequence

from . import core

_MOST_ROWS = 1000
_LONGEST = 60
_STYLE = "text-align:left;white-space:pre-wrap"


def table(head: Sequence[str], rows: Sequence[Sequence[str]],
          caption: str = "") -> str:
    """Returns a table of texts; of more than a thousand rows it says how many
    are left out."""
    parts = ["<table>"]
    if caption:
        parts.append(f"<caption>{html.escape(caption)}</caption>")
    parts.append(f"<thead>{_row('th', head)}</thead><tbody>")
    parts += [_row("td", row) for row in rows[:_MOST_ROWS]]
    if len(rows) > _MOST_ROWS:
        parts.append(_row("td", [f"... {len(rows) - _MOST_ROWS} more"]))
    return "".join(parts) + "</tbody></table>"


def program_html(program: core.Program) -> str:
    """Returns the operators of all blocks of a program, in tables."""
    return "".join(
        table(["operator", "inputs", "outputs", "attributes"],
              [_op_row(op) for op in block.ops],
              f"block {block.index}: {len(block.ops)} operators")
        for block in program.blocks)


def _row(tag: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(
        f'<{tag} style="{_STYLE}">{html.escape(cell)}</{tag}>'
        for cell in cells) + "</tr>"


def _op_row(op: core.Operator) -> List[str]:
    return [op.type, "; ".join(_slots(op.inputs)),
            "; ".join(_slots(op.outputs)),
            ", ".join(f"{name}={_short(value)}"
                      for name, value in op.attrs.items())]


def _slots(slots: Any) -> Iterator[str]:
    for slot, names in slots.items():
        if names:
            yield f"{slot}: {', '.join(names)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else text[:_LONGEST - 3] + "..."
