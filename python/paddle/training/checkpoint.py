"""Checkpoints: folders that are complete or not there."""

import os
import re
import shutil
from typing import Callable, List, Union

from .. import core
from ..data.read_ahead import check_positive
from ..io.files import to_disk

_NAME = re.compile(r"checkpoint-(\d{8,})")
_UNFINISHED = (".writing-", ".removing-")
_MANIFEST = "manifest"


class Unfinished:
    """A checkpoint that is being written, under another name than its own.

    Members:
      name: of the checkpoint, in the folder of all.
      path: where it will be.
      folder: where it is until it is published.
    """

    def __init__(self, parent: str, name: str) -> None:
        self._parent, self.name = parent, name
        self.path = os.path.join(parent, name)
        self.folder = os.path.join(parent, f".writing-{name}")

    def publish(self) -> None:
        """Brings it under its name, with its files, which are on the disk
        already. Does it again if it has been done: to be sure of the disk."""
        if not os.path.isdir(self.path):
            to_disk(self.folder)
            os.rename(self.folder, self.path)
        to_disk(self._parent)

    def abandon(self) -> None:
        """Removes it, unless it was published."""
        shutil.rmtree(self.folder, ignore_errors=True)


class Checkpoints:
    """A folder with the newest checkpoints of one training.

    Args:
      folder: made if it does not exist.
      every: how many steps lie between two checkpoints; None: one at the end of
        each epoch.
      keep: how many are kept; older ones are removed.

    A checkpoint is written under another name, brought to the disk, and then
    renamed: whenever the process is killed, or the machine stops, the ones
    that are there are complete. Its file `manifest` has the checksums of the
    others, so that `check` finds what a disk has damaged later. One training
    may write to a folder at a time: a process, or the trainers of a job.

    Example:
      >>> import tempfile
      >>> checkpoints = pd.Checkpoints(tempfile.mkdtemp(), every=100, keep=2)
      >>> checkpoints.paths()
      []
    """

    def __init__(self, folder: Union[str, "os.PathLike[str]"],
                 every: Union[int, None] = None, keep: int = 3) -> None:
        if every is not None:
            check_positive("every", every)
        check_positive("keep", keep)
        self.folder, self.every, self._keep = os.fspath(folder), every, keep
        if "\0" in self.folder:
            raise ValueError(f"the folder {self.folder!r} has a zero byte")

    def paths(self) -> List[str]:
        """The complete checkpoints, the newest first."""
        if not os.path.isdir(self.folder):
            return []
        found = [name for name in os.listdir(self.folder)
                 if _NAME.fullmatch(name)]
        return [os.path.join(self.folder, name)
                for name in sorted(found, key=_number, reverse=True)]

    def save(self, write: Callable[[str], None]) -> str:
        """Makes a checkpoint of the files that `write` puts in the folder it
        is given, and of their checksums; returns its path. What `write` raises
        leaves no trace. ValueError if one of the files is called manifest."""
        made = self._begin()
        try:
            write(made.folder)
            core._write_manifest(made.folder)
            for folder, _, files in os.walk(made.folder):
                for file in files:
                    to_disk(os.path.join(folder, file))
                to_disk(folder)
            made.publish()
        except BaseException:
            made.abandon()
            raise
        self._remove_old()
        return made.path

    def _begin(self) -> Unfinished:
        """Makes the folder of the next checkpoint, where nobody else writes."""
        os.makedirs(self.folder, exist_ok=True)
        self.clean()
        newest = self.paths()[:1]
        number = _number(os.path.basename(newest[0])) + 1 if newest else 0
        made = Unfinished(self.folder, f"checkpoint-{number:08d}")
        os.mkdir(made.folder)
        return made

    def _remove_old(self) -> None:
        for old in self.paths()[self._keep:]:
            self._remove(old)

    @staticmethod
    def check(path: str) -> bool:
        """Reads a checkpoint, one of `paths()`, and compares it with its
        manifest: OSError, naming the file and its fault, if a bit is not what
        was written, or a file is missing. False, and nothing is known, for one
        without manifest: versions before 0.1.1 wrote none."""
        if not os.path.lexists(os.path.join(path, _MANIFEST)):
            return False
        core._check_manifest(path)
        return True

    def clean(self) -> None:
        """Removes what killed processes have left half-done."""
        if not os.path.isdir(self.folder):
            return
        for name in os.listdir(self.folder):
            if name.startswith(_UNFINISHED):
                shutil.rmtree(os.path.join(self.folder, name),
                              ignore_errors=True)

    def _remove(self, path: str) -> None:
        folder, name = os.path.split(path)
        removed = os.path.join(folder, f".removing-{name}")
        os.rename(path, removed)  # First, so that it is never half there.
        shutil.rmtree(removed, ignore_errors=True)


def _number(name: str) -> int:
    return int(name.rsplit("-", 1)[1])
