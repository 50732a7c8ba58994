"""A checkpoint that the trainers of a job write together."""

import os
import shutil
from typing import Any, Callable, Dict, List, Optional, Protocol

from .. import core
from ..io.files import to_disk
from .agreement import gathered
from .checkpoint import Checkpoints, Unfinished
from .state import save_state, save_variables
from .tables import by_table, save_tables
from .trained import Trained

_BEST = "best"


class _Changed(Exception):
    """The trainers are others than those who have begun."""


class Trainers(Protocol):
    """Those who write: a pd.distributed.Job, or one Alone."""

    @property
    def rank(self) -> int:
        """The number of this trainer, from 0."""

    @property
    def size(self) -> int:
        """The number of trainers."""

    @property
    def replaying(self) -> bool:
        """True while this trainer repeats what the others have seen done."""

    def gather(self, own: bytes) -> List[bytes]:
        """Returns the bytes that each trainer gives, in order of ranks."""


class Alone:
    """The trainers of a training without a job."""

    rank, size, replaying = 0, 1, False

    def gather(self, own: bytes) -> List[bytes]:
        """Returns what the only one gives."""
        return [own]


class Shares:
    """Writes checkpoints: each trainer its share of the variables, and of the
    rows that servers keep, the first one the rest, and the manifest last.

    All trainers call save() together. It takes three rounds: the first trainer
    makes a folder, each writes its share into it, and the first one writes the
    state and the manifest and brings the folder under its name. A round ends
    when each has told the others what it has done, or which error it had, which
    is then an error in all. A trainer that was lost and has come back does
    again what it has not told, and nothing else: files are replaced whole.
    """

    def __init__(self, checkpoints: Checkpoints, trainer: Trained,
                 trainers: Trainers) -> None:
        self._checkpoints, self._trainer = checkpoints, trainer
        self._trainers = trainers

    def save(self, state: Dict[str, Any], best: str, missed: bool) -> None:
        """Makes a checkpoint.

        Args:
          state: what it holds besides variables and random numbers; that of
            the first trainer counts.
          best: the file of the best parameters, if there are any.
          missed: whether the others have made steps without this trainer, so
            that its file may be an old one.

        Raises:
          OSError: a trainer cannot write; the message names it, the file and
            the reason. There is no new checkpoint then, and no trace of it. A
            trainer without others raises what it was.
        """
        while not self._save(state, best, missed):
            # The best parameters were lost with who was to write them, or the
            # trainers have become fewer.
            pass

    def _save(self, state: Dict[str, Any], best: str, missed: bool) -> bool:
        standing = 0 if not os.path.exists(best) else 1 if missed else 2
        try:
            told = self._each(
                lambda: {"name": self._begin(), "best": standing})
        except _Changed:
            return False
        made = Unfinished(self._checkpoints.folder, told[0]["name"])
        standings = [each["best"] for each in told]
        writes_best = max(standings) > 0 and (
            standings.index(max(standings)) == self._trainers.rank)
        try:
            shares = self._each(
                lambda: self._write(made, best if writes_best else None))
            whole = None not in shares
            if whole:
                self._each(lambda: self._finish(made, shares, state))
        except _Changed:
            return False
        except BaseException:
            # Replaying, others may be writing to a folder of the same name.
            if self._trainers.rank == 0 and not self._trainers.replaying:
                made.abandon()
            raise
        return whole

    def _each(self, act: Callable[[], Any]) -> List[Any]:
        """Acts, unless the others have been told already; returns what it has
        come to in each trainer.

        Raises:
          _Changed: the trainers have become others since one of them acted,
            so that shares may be missing.
        """
        told: Dict[str, Any] = {}
        error = None
        place = [self._trainers.rank, self._trainers.size]
        if not self._trainers.replaying:
            try:
                told = {"place": place, "made": act()}
            except Exception as raised:
                if self._trainers.size == 1:
                    raise
                # Its other lines say where: they are those of this trainer.
                told = {"place": place, "fault": str(raised).split("\n")[0]}
                error = raised
        each = gathered(self._trainers.gather, told)
        if [one["place"] for one in each] != [
                [rank, len(each)] for rank in range(len(each))]:
            raise _Changed
        faults = [f"trainer {rank}: {one['fault']}"
                  for rank, one in enumerate(each) if "fault" in one]
        if faults:
            raise OSError("no checkpoint is written: "
                          + "; ".join(faults)) from error
        return [one["made"] for one in each]

    def _begin(self) -> str:
        """Makes the folder, as the first trainer; returns its name."""
        if self._trainers.rank > 0:
            return ""
        return self._checkpoints._begin().name

    def _write(self, made: Unfinished, best: Optional[str]
               ) -> Optional[Dict[str, str]]:
        """Writes the share of this trainer; returns the lines of the manifest
        by file, or None if the best parameters are gone that it should
        write."""
        if best is not None and not os.path.exists(best):
            return None
        # On a disk of the network it may not be seen here yet.
        os.makedirs(made.folder, exist_ok=True)
        files = save_variables(made.folder, self._trainer,
                               self._trainers.rank, self._trainers.size)
        files += save_tables(made.folder, self._trainer)
        if best is not None:
            shutil.copyfile(best, os.path.join(made.folder, _BEST))
            to_disk(os.path.join(made.folder, _BEST))
            files.append(_BEST)
        return {file: core._manifest_line(made.folder, file)
                for file in files}

    def _finish(self, made: Unfinished, shares: List[Dict[str, str]],
                state: Dict[str, Any]) -> None:
        """Writes the rest, as the first trainer. One that was lost may have
        done it, or a part of it."""
        if self._trainers.rank > 0:
            return
        if not os.path.isdir(made.path):
            lines = {file: line for share in shares
                     for file, line in share.items()}
            self._check_there(made.folder, shares)
            tables = by_table(list(lines), self._trainer)
            others = {_BEST}.union(*tables.values())
            file = save_state(made.folder, self._trainer, state,
                              [file for file in lines if file not in others],
                              tables)
            lines[file] = core._manifest_line(made.folder, file)
            core._write_manifest_lines(made.folder, list(lines.values()))
        made.publish()
        self._checkpoints._remove_old()

    @staticmethod
    def _check_there(folder: str, shares: List[Dict[str, str]]) -> None:
        """Raises OSError if a trainer has written to another machine's
        disk."""
        for rank, share in enumerate(shares):
            for file in share:
                path = os.path.join(folder, file)
                if not os.path.exists(path):
                    raise OSError(
                        f"{path}, which trainer {rank} has written, is not "
                        "here: the folder is not the same on all machines")
