"""Metrics of classes: what was right, of what was said and what was so."""

from typing import Any, Dict, Optional

import numpy as np

from .base import Metric, check_range, check_rows, column


class Accuracy(Metric):
    """correct / all: the share of samples whose label is among the k classes
    with the highest scores. Of equal scores the lower class counts first.

    Example:
      >>> said, meant = np.array([0, 1, 1, 1]), np.array([0, 1, 0, 1])
      >>> metric = pd.metric.Accuracy()
      >>> metric.update(said, meant)
      >>> round(metric.eval(), 3)
      0.75
    """

    def __init__(self, k: int = 1) -> None:
        if k < 1:
            raise ValueError(f"k is at least 1, not {k}")
        self._k = k
        super().__init__()

    def _zeros(self) -> Dict[str, Any]:
        return {"correct": np.zeros((), np.int64),
                "all": np.zeros((), np.int64)}

    def update(self, predictions: Any, labels: Any) -> None:
        """predictions: scores [n, classes], or classes [n] or [n, 1] of whole
        numbers; labels: [n] or [n, 1]."""
        predictions, labels = np.asarray(predictions), column("labels", labels)
        check_rows(predictions, labels)
        if np.issubdtype(predictions.dtype, np.integer):
            right = column("predictions", predictions) == labels
        else:
            right = self._among_highest(predictions, labels)
        self._kept["correct"] = self._kept["correct"] + right.sum()
        self._kept["all"] = self._kept["all"] + len(labels)

    def _among_highest(self, scores: Any, labels: Any) -> Any:
        if scores.ndim != 2:
            raise ValueError(f"scores have the shape {scores.shape}; "
                             "[n, classes] is wanted")
        check_range("labels", labels, scores.shape[1])
        order = np.argsort(-scores, axis=1, kind="stable")[:, :self._k]
        return (order == labels[:, None]).any(axis=1)

    def eval(self) -> float:
        return _ratio(self._kept["correct"], self._kept["all"], float("nan"))


class _Counts(Metric):
    """True positives, false positives and false negatives of each class.

    classes: how many there are; without it there are two, and only 1 is of
        interest.
    average: over classes: "macro", of the values of the classes, or "micro",
        of all decisions together.
    threshold: what a probability must exceed to say yes (two classes).
    """

    def __init__(self, classes: Optional[int] = None, average: str = "macro",
                 threshold: float = 0.5) -> None:
        if average not in ("macro", "micro"):
            raise ValueError(f'average is "macro" or "micro", not "{average}"')
        self._classes, self._average = classes, average
        self._threshold = threshold
        super().__init__()

    def _zeros(self) -> Dict[str, Any]:
        return {"counts": np.zeros((3, self._classes or 1), np.int64),
                "all": np.zeros((), np.int64)}

    def update(self, predictions: Any, labels: Any) -> None:
        """predictions: with classes, scores [n, classes] or whole numbers [n];
        without, probabilities of yes, or 0 and 1, [n]. labels: [n]. Columns
        [n, 1] are taken, too."""
        labels = column("labels", labels)
        check_range("labels", labels, self._classes or 2)
        said = self._decided(np.asarray(predictions))
        check_rows(said, labels)
        wanted = (np.arange(self._classes) if self._classes
                  else np.array([1]))[:, None]
        yes, so = said == wanted, labels == wanted
        self._kept["counts"] = self._kept["counts"] + [
            (yes & so).sum(1), (yes & ~so).sum(1), (~yes & so).sum(1)]
        self._kept["all"] = self._kept["all"] + len(labels)

    def _decided(self, predictions: Any) -> Any:
        if self._classes is None:
            values = column("predictions", predictions)
            return (values > self._threshold).astype(np.int64)
        if not np.issubdtype(predictions.dtype, np.integer):
            if predictions.shape[1:] != (self._classes,):
                raise ValueError(f"scores have the shape {predictions.shape}; "
                                 f"[n, {self._classes}] is wanted")
            return predictions.argmax(axis=1)
        values = column("predictions", predictions)
        check_range("predictions", values, self._classes)
        return values

    def eval(self) -> float:
        if not self._kept["all"]:
            return float("nan")
        counts = self._kept["counts"]
        if self._average == "micro":
            counts = counts.sum(axis=1, keepdims=True)
        return float(np.mean([self._value(*each) for each in counts.T]))

    def _value(self, tp: int, fp: int, fn: int) -> float:
        raise NotImplementedError


class Precision(_Counts):
    """TP / (TP + FP): how much of what was said to be so, is.

    Example:
      >>> said, meant = np.array([0, 1, 1, 1]), np.array([0, 1, 0, 1])
      >>> metric = pd.metric.Precision()
      >>> metric.update(said, meant)
      >>> round(metric.eval(), 3)
      0.667
    """

    def _value(self, tp: int, fp: int, fn: int) -> float:
        return _ratio(tp, tp + fp)


class Recall(_Counts):
    """TP / (TP + FN): how much of what is so, was found.

    Example:
      >>> said, meant = np.array([0, 1, 1, 1]), np.array([0, 1, 0, 1])
      >>> metric = pd.metric.Recall()
      >>> metric.update(said, meant)
      >>> round(metric.eval(), 3)
      1.0
    """

    def _value(self, tp: int, fp: int, fn: int) -> float:
        return _ratio(tp, tp + fn)


class F1(_Counts):
    """2 TP / (2 TP + FP + FN): the harmonic mean of precision and recall.

    Example:
      >>> said, meant = np.array([0, 1, 1, 1]), np.array([0, 1, 0, 1])
      >>> metric = pd.metric.F1()
      >>> metric.update(said, meant)
      >>> round(metric.eval(), 3)
      0.8
    """

    def _value(self, tp: int, fp: int, fn: int) -> float:
        return _ratio(2 * tp, 2 * tp + fp + fn)


class MeanIoU(Metric):
    """The mean over classes of TP / (TP + FP + FN), intersection over union;
    of those that occur, as a label or a prediction.

    Example:
      >>> said, meant = np.array([0, 1, 1, 1]), np.array([0, 1, 0, 1])
      >>> metric = pd.metric.MeanIoU(classes=2)
      >>> metric.update(said, meant)
      >>> round(metric.eval(), 3)
      0.583
    """

    def __init__(self, classes: int) -> None:
        self._classes = classes
        super().__init__()

    def _zeros(self) -> Dict[str, Any]:
        return {"confusion": np.zeros((self._classes, self._classes),
                                      np.int64)}

    def update(self, predictions: Any, labels: Any) -> None:
        """Classes, of any but the same shape: of each pixel, say."""
        predictions, labels = np.asarray(predictions), np.asarray(labels)
        if predictions.shape != labels.shape:
            raise ValueError(f"predictions {predictions.shape} and labels "
                             f"{labels.shape} are of different shapes")
        check_range("predictions", predictions, self._classes)
        check_range("labels", labels, self._classes)
        places = labels.ravel().astype(np.int64) * self._classes
        places = places + predictions.ravel()
        self._kept["confusion"] = self._kept["confusion"] + np.bincount(
            places, minlength=self._classes ** 2).reshape(self._classes, -1)

    def eval(self) -> float:
        confusion = self._kept["confusion"]
        both = np.diag(confusion)
        union = confusion.sum(axis=0) + confusion.sum(axis=1) - both
        occur = union > 0
        if not occur.any():
            return float("nan")
        return float(np.mean(both[occur] / union[occur]))


def _ratio(part: Any, whole: Any, of_nothing: float = 0.0) -> float:
    return float(part / whole) if whole else of_nothing
