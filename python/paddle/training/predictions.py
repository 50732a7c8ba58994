"""Computes a network for all that a reader gives."""

from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

import numpy as np

from .. import core
from ..data.feeder import DataFeeder
from ..reader import Reader, check_reader
from .trained import Trained

Outputs = Union[core.Variable, str, Sequence[Union[core.Variable, str]],
                Mapping[str, Union[core.Variable, str]]]


def named(outputs: Outputs) -> Dict[str, str]:
    """Returns the names of variables, by the names of their results."""
    if isinstance(outputs, (core.Variable, str)):
        outputs = [outputs]
    if not isinstance(outputs, Mapping):
        outputs = {_name(each): each for each in outputs}
    return {key: _name(each) for key, each in outputs.items()}


def predictions(trainer: Trained, program: core.Program, reader: Reader,
                outputs: Mapping[str, str],
                feed_order: Optional[Sequence[Any]]) -> Dict[str, Any]:
    """Returns the values of variables over all batches, by `outputs`' keys.

    Args:
      trainer: has the executor and the values.
      program: in test mode.
      reader: as of Trainer.predict.
      outputs: of `named`.
      feed_order: as of Trainer.predict.
    """
    check_reader("reader", reader)
    names = list(outputs.values())
    feeds = _Feeds(program, names, feed_order)
    parts: List[List[Any]] = [[] for _ in names]
    for batch in reader():
        values = trainer.executor.eval(program, feeds.feed(batch), names,
                                       trainer.scope)
        for part, value in zip(parts, values):
            part.append(value)
    return {key: _joined(key, part) for key, part in zip(outputs, parts)}


class _Feeds:
    """Feeds what the outputs need, of batches that may have more."""

    def __init__(self, program: core.Program, names: List[str],
                 order: Optional[Sequence[Any]]) -> None:
        needed = set(_data_of(program.prune([], names)))
        every = [_name(each) for each in order] if order is not None else (
            _data_of(program))
        self._needed = [name for name in every if name in needed]
        self._feeders = {len(chosen): DataFeeder(chosen, program)
                         for chosen in (every, self._needed)}

    def feed(self, batch: Any) -> Dict[str, Any]:
        feeder = self._feeders.get(_width(batch))
        if feeder is None:  # It says what does not fit.
            feeder = self._feeders[len(self._needed)]
        fed = feeder.feed(batch)
        return {name: fed[name] for name in self._needed if name in fed}


def _data_of(program: core.Program) -> List[str]:
    return [v.name for v in program.global_block().vars if v.is_data]


def _name(variable: Union[core.Variable, str]) -> str:
    return variable if isinstance(variable, str) else variable.name


def _width(batch: Any) -> int:
    """The number of parts of a sample."""
    if isinstance(batch, tuple):
        return len(batch)
    if isinstance(batch, list) and batch and isinstance(batch[0], tuple):
        return len(batch[0])
    return 1


def _joined(name: str, parts: List[Any]) -> Any:
    if not parts:
        raise ValueError("the reader to predict from gave no batch: it returns "
                         "a new iterator at each call")
    if isinstance(parts[0], list):  # of sequences
        return list(_chained(parts))
    if np.ndim(parts[0]) == 0:
        raise ValueError(f"{name} is one number for a whole batch, not one for "
                         "each sample")
    return np.concatenate(parts)


def _chained(parts: List[List[Any]]) -> Iterator[Any]:
    for part in parts:
        yield from part
