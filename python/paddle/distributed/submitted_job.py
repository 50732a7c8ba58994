"""Follows jobs that were sent to a cluster, from anywhere."""

import os
import tempfile
import time
from typing import Callable, Dict, Iterator, List, Optional, TypeVar

from .. import core

# Seconds between two looks at a job that is waited for.
PAUSE = 0.5
# Seconds for which no node needs to answer one who waits: another one leads
# before they are over.
_PATIENCE = 60
# A trainer removes checkpoints while they are read. One that stays and cannot
# be read so many times is damaged; ones that are made faster than they are
# read are not to be had after so many seconds.
_ATTEMPTS = 3
_DOWNLOAD_SECONDS = 20
_OVER = ("done", "failed", "cancelled")
_MANIFEST = "manifest"

_Answer = TypeVar("_Answer")


def answer_of(ask: Callable[[], _Answer],
              end: Optional[float] = None) -> _Answer:
    """Returns what `ask` returns, which is called again as long as no node
    answers, for 60 s at most, and not after `end` by time.monotonic.

    Raises:
      OSError: there was no answer until then.
    """
    last = time.monotonic() + _PATIENCE
    last = last if end is None else min(last, end)
    while True:
        try:
            return ask()
        except OSError:
            if time.monotonic() > last:
                raise
        time.sleep(PAUSE)


class SubmittedJob:
    """A job that was sent. It goes on without the process that has sent it.

    Example:
      >>> def result_of(job, folder):
      ...     job.wait()
      ...     print(job.metrics()[-1]["values"])
      ...     job.download(folder)
      ...     pd.io.load(folder + "/values")
    """

    def __init__(self, client: "core._JobClient", id: str) -> None:
        self._client = client
        self.id = id

    def __repr__(self) -> str:
        return f"SubmittedJob({self.id!r})"

    def state(self) -> Dict[str, object]:
        """Returns what the cluster says of it: "phase" ("waiting" for nodes,
        "running", "done", "failed", "cancelled"), "attempt", "message",
        "progress", the names of the nodes of its "trainers" and "servers",
        and when it was "sent"."""
        state: Dict[str, object] = self._client.job(self.id)
        return state

    def wait(self, timeout: Optional[float] = None) -> None:
        """Returns when the job is done.

        Nodes may be lost meanwhile, all of them too if some come back: only
        when none has answered for 60 s, this is an error.

        Args:
          timeout: the longest time to wait in seconds; None: any.

        Raises:
          RuntimeError: it has failed, for the reason that is told, or was
            cancelled.
          TimeoutError: it is not over yet.
          OSError: no node has answered for 60 s, or until the timeout.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            state = answer_of(self.state, end)
            if is_over(state):
                break
            if end is not None and time.monotonic() > end:
                raise TimeoutError(f"the job {self.id} is {state['phase']} "
                                   f"after {timeout} s")
            time.sleep(PAUSE)
        if state["phase"] != "done":
            raise RuntimeError(f"the job {self.id} is {state['phase']}: "
                               f"{state['message']}")

    def cancel(self) -> None:
        """Ends the job; what it has written stays."""
        self._client.cancel(self.id)

    def files(self) -> Dict[str, int]:
        """Returns the sizes of its files in bytes, by name: logs of processes,
        metrics, checkpoints."""
        return dict(self._client.files(self.id))

    def read(self, name: str, offset: int = 0) -> Iterator[bytes]:
        """Gives the contents of a file piece by piece.

        Args:
          name: of a file, as `files` says.
          offset: where to begin, in bytes.

        Raises:
          KeyError: there is no such file.
        """
        while True:
            piece: bytes = self._client.read(self.id, name, offset)
            if not piece:
                return
            yield piece
            offset += len(piece)

    def log(self, process: str = "trainer-0",
            attempt: Optional[int] = None) -> str:
        """Returns what a process has said.

        Args:
          process: "trainer-0" or "server-1".
          attempt: the number of the attempt; None: the last one.

        Raises:
          KeyError: it has not begun.
        """
        if attempt is None:
            attempt = int(str(self.state()["attempt"]))
        text = b"".join(self.read(f"logs/{attempt}-{process}"))
        return text.decode(errors="replace")

    def metrics(self) -> List[Dict[str, object]]:
        """Returns for each step so far its "step", its "epoch", and the means
        of the metrics over its examples, "values", by name."""
        if "metrics" not in self.files():
            return []
        text = b"".join(self.read("metrics")).decode()
        # The last line may be under way.
        return [_metrics_of(line) for line in text.split("\n")[:-1]]

    def download(self, folder: str) -> str:
        """Copies the last checkpoint: `pd.io.load` reads its file "values".

        The job may go on meanwhile. Nothing is put into the folder before the
        checkpoint is there as a whole, and has the checksums of its manifest.

        Args:
          folder: where to; it is made.

        Returns:
          The name of the checkpoint.

        Raises:
          FileNotFoundError: there is none yet.
          OSError: no node answers; the checkpoint is damaged; or each was
            removed by newer ones before it could be read.
        """
        os.makedirs(os.path.dirname(os.path.abspath(folder)), exist_ok=True)
        deadline = time.monotonic() + _DOWNLOAD_SECONDS
        last, attempts = "", 0
        while True:
            try:
                files = self.files()
                before, last = last, self._last_checkpoint(files)
                attempts = attempts + 1 if last == before else 1
                sizes = {name: size for name, size in files.items()
                         if name.startswith(last + "/")}
                self._download(sizes, os.path.abspath(folder))
                return last
            # It was removed, and there is a newer one; a list that is made in
            # between has neither.
            except (FileNotFoundError, KeyError, _Torn) as error:
                if not last:
                    attempts += 1
                    if attempts >= _ATTEMPTS:
                        raise
                elif attempts >= _ATTEMPTS or time.monotonic() > deadline:
                    raise OSError(
                        f"the checkpoint of the job {self.id} cannot be "
                        f"read: {error}") from error

    def _last_checkpoint(self, files: Dict[str, int]) -> str:
        names = {name.split("/")[0] for name in files
                 if name.startswith("checkpoint-") and "/" in name}
        if not names:
            raise FileNotFoundError(f"the job {self.id} has no checkpoint yet")
        return max(names, key=lambda name: int(name.split("-")[1]))

    def _download(self, sizes: Dict[str, int], folder: str) -> None:
        with tempfile.TemporaryDirectory(
                prefix=f"{os.path.basename(folder)}.part-",
                dir=os.path.dirname(folder)) as part:
            for name, size in sizes.items():
                self._copy(name, size, part)
            _check(part)
            _put(part, folder)

    def _copy(self, name: str, size: int, folder: str) -> None:
        path = os.path.join(folder, os.path.basename(name))
        with open(path, "wb") as file:
            file.writelines(self.read(name))
        got = os.path.getsize(path)
        if got != size:
            raise _Torn(f"{name} has {got} bytes, not {size}")


class _Torn(Exception):
    """Files that are not those of one checkpoint."""


def _check(folder: str) -> None:
    """Compares the files with their manifest."""
    try:
        core._check_manifest(folder)
    except OSError as error:
        raise _Torn(str(error)) from error


def _put(part: str, folder: str) -> None:
    """Moves the files; a manifest is never beside those of another one."""
    os.makedirs(folder, exist_ok=True)
    manifest = os.path.join(folder, _MANIFEST)
    if os.path.exists(manifest):
        os.remove(manifest)
    # The manifest comes last.
    for name in sorted(os.listdir(part), key=lambda name: name == _MANIFEST):
        os.replace(os.path.join(part, name), os.path.join(folder, name))


def is_over(state: Dict[str, object]) -> bool:
    """Returns whether a job of this state goes on no more."""
    return state["phase"] in _OVER


def _metrics_of(line: str) -> Dict[str, object]:
    step, epoch, *values = line.split("\t")
    pairs = (value.rpartition("=") for value in values)
    return {"step": int(step), "epoch": int(epoch),
            "values": {name: float(value) for name, _, value in pairs}}
