"""Tables of text."""

from typing import Collection, Iterator, Sequence


def lines(rows: Sequence[Sequence[str]],
          right: Collection[int]) -> Iterator[str]:
    """The lines of a table: the first row, a rule, and the others.

    Args:
      rows: cells, as many in each.
      right: columns that end at their right edge, such as numbers.
    """
    widths = [max(map(len, column)) for column in zip(*rows)]
    for i, cells in enumerate(rows):
        yield "  ".join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(cells, widths))).rstrip()
        if i == 0:
            yield "-" * (sum(widths) + 2 * len(widths) - 2)
