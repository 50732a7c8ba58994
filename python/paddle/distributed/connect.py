"""Connects the trainers of a job."""

import os

from .. import core
from .environment import Environment

_LIBRARY = "libpaddle_gloo.so"

# Seconds to wait for trainers that have not come yet.
_PATIENCE = 300.0


def connect(place: Environment) -> "core._Group":
    """The group of all trainers, seen by this one.

    The library that carries the bytes between processes is looked for where
    PADDLE_GLOO_LIBRARY says, and else in the package.

    Raises:
      OSError: the library is missing, or the others did not come.
    """
    if place.size == 1:
        return core._local_group(place.shards)
    return core._connect(
        library(), place.rank, place.size, place.shards,
        os.environ.get("PADDLE_ADDRESS", "127.0.0.1"), place.store or "",
        place.job or "job", _PATIENCE)


def library() -> str:
    """The file of the library that carries bytes by Gloo."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = os.environ.get("PADDLE_GLOO_LIBRARY",
                          os.path.join(package, _LIBRARY))
    if not os.path.exists(path):
        raise FileNotFoundError(
            f"{path} does not exist: a job of several trainers needs "
            f"{_LIBRARY}; PADDLE_GLOO_LIBRARY says where it is")
    return path
