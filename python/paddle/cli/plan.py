"""Names what a job is made of, and makes the environment of its workers."""

import argparse
import os
from typing import Dict, List, Mapping, NamedTuple, Optional


class Restarts(NamedTuple):
    """Says how workers that are lost are started again."""
    limit: int  # of all ranks together
    stall: float  # seconds of silence after which a worker counts as lost
    socket: str  # the path of the agent's


class Plan(NamedTuple):
    """Holds all that a job is made of."""
    command: List[str]  # of each worker
    environs: List[Dict[str, str]]  # of each rank
    log_dir: Optional[str]  # for a file of the output of each
    restarts: Optional[Restarts]  # None: the first loss ends the job


def environment(rank: int, options: argparse.Namespace, store: Optional[str],
                restarts: Optional[Restarts],
                environ: Mapping[str, str]) -> Dict[str, str]:
    """Returns the environment of a worker.

    Args:
      rank: of the worker.
      options: of the job, from `parse`.
      store: its URL; None for a job of one, which needs none.
      restarts: of the job; None if no worker is started again.
      environ: the launcher's own environment, which is passed on.
    """
    own = dict(environ)
    for name in ("PADDLE_STORE", "PADDLE_AGENT", "PADDLE_RESTARTS"):
        own.pop(name, None)  # that of another job
    if store is not None:
        own["PADDLE_STORE"] = store
    if restarts is not None:
        own.update(PADDLE_AGENT=restarts.socket, PADDLE_RESTARTS="0")
    size = options.nproc
    own.update(PADDLE_JOB=options.job, PADDLE_NODE="0",
               PADDLE_LOCAL_RANK=str(rank), PADDLE_SHARDS=str(options.shards),
               RANK=str(rank), WORLD_SIZE=str(size), LOCAL_RANK=str(rank),
               LOCAL_WORLD_SIZE=str(size))
    own.setdefault("OMP_NUM_THREADS", str(
        max(1, len(os.sched_getaffinity(0)) // size)))
    return own
