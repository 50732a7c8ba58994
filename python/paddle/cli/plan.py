"""Names what a job is made of, and makes the environment of its workers."""

import argparse
import os
from typing import (
    TYPE_CHECKING, Dict, List, Mapping, NamedTuple, Optional, Sequence)

from .groups import Policy

if TYPE_CHECKING:
    from .servers import Server

# Set by other jobs, in one of which the launcher may be; and the ranks that the
# schedulers of framework/distributed/runner/environment.h give to the launcher.
_OTHERS = ("PADDLE_STORE", "PADDLE_AGENT", "PADDLE_RESTARTS", "PADDLE_NODE",
           "RANK", "WORLD_SIZE", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK",
           "PMI_RANK", "JOB_COMPLETION_INDEX")


class Machines(NamedTuple):
    """Says how the agents of several machines find each other."""
    url: str  # of etcd, with a prefix of the job's own
    name: str  # of this machine's agent, which no other has
    lease: int  # seconds after which a machine that is silent counts as lost
    patience: float  # seconds without a group after which the job ends


class Elastic(NamedTuple):
    """Says how a job goes on when workers are lost."""
    restarts: int  # of all workers together
    stall: float  # seconds of silence after which a worker counts as lost
    socket: str  # the path of the agent's
    policy: Policy  # how large groups may be
    machines: Optional[Machines]  # None for this one alone


class Plan(NamedTuple):
    """Holds all that a job is made of."""
    command: List[str]  # of each worker
    environs: List[Dict[str, str]]  # of each of this machine
    log_dir: Optional[str]  # for a file of the output of each
    elastic: Optional[Elastic]  # None: the first loss ends the job
    servers: Sequence["Server"] = ()  # which have been started


def environment(slot: int, options: argparse.Namespace, store: Optional[str],
                elastic: Optional[Elastic], environ: Mapping[str, str],
                address: Optional[str] = None) -> Dict[str, str]:
    """Returns the environment of a worker.

    Args:
      slot: the number of the worker among those of this machine.
      options: of the job, from `parse`.
      store: its URL; None for workers that need none.
      elastic: of the job; None if the first loss ends it.
      environ: the launcher's own environment, which is passed on.
      address: the number by which others reach this machine, if the job has
        several. Its workers hear their ranks from the agent.
    """
    own = dict(environ)
    for name in _OTHERS:
        own.pop(name, None)
    if store is not None:
        own["PADDLE_STORE"] = store
    if elastic is not None:
        own.update(PADDLE_AGENT=elastic.socket, PADDLE_RESTARTS="0")
    size = options.nproc
    own.update(PADDLE_JOB=options.job, PADDLE_LOCAL_RANK=str(slot),
               PADDLE_SHARDS=str(options.shards), LOCAL_RANK=str(slot),
               LOCAL_WORLD_SIZE=str(size))
    if address is None:
        own.update(PADDLE_NODE="0", RANK=str(slot), WORLD_SIZE=str(size))
    else:
        own["PADDLE_ADDRESS"] = address
    own.setdefault("OMP_NUM_THREADS", str(
        max(1, len(os.sched_getaffinity(0)) // size)))
    return own
