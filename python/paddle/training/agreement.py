"""Keeps the trainers of a job of one mind, though some were lost meanwhile."""

import json
import os
from typing import (
    TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence)

from .early_stopping import EarlyStopping

if TYPE_CHECKING:
    from ..distributed import Job


def gathered(gather: Callable[[bytes], Sequence[bytes]], own: Any
             ) -> List[Any]:
    """Returns the value of each trainer, in order of ranks: what JSON can
    hold. `gather` gathers bytes."""
    return [json.loads(text) for text in gather(json.dumps(own).encode())]


def measures(job: "Job", measured: Dict[str, float], missed: bool,
             early: Optional[EarlyStopping]) -> Dict[str, float]:
    """Returns the measures of a trainer that has taken part in all steps, the
    same in all trainers. One that was lost evaluates other values, and may have
    missed evaluations; since all have to stop together it takes over what the
    other one watches.

    Args:
      job: the trainers, all of which call this.
      measured: by this one.
      missed: whether steps were made without it.
      early: the stopping that they have, or None.
    """
    own = {"missed": missed or job.replaying, "measured": measured,
           "watched": None if early is None else early.state_dict()}
    told = gathered(job.gather, own)
    source = next((each for each in told if not each["missed"]), told[0])
    if missed and early is not None:
        early.load_state_dict(source["watched"])
    found: Dict[str, float] = source["measured"]
    return found


def best(job: "Job", path: str, missed: bool) -> None:
    """Takes over the file of the best parameters of another trainer, if this
    one was not there when they were."""
    while True:
        told = gathered(job.gather, {"missed": missed,
                                     "has": os.path.exists(path)})
        sources = [rank for rank, each in enumerate(told)
                   if each["has"] and not each["missed"]]
        if not sources or not any(each["missed"] for each in told):
            return
        gives = job.rank == sources[0] and not missed
        found = [each for each in job.gather(_content(path) if gives else b"")
                 if each]
        if found:
            break  # Else the one that was to give them is lost.
    if missed:
        with open(path, "wb") as file:
            file.write(found[0])


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
