"""The measures that a trainer computes per batch: the loss and the metrics."""

import copy
from typing import (
    Any, Callable, Dict, Iterator, List, Mapping, Sequence, Tuple, Union)

import numpy as np

from .. import core
from ..metric import MeanMetric, Metric
from .agreement import gathered

# A variable, whose mean is taken, or a metric and what its update takes.
MetricOf = Union[core.Variable, Tuple[Any, ...]]


class Measures:
    """The loss and the metrics of a trainer over many batches.

    names: the variables to fetch for each.
    """

    def __init__(self, loss: core.Variable,
                 metrics: Mapping[str, MetricOf]) -> None:
        self.names: List[str] = []
        self._parts: Dict[str, Tuple[Metric, int]] = {}
        self._means: List[str] = []
        all_metrics: Dict[str, MetricOf] = {"loss": loss, **metrics}
        for name, value in all_metrics.items():
            if isinstance(value, tuple) and value and (
                    isinstance(value[0], Metric)):
                self._add(name, copy.deepcopy(value[0]), value[1:])
            elif not isinstance(value, (core.Variable, str)):
                raise TypeError(f"the metric {name} is a variable, or a tuple "
                                "of a pd.metric and the variables it takes, "
                                f"not {value!r}")
            else:
                self._means.append(name)
                self._add(name, MeanMetric(), [value])

    def _add(self, name: str, metric: Metric,
             variables: Sequence[Union[core.Variable, str]]) -> None:
        metric.reset()
        self._parts[name] = (metric, len(variables))
        self.names += [v if isinstance(v, str) else v.name for v in variables]

    def update(self, values: Sequence[Any], samples: int) -> Dict[str, float]:
        """Adds what a batch of so many samples has fetched; returns the means
        of the batch."""
        of_batch = {}
        for name, metric, arrays in self._split(values):
            if name in self._means:
                of_batch[name] = float(np.mean(arrays[0]))
                metric.update(of_batch[name], samples)
            else:
                metric.update(*arrays)
        return of_batch

    def _split(self, values: Sequence[Any]
               ) -> Iterator[Tuple[str, Metric, Sequence[Any]]]:
        begin = 0
        for name, (metric, count) in self._parts.items():
            yield name, metric, values[begin:begin + count]
            begin += count

    def eval(self) -> Dict[str, Any]:
        """The values over all batches."""
        return {name: metric.eval()
                for name, (metric, _) in self._parts.items()}

    def means(self) -> Dict[str, float]:
        """Returns the means of the loss and of the metrics that are
        variables; cheap."""
        return {name: self._parts[name][0].eval() for name in self._means}

    def add_all(self, gather: Callable[[bytes], Sequence[bytes]]) -> None:
        """Makes the accumulated state that of all trainers, from which
        `gather` gathers bytes."""
        self.load_state_dict(self.state_of_all(gather))

    def state_of_all(self, gather: Callable[[bytes], Sequence[bytes]]
                     ) -> Dict[str, Any]:
        """Returns the accumulated state of all trainers together."""
        together: Dict[str, Any] = _sum(gathered(gather, self.state_dict()))
        return together

    def state_dict(self) -> Dict[str, Any]:
        """Returns the accumulated state."""
        return {name: metric.state_dict()
                for name, (metric, _) in self._parts.items()}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Goes on where the state was saved; KeyError if it lacks a metric."""
        for name, (metric, _) in self._parts.items():
            metric.load_state_dict(state[name])


def _sum(states: Sequence[Any]) -> Any:
    """Sums of states of metrics, which are numbers in lists and dicts."""
    if isinstance(states[0], dict):
        return {name: _sum([state[name] for state in states])
                for name in states[0]}
    if isinstance(states[0], list):
        return [_sum(parts) for parts in zip(*states)]
    return sum(states)
