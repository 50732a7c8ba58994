"""Refuses what would need the rows of tables that servers alone keep."""

from typing import List, Tuple

from .. import core


class Tables:
    """The tables of a program, if servers keep them: no trainer has the array.

    program: trains; see pd.layer.embedding(distributed=True).
    served: False where trainers keep the parameters, tables too.

    Raises:
      NotImplementedError: servers cannot keep one; names the user's line.
    """

    def __init__(self, program: core.Program, served: bool) -> None:
        self._found: List[Tuple[str, str]] = (
            core._served_tables(program) if served else [])

    def refuse(self, what: str, asked: bool = True) -> None:
        """Raises NotImplementedError if there are tables and it was asked
        for; names the table and the user's line that looks up its rows."""
        if self._found and asked:
            name, line = self._found[0]
            raise NotImplementedError(
                f"{what} would need all rows of the table {name!r}, which "
                "servers keep and no trainer has; train without it, or without "
                f"--servers; the table is looked up in {line}")
