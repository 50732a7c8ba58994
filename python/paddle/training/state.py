"""The contents of a trainer's checkpoint."""

import json
import os
import warnings
import zlib
from typing import Any, Dict, List, Optional, Tuple

from .. import core, io
from ..io.files import open_regular
from .checkpoint import Checkpoints
from .trained import Trained

_VARIABLES, _STATE = "variables", "state.json"
# Format 1 came without a manifest: nothing says whether its state is as it was
# written. Format 2 is the same state, and must have one.
_FORMAT, _WITHOUT_MANIFEST = 2, 1
# The fields a state must have, with the types that format 1 can be checked
# for.
_FIELDS = {
    "program": int, "seed": int, "random_step": int, "epoch": int,
    "batch": int, "step": int, "metrics": dict, "evaluated": dict,
    "history": list, "early_stopping": object, "reader": object,
    "eval_reader": object}


def save_state(folder: str, trainer: Trained,
               state: Dict[str, Any]) -> None:
    """Writes all persistable variables, the state of random numbers, and
    `state`, to a folder."""
    io.save(os.path.join(folder, _VARIABLES), trainer.program,
            scope=trainer.scope)
    whole = {"format": _FORMAT, "program": _sum_of(trainer.program),
             "seed": core._seed(), "random_step": core._step_of(trainer.scope),
             **state}
    with open(os.path.join(folder, _STATE), "w", encoding="utf-8") as file:
        json.dump(whole, file)


def load_state(checkpoints: Checkpoints, trainer: Trained
               ) -> Tuple[Optional[str], Dict[str, Any]]:
    """Sets what save_state has written; returns the folder and the state.

    (None, {}) if there is no checkpoint. Every file of one is read first: a
    damaged one is passed over for the one before, with a warning that names
    the file; OSError, with all faults, if all are. ValueError or KeyError, and
    nothing is set, if the variables are not those of the trainer's program. One
    that was saved without checksums is taken as it is, with a warning.
    """
    faults: List[str] = []
    for path in checkpoints.paths():
        try:
            state = _load(path, trainer)
        except OSError as error:
            faults.append(f"the checkpoint {path} is passed over: {error}")
            continue
        for fault in faults:
            warnings.warn(fault, stacklevel=2)
        return path, state
    if faults:
        raise OSError(f"no checkpoint in {checkpoints.folder} can be read:\n"
                      + "\n".join(faults))
    return None, {}


def _load(path: str, trainer: Trained) -> Dict[str, Any]:
    has_manifest = Checkpoints.check(path)
    state = _read(os.path.join(path, _STATE), has_manifest)
    io.load(os.path.join(path, _VARIABLES), trainer.program,
            scope=trainer.scope)
    if not has_manifest:
        warnings.warn(f"the checkpoint {path} was saved without checksums; its "
                      "state is taken as it is", stacklevel=3)
    if state["program"] != _sum_of(trainer.program):
        warnings.warn(f"the checkpoint {path} is of another program; its "
                      "values are taken, but random numbers may differ",
                      stacklevel=3)
    set_random(trainer.scope, state["seed"], state["random_step"])
    return state


def _read(path: str, has_manifest: bool) -> Dict[str, Any]:
    try:
        with open_regular(path) as file:
            if file.read(1) != b"{":
                raise OSError(f"{path} is not the state of a trainer")
            file.seek(0)
            state = json.load(file)
    except (ValueError, RecursionError) as error:
        raise OSError(f"{path} is damaged: {error}") from error
    number = state.get("format")
    if number not in (_FORMAT, _WITHOUT_MANIFEST) or isinstance(number, bool):
        raise OSError(f"{path} is not the state of a trainer in format "
                      f"{_FORMAT}")
    if number == _FORMAT and not has_manifest:
        raise OSError(f"{os.path.dirname(path)} has lost its manifest")
    _check_fields(path, state)
    return state


def _check_fields(path: str, state: Dict[str, Any]) -> None:
    for name, kind in _FIELDS.items():
        if name not in state or not isinstance(state[name], kind):
            raise OSError(f"{path} is damaged: its {name} is "
                          f"{state.get(name)!r}")
        if kind is int and not 0 <= state[name] < 2**64:
            raise OSError(f"{path} is damaged: its {name} is {state[name]}")


def set_random(scope: core.Scope, seed: int, step: int) -> None:
    """Sets the state of random numbers. The seed is for programs without one
    of their own."""
    current = core.global_scope()
    count = core._step_of(current)
    core._set_seed(seed)  # Starts the count of the current scope anew.
    core._set_step(current, count)
    core._set_step(scope, step)


def _sum_of(program: core.Program) -> int:
    # Not the checksum of program files: they end with it, which makes it the
    # same for all of them.
    return zlib.crc32(program.serialize())
