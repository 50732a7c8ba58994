"""Tables on standard output: by rich, where it can be imported and somebody
looks, else as plain text."""

import importlib.util
import sys
from typing import Collection, Sequence

from ..inspect import table


def show(head: Sequence[str], rows: Sequence[Sequence[str]],
         right: Collection[int] = ()) -> None:
    """Prints a table.

    Args:
      head: a text above each column.
      rows: texts, as many in each.
      right: columns of numbers.
    """
    if sys.stdout.isatty() and importlib.util.find_spec("rich") is not None:
        _show_rich(head, rows, right)
    else:
        print("\n".join(table.lines([head, *rows], right)))


def _show_rich(head: Sequence[str], rows: Sequence[Sequence[str]],
               right: Collection[int]) -> None:
    from rich.console import Console  # type: ignore[import]
    from rich.table import Table  # type: ignore[import]
    from rich.text import Text  # type: ignore[import]

    shown = Table()
    for i, name in enumerate(head):
        shown.add_column(Text(name), justify="right" if i in right else "left")
    for row in rows:
        shown.add_row(*map(Text, row))  # Not markup: "[N, 3]" is a shape.
    Console().print(shown)
