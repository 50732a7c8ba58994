"""Sends programs to a cluster of nodes, which train them without Python.

A cluster is some machines on each of which a node runs (`tools/node`). Each of
them takes jobs; which machine a part of a job runs on, the cluster decides.
"""

import os
from typing import (
    Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union)

from .. import core
from .libraries import path_of
from .submitted_job import SubmittedJob


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

    def jobs(self) -> List[SubmittedJob]:
        """Returns the jobs of the cluster, in the order in which they came."""
        return [SubmittedJob(self._client, str(each["id"]))
                for each in self.states()]

    def states(self) -> List[Dict[str, object]]:
        """Returns for each of `jobs` its "id" and what its `state` says, with
        one question to the cluster for all of them."""
        return list(self._client.jobs())

    def job(self, id: str) -> SubmittedJob:
        """Returns a job.

        Args:
          id: what `submit` has told.

        Raises:
          KeyError: there is no such job.
        """
        self._client.job(id)
        return SubmittedJob(self._client, id)


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
    return SubmittedJob(cluster._client, cluster._client.submit(spec))
