"""The base class of metrics, and the two metrics that combine others."""

from typing import Any, Dict, List, Sequence

import numpy as np


class Metric:
    """A number gathered over batches.

    A subclass says in _zeros what it keeps, arrays by name, and adds to
    self._kept in update.

    Example:
      >>> isinstance(pd.metric.Accuracy(), pd.metric.Metric)
      True
    """

    def __init__(self) -> None:
        self._kept = self._zeros()

    def _zeros(self) -> Dict[str, Any]:
        raise NotImplementedError

    def reset(self) -> None:
        """Forgets all batches."""
        self._kept = self._zeros()

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Adds a batch; ValueError for arrays that do not go together."""
        raise NotImplementedError

    def eval(self) -> Any:
        """The value of all batches so far."""
        raise NotImplementedError

    def state_dict(self) -> Dict[str, Any]:
        """Returns the accumulated state as lists and numbers (which JSON
        keeps)."""
        return {name: value.tolist() for name, value in self._kept.items()}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Replaces what was gathered; ValueError if it is another metric's."""
        kept = self._zeros()
        for name, zeros in kept.items():
            value = np.asarray(state.get(name), zeros.dtype)
            if value.shape != zeros.shape:
                raise ValueError(f"the state of {type(self).__name__} has a "
                                 f"{name} of shape {value.shape}, not "
                                 f"{zeros.shape}")
            kept[name] = value
        self._kept = kept


class MeanMetric(Metric):
    """sum(weight * value) / sum(weight): of a loss, say, with the number of
    samples of each batch as weight.

    Example:
      >>> metric = pd.metric.MeanMetric()
      >>> metric.update(0.5, weight=2)
      >>> metric.update(0.2, weight=1)
      >>> round(metric.eval(), 3)
      0.4
    """

    def _zeros(self) -> Dict[str, Any]:
        return {"sum": np.zeros(()), "weight": np.zeros(())}

    def update(self, values: Any, weight: Any = 1) -> None:
        """values: a number or an array; weight: one for all or one for each."""
        values = np.asarray(values, np.float64)
        weights = np.broadcast_to(np.asarray(weight, np.float64), values.shape)
        self._kept["sum"] = self._kept["sum"] + (values * weights).sum()
        self._kept["weight"] = self._kept["weight"] + weights.sum()

    def eval(self) -> float:
        weight = float(self._kept["weight"])
        return float(self._kept["sum"]) / weight if weight else float("nan")


class CompositeMetric(Metric):
    """Several metrics of the same batches; eval() gives a list.

    Example:
      >>> said, meant = np.array([0, 1, 1, 1]), np.array([0, 1, 0, 1])
      >>> metric = pd.metric.CompositeMetric(
      ...     [pd.metric.Precision(), pd.metric.Recall()])
      >>> metric.update(said, meant)
      >>> [round(value, 3) for value in metric.eval()]
      [0.667, 1.0]
    """

    def __init__(self, metrics: Sequence[Metric]) -> None:
        self.metrics: List[Metric] = list(metrics)
        super().__init__()

    def _zeros(self) -> Dict[str, Any]:
        return {}

    def reset(self) -> None:
        for metric in self.metrics:
            metric.reset()

    def update(self, *args: Any, **kwargs: Any) -> None:
        for metric in self.metrics:
            metric.update(*args, **kwargs)

    def eval(self) -> List[Any]:
        return [metric.eval() for metric in self.metrics]

    def state_dict(self) -> Dict[str, Any]:
        return {"metrics": [metric.state_dict() for metric in self.metrics]}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        states = state.get("metrics", [])
        if len(states) != len(self.metrics):
            raise ValueError(f"the state is of {len(states)} metrics, not of "
                             f"{len(self.metrics)}")
        for metric, part in zip(self.metrics, states):
            metric.load_state_dict(part)


def column(name: str, values: Any) -> Any:
    """[n] or [n, 1], as [n]; ValueError for anything else."""
    values = np.asarray(values)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise ValueError(f"{name} has the shape {values.shape}; [n] or [n, 1] "
                         "is wanted")
    return values


def check_rows(predictions: Any, labels: Any) -> None:
    """ValueError unless there is a label for each prediction."""
    if len(predictions) != len(labels):
        raise ValueError(f"{len(predictions)} predictions do not go with "
                         f"{len(labels)} labels")


def check_range(name: str, values: Any, end: int) -> None:
    """ValueError unless all values are whole numbers in [0, end)."""
    if not np.issubdtype(values.dtype, np.integer):
        raise ValueError(f"{name} are whole numbers, not {values.dtype}")
    outside = values[(values < 0) | (values >= end)]
    if outside.size:
        raise ValueError(f"{name} are in [0, {end}), but one is {outside[0]}")
