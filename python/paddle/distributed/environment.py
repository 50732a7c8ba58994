"""Tells a process its place in a job, from the variables of who started it."""

import os
import re
from typing import Mapping, NamedTuple, Optional


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
    """
    rank: int
    size: int
    local_rank: int
    shards: int
    store: Optional[str]
    job: Optional[str]


class _Starter(NamedTuple):
    """The variables by which one kind of launcher tells rank and size."""
    rank: str
    size: str
    local_rank: Optional[str]


# The first whose rank or size is set counts. Some schedulers set a size where
# they start one process only, so that for those the rank decides.
_LAUNCHER = _Starter("RANK", "WORLD_SIZE", "LOCAL_RANK")
_STARTERS = (
    _LAUNCHER,
    _Starter("SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID"),
    _Starter("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
             "OMPI_COMM_WORLD_LOCAL_RANK"),
    _Starter("PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"),
    _Starter("JOB_COMPLETION_INDEX", "PADDLE_TRAINERS", None),
)


def read(environ: Mapping[str, str] = os.environ) -> Environment:
    """Returns the place of a process in its job.

    The first of these that is set counts: RANK and WORLD_SIZE of `paddle run`
    and of others that do as it does, those of Slurm's srun, of Open MPI, of
    MPICH and Intel MPI, and JOB_COMPLETION_INDEX of an indexed job of
    Kubernetes, with its size in PADDLE_TRAINERS. Without any, the process is
    alone: rank 0 of 1. PADDLE_SHARDS, PADDLE_STORE and PADDLE_JOB add to each.

    Args:
      environ: the variables, by default those of this process.

    Raises:
      ValueError: a variable is missing or makes no sense; the message names
        it. A job of more than one needs PADDLE_STORE.
    """
    starter = next((each for each in _STARTERS if each.rank in environ), None)
    if starter is None and _LAUNCHER.size in environ:
        starter = _LAUNCHER
    if starter is None:
        rank, size, local_rank = 0, 1, 0
    else:
        rank, size = _number(environ, starter.rank), _size(environ, starter)
        if rank >= size:
            raise ValueError(f"{starter.rank} is {rank}, but {starter.size} "
                             f"is {size}: ranks begin with 0")
        local_rank = _local_rank(environ, starter)
    shards = size
    if "PADDLE_SHARDS" in environ:
        shards = _number(environ, "PADDLE_SHARDS")
        if shards < size:
            raise ValueError(f"PADDLE_SHARDS is {shards}, which is less than "
                             f"the size of the job, {size}")
    store = environ.get("PADDLE_STORE") or None
    if size > 1 and store is None:
        assert starter is not None
        raise ValueError(
            f"PADDLE_STORE is not set: {starter.size} says that the job has "
            f"{size} processes, which need its URL to find each other")
    return Environment(rank, size, local_rank, shards, store,
                       environ.get("PADDLE_JOB") or None)


def _number(environ: Mapping[str, str], name: str) -> int:
    text = environ.get(name)
    if text is None:
        raise ValueError(f"{name} is not set")
    if not re.fullmatch("[0-9]{1,9}", text):
        raise ValueError(f"{name} is {text!r}, which is no whole number from "
                         "0 on")
    return int(text)


def _size(environ: Mapping[str, str], starter: _Starter) -> int:
    if starter.size not in environ:
        raise ValueError(f"{starter.size} is not set, but {starter.rank} is")
    size = _number(environ, starter.size)
    if size == 0:
        raise ValueError(f"{starter.size} is 0, but there is this process")
    return size


def _local_rank(environ: Mapping[str, str], starter: _Starter) -> int:
    names = ["PADDLE_LOCAL_RANK"] if starter is _LAUNCHER else []
    names += [starter.local_rank] if starter.local_rank else []
    name = next((each for each in names if each in environ), None)
    return 0 if name is None else _number(environ, name)
