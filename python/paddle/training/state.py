"""The contents of a trainer's checkpoint."""

import json
import math
import os
import re
import warnings
import zlib
from typing import Any, Dict, List, Optional, Tuple

from .. import core, io
from ..io.files import check_file, named, open_regular, replacing
from .checkpoint import Checkpoints
from .tables import check_tables, own_names
from .trained import Trained

_VARIABLES, _STATE = "variables", "state.json"
# Format 1 came without a manifest: nothing says whether its state is as it was
# written. Format 2 is the same state, and must have one. Format 3 has variables
# in several files, and the state names them.
_WITHOUT_MANIFEST, _FORMAT, _OF_SHARES = 1, 2, 3
# Format 4 has rows of tables, too, whose files the state names.
_WITH_TABLES = 4
# The fields a state must have, with the types that format 1 can be checked
# for.
_FIELDS = {
    "program": int, "seed": int, "random_step": int, "epoch": int,
    "batch": int, "step": int, "metrics": dict, "evaluated": dict,
    "history": list, "early_stopping": object, "reader": object,
    "eval_reader": object}


def save_variables(folder: str, trainer: Trained, rank: int,
                   size: int) -> List[str]:
    """Writes a share of the persistable variables, that of trainer `rank` of
    `size`, to a folder; returns the name of the file, or none for an empty
    share."""
    names = share(_sizes(trainer), rank, size)
    if not names and size > 1:
        return []
    file = _VARIABLES if size == 1 else f"{_VARIABLES}-{rank}-of-{size}"
    io.save(os.path.join(folder, file), trainer.program, names, trainer.scope)
    return [file]


def share(sizes: Dict[str, int], rank: int, size: int) -> List[str]:
    """Returns the names whose values trainer `rank` of `size` writes: about
    as many bytes as the others. Each name is one trainer's."""
    loads, own = [0] * size, []
    # Large ones first: small ones then even out what they have left.
    for name in sorted(sizes, key=lambda name: (-sizes[name], name)):
        least = loads.index(min(loads))
        loads[least] += sizes[name]
        if least == rank:
            own.append(name)
    return own


def _sizes(trainer: Trained) -> Dict[str, int]:
    """Returns about how many bytes each persistable variable has."""
    sizes = {}
    for name in own_names(trainer):
        found = trainer.scope.find_var(name)
        # The writer of the file says which has no value.
        sizes[name] = 0
        if found is not None and found.get_tensor().initialized:
            tensor = found.get_tensor()
            # Names of types end with their bits; "bool" has none.
            bits = re.sub(r"\D", "", tensor.dtype) or "8"
            sizes[name] = math.prod(tensor.shape) * int(bits) // 8
    return sizes


def save_state(folder: str, trainer: Trained, state: Dict[str, Any],
               variables: List[str], tables: Dict[str, List[str]]) -> str:
    """Writes the state of random numbers, the names of the files that hold
    the variables and the rows of each table, and `state`, to a folder; returns
    the name of the file."""
    whole: Dict[str, Any] = {
        "format": _FORMAT, "program": _sum_of(trainer.program),
        "seed": core._seed(), "random_step": core._step_of(trainer.scope),
        **state}
    if variables != [_VARIABLES]:
        whole.update(format=_OF_SHARES, variables=variables)
    if tables:
        whole.update(format=_WITH_TABLES, variables=variables, tables=tables)
    path = os.path.join(folder, _STATE)
    with named(path), replacing(path, text=True) as file:
        json.dump(whole, file)
    return _STATE


def load_state(checkpoints: Checkpoints, trainer: Trained
               ) -> Tuple[Optional[str], Dict[str, Any]]:
    """Sets what save_variables and save_state have written; returns the
    folder and the state.

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
    check_tables(path, state, trainer)
    _load_variables([os.path.join(path, file) for file in
                     state.get("variables", [_VARIABLES])], trainer)
    if not has_manifest:
        warnings.warn(f"the checkpoint {path} was saved without checksums; its "
                      "state is taken as it is", stacklevel=3)
    if state["program"] != _sum_of(trainer.program):
        warnings.warn(f"the checkpoint {path} is of another program; its "
                      "values are taken, but random numbers may differ",
                      stacklevel=3)
    set_random(trainer.scope, state["seed"], state["random_step"])
    return state


def _load_variables(paths: List[str], trainer: Trained) -> None:
    for path in paths:
        check_file(path)  # C++ would call a missing file a KeyError.
    core._load_variables(paths, trainer.program, own_names(trainer),
                         trainer.scope)


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
    if type(number) is not int or (
            not _WITHOUT_MANIFEST <= number <= _WITH_TABLES):
        raise OSError(f"{path} is not the state of a trainer in format "
                      f"{_FORMAT} to {_WITH_TABLES}")
    if number != _WITHOUT_MANIFEST and not has_manifest:
        raise OSError(f"{os.path.dirname(path)} has lost its manifest")
    _check_fields(path, state)
    return state


def _check_fields(path: str, state: Dict[str, Any]) -> None:
    fields = dict(_FIELDS)
    if state["format"] >= _OF_SHARES:
        fields["variables"] = list
    if state["format"] == _WITH_TABLES:
        fields["tables"] = dict
    for name, kind in fields.items():
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
