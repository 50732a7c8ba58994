"""Sends programs to a cluster of nodes, which train them without Python.

A cluster is some machines on each of which a node runs (`tools/node`). Each of
them takes jobs; which machine a part of a job runs on, the cluster decides.
"""

import os
import time
from typing import (
    Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple,
    Union)

from .. import core
from .libraries import path_of

# Seconds between two looks at a job that is waited for.
_PAUSE = 0.5
_OVER = ("done", "failed", "cancelled")


class Data(NamedTuple):
    """Tells the nodes which files a job reads, and what is fed with them.

    Example:
      >>> data = pd.distributed.Data(
      ...     ["train/part-0.safetensors", "train/part-1.safetensors"],
      ...     {"words": ("words", "words.lengths"), "label": "label"},
      ...     batch_size=32, epochs=10)
      >>> data.batch_size
      32

    Args:
      files: below the nodes' folder of data: safetensors, IDX, or NumPy's .npy
        and .npz, which all have the same arrays.
      feeds: for each variable that is fed, the array of its values, a row for
        each example; or, of sequences, a pair of the array of all values and
        that of the numbers of values.
      batch_size: examples in the batch of a shard.
      epochs: how often all examples are used.
      shuffle: True: the order is another one in each epoch, and the same in
        each run.
      seed: of that order.
      drop_last: True: a last batch that is smaller is left out.
    """
    files: Sequence[str]
    feeds: Mapping[str, Union[str, Tuple[str, str]]]
    batch_size: int
    epochs: int = 1
    shuffle: bool = False
    seed: int = 0
    drop_last: bool = False


def _source(data: Data) -> "core._DataSource":
    feeds = [(name, of, "") if isinstance(of, str) else (name, *of)
             for name, of in data.feeds.items()]
    return core._DataSource(list(data.files), feeds, data.batch_size,
                            data.shuffle, data.seed, data.drop_last,
                            data.epochs)


class Cluster:
    """The way to the nodes of a cluster.

    Example:
      >>> def show(addresses="10.0.0.1:7000,10.0.0.2:7000"):
      ...     cluster = pd.distributed.Cluster(addresses, token_file="token")
      ...     for job in cluster.jobs():
      ...         print(job.id, job.state()["phase"])

    Args:
      addresses: of some of its nodes, with commas in between; by default what
        PADDLE_CLUSTER says. One that does not answer is passed over.
      token_file: the file with the cluster's token, which others than its owner
        must not be able to read; by default what PADDLE_TOKEN_FILE says.
      timeout: seconds after which a node counts as one that does not answer.

    Raises:
      ValueError: there is no address, or the token cannot be used.
    """

    def __init__(self, addresses: Optional[str] = None,
                 token_file: Optional[str] = None,
                 timeout: float = 10) -> None:
        if addresses is None:
            addresses = os.environ.get("PADDLE_CLUSTER", "")
        if token_file is None:
            token_file = os.environ.get("PADDLE_TOKEN_FILE", "")
        known = [each for each in addresses.split(",") if each]
        if not known:
            raise ValueError("no node of a cluster is named: addresses or "
                             "PADDLE_CLUSTER names some, \"host:port\" with "
                             "commas in between")
        self._client = core._JobClient(known, path_of("grpc"), token_file,
                                       timeout)

    def jobs(self) -> List["SubmittedJob"]:
        """Returns the jobs of the cluster, in the order in which they came."""
        return [SubmittedJob(self, each["id"]) for each in self._client.jobs()]

    def job(self, id: str) -> "SubmittedJob":
        """Returns a job.

        Args:
          id: what `submit` has told.

        Raises:
          KeyError: there is no such job.
        """
        self._client.job(id)
        return SubmittedJob(self, id)


class SubmittedJob:
    """A job that was sent. It goes on without the process that has sent it.

    Example:
      >>> def result_of(job, folder):
      ...     job.wait()
      ...     print(job.metrics()[-1]["values"])
      ...     job.download(folder)
      ...     pd.io.load(folder + "/values")
    """

    def __init__(self, cluster: Cluster, id: str) -> None:
        self._client = cluster._client
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

        Args:
          timeout: the longest time to wait in seconds; None: any.

        Raises:
          RuntimeError: it has failed, for the reason that is told, or was
            cancelled.
          TimeoutError: it is not over yet.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            state = self.state()
            if state["phase"] in _OVER:
                break
            if end is not None and time.monotonic() > end:
                raise TimeoutError(f"the job {self.id} is {state['phase']} "
                                   f"after {timeout} s")
            time.sleep(_PAUSE)
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

        Args:
          folder: where to; it is made.

        Returns:
          The name of the checkpoint.

        Raises:
          FileNotFoundError: there is none yet.
        """
        names = {name.split("/")[0] for name in self.files()
                 if name.startswith("checkpoint-") and "/" in name}
        if not names:
            raise FileNotFoundError(f"the job {self.id} has no checkpoint yet")
        last = max(names, key=lambda name: int(name.split("-")[1]))
        os.makedirs(folder, exist_ok=True)
        for name in self.files():
            if not name.startswith(last + "/"):
                continue
            path = os.path.join(folder, os.path.basename(name))
            with open(path, "wb") as file:
                file.writelines(self.read(name))
        return last


def _metrics_of(line: str) -> Dict[str, object]:
    step, epoch, *values = line.split("\t")
    pairs = (value.rpartition("=") for value in values)
    return {"step": int(step), "epoch": int(epoch),
            "values": {name: float(value) for name, _, value in pairs}}


def submit(program: core.Program, startup: core.Program, data: Data, job: str,
           trainers: int = 1, shards: int = 0, servers: int = 0,
           mode: str = "sync", staleness: int = -1,
           metrics: Sequence[Union[str, core.Variable]] = (),
           checkpoint_steps: int = 0, restarts: int = 3,
           cluster: Optional[Cluster] = None) -> SubmittedJob:
    """Sends a program to a cluster, which trains it without Python.

    The nodes check it, and cut it for trainers and servers; a program that
    they refuse leaves nothing behind. The bits of its parameters are those of
    a run in one process with as many shards, for any number of trainers and
    servers, and whatever is lost meanwhile.

    Example:
      >>> def send(cost, data):
      ...     job = pd.distributed.submit(
      ...         pd.default_main_program(), pd.default_startup_program(),
      ...         data=data, job="mlp", trainers=2, servers=1, metrics=[cost])
      ...     job.wait()

    Args:
      program: that trains, with an optimizer.
      startup: that sets its parameters.
      data: the files that it is fed from.
      job: a name of letters, digits, "-", "_" and ".".
      trainers: how many processes train it.
      shards: into how many batches the data of a step are divided, at least
        one for each trainer; 0: one for each.
      servers: how many processes keep the parameters; 0: the trainers do.
      mode: of servers: "sync", or "async": no trainer waits for another one,
        and takes whole files as it comes for them.
      staleness: steps by which a trainer may be ahead of the slowest one, in
        the mode "async"; -1: any number.
      metrics: variables of one number that are told for each step.
      checkpoint_steps: from one checkpoint to the next; 0: one at the end of
        each epoch.
      restarts: how often the job goes on from its last checkpoint when a
        process or a node is lost.
      cluster: where it is sent; by default that of PADDLE_CLUSTER.

    Returns:
      The job, which goes on by itself.

    Raises:
      ValueError: the cluster refuses the job, for the reason that is told.
      OSError: no node answers.
    """
    if mode not in ("sync", "async"):
        raise ValueError(f"mode is \"sync\" or \"async\", not {mode!r}")
    names = [each if isinstance(each, str) else each.name for each in metrics]
    spec = core._JobSpec(job, program, startup, _source(data), trainers,
                         shards, servers, mode == "async", staleness, names,
                         checkpoint_steps, restarts)
    cluster = Cluster() if cluster is None else cluster
    return SubmittedJob(cluster, cluster._client.submit(spec))
