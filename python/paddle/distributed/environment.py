"""Tells a process its place in a job, from the variables of who started it."""

import os
from typing import Mapping, NamedTuple, Optional, Tuple

from .. import core


class Environment(NamedTuple):
    """The place of a process in its job.

    Members:
      rank: 0 to size - 1.
      size: how many processes the job has.
      local_rank: among the processes of one machine; 0 if nobody says.
      shards: into how many parts the job divides its data, size or more.
      store: the URL where the processes find each other; None where a job of
        one has none.
      job: its name, or None.
      servers: the addresses of the servers that keep the parameters.
    """
    rank: int
    size: int
    local_rank: int
    shards: int
    store: Optional[str]
    job: Optional[str]
    servers: Tuple[str, ...] = ()


def read(environ: Mapping[str, str] = os.environ) -> Environment:
    """Returns the place of a process in its job.

    The first of these that is set counts: RANK and WORLD_SIZE of `paddle run`
    and of others that do as it does, those of Slurm's srun, of Open MPI, of
    MPICH and Intel MPI, and JOB_COMPLETION_INDEX of an indexed job of
    Kubernetes, with its size in PADDLE_TRAINERS. Without any, the process is
    alone: rank 0 of 1. PADDLE_SHARDS, PADDLE_STORE, PADDLE_JOB and
    PADDLE_SERVERS add to each.

    Args:
      environ: the variables, by default those of this process.

    Raises:
      ValueError: a variable is missing or makes no sense; the message names
        it. A job of more than one needs PADDLE_STORE.
    """
    rank, size, local_rank, shards, store, job, servers = (
        core._job_environment(dict(environ)))
    return Environment(rank, size, local_rank, shards, store or None,
                       job or None, tuple(servers))
