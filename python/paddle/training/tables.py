"""The rows of tables that servers alone keep: in checkpoints, and nowhere else
in a trainer."""

import os
from typing import Any, Dict, List, Tuple

from .. import core
from .trained import Trained


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


def own_names(trainer: Trained) -> List[str]:
    """Returns the names of the persistable variables that a trainer has: not
    those of which servers keep rows."""
    served = {name for columns in _tables_of(trainer).values()
              for name in columns}
    return [name for name in core._persistable_names(trainer.program)
            if name not in served]


def save_tables(folder: str, trainer: Trained) -> List[str]:
    """Writes this trainer's share of the rows of tables to a folder; returns
    the names of the files."""
    if trainer.job is None or not trainer.job.tables:
        return []
    saved = trainer.job.save_tables(folder)
    return [file for files in saved.values() for file in files]


def by_table(files: List[str], trainer: Trained) -> Dict[str, List[str]]:
    """Returns which of the files of all trainers, by save_tables, have rows of
    which table."""
    names = sorted(_tables_of(trainer))
    return {name: sorted(file for file in files
                         if file.startswith(f"table-{number}-"))
            for number, name in enumerate(names)}


def check_tables(path: str, state: Dict[str, Any], trainer: Trained) -> None:
    """Raises ValueError if the tables of a checkpoint are not those of which
    the servers of this trainer keep rows."""
    saved, own = set(state.get("tables", {})), set(_tables_of(trainer))
    for name in sorted(saved - own):
        raise ValueError(
            f"the checkpoint {path} has rows of the table {name!r}, which "
            "servers keep and no trainer has: it is gone on from in a job with "
            "servers, and with such a table")
    for name in sorted(own - saved):
        raise ValueError(
            f"the checkpoint {path} has no rows of the table {name!r}, which "
            "servers keep here: it is of a job without servers, or of another "
            "program")


def send_tables(folder: str, state: Dict[str, Any], trainer: Trained) -> None:
    """Has the servers begin anew with the rows of a checkpoint, if it has any;
    Trained.send_state has to follow."""
    if trainer.job is not None and trainer.job.tables:
        trainer.job.send_tables({
            name: [os.path.join(folder, file) for file in files]
            for name, files in state["tables"].items()})


def _tables_of(trainer: Trained) -> Dict[str, List[str]]:
    return {} if trainer.job is None else trainer.job.tables
