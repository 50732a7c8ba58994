"""What a checkpoint of a trainer holds."""

import json
import os
import warnings
import zlib
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple

from . import core, io
from .checkpoint import Checkpoints

if TYPE_CHECKING:
    from .trainer import Trainer

_VARIABLES, _STATE = "variables", "state.json"


def save_state(folder: str, trainer: "Trainer",
               state: Dict[str, Any]) -> None:
    """Writes all persistable variables, the state of random numbers, and
    `state`, to a folder."""
    io.save(os.path.join(folder, _VARIABLES), trainer.program,
            scope=trainer.scope)
    whole = {"format": 1, "program": _sum_of(trainer.program),
             "seed": core._seed(), "random_step": core._step_of(trainer.scope),
             **state}
    with open(os.path.join(folder, _STATE), "w", encoding="utf-8") as file:
        json.dump(whole, file)


def load_state(checkpoints: Checkpoints, trainer: "Trainer"
               ) -> Tuple[Optional[str], Dict[str, Any]]:
    """Sets what save_state has written; returns the folder and the state.

    (None, {}) if there is no checkpoint. A damaged one is passed over, with a
    warning; OSError if all are. ValueError or KeyError, and nothing is set, if
    the variables are not those of the trainer's program.
    """
    paths = checkpoints.paths()
    for i, path in enumerate(paths):
        try:
            return path, _load(path, trainer)
        except OSError as error:
            if i + 1 == len(paths):
                raise
            warnings.warn(f"the checkpoint {path} is passed over: {error}",
                          stacklevel=2)
    return None, {}


def _load(path: str, trainer: "Trainer") -> Dict[str, Any]:
    state = _read(os.path.join(path, _STATE))
    io.load(os.path.join(path, _VARIABLES), trainer.program,
            scope=trainer.scope)
    if state["program"] != _sum_of(trainer.program):
        warnings.warn(f"the checkpoint {path} is of another program; its "
                      "values are taken, but random numbers may differ",
                      stacklevel=2)
    _set_random(trainer.scope, state["seed"], state["random_step"])
    return state


def _read(path: str) -> Dict[str, Any]:
    try:
        with open(path, encoding="utf-8") as file:
            state = json.load(file)
    except ValueError as error:
        raise OSError(f"{path} is damaged: {error}") from error
    if not isinstance(state, dict) or state.get("format") != 1:
        raise OSError(f"{path} is not the state of a trainer")
    return state


def _set_random(scope: core.Scope, seed: int, step: int) -> None:
    """The seed is for programs without one of their own."""
    current = core.global_scope()
    count = core._step_of(current)
    core._set_seed(seed)  # Starts the count of the current scope anew.
    core._set_step(current, count)
    core._set_step(scope, step)


def _sum_of(program: core.Program) -> int:
    # Not the checksum of program files: they end with it, which makes it the
    # same for all of them.
    return zlib.crc32(program.serialize())
