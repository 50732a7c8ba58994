"""The area under a curve of decisions at every threshold."""

from typing import Any, Dict

import numpy as np

from .base import Metric, check_range, check_rows, column


class Auc(Metric):
    """The area under the ROC curve (true over false positive rate): the chance
    that a positive sample scores higher than a negative one, where equal
    scores count half. With curve="PR", under precision over recall, by steps:
    the sum of precision times what recall gains (average precision).

    Scores are counted in `bins` equal parts of [0, 1]: those of one part count
    as equal, so that memory does not grow with the samples.

    Example:
      >>> metric = pd.metric.Auc()
      >>> metric.update(np.array([0.1, 0.6, 0.4, 0.9]), np.array([0, 0, 1, 1]))
      >>> round(metric.eval(), 3)
      0.75
    """

    def __init__(self, curve: str = "ROC", bins: int = 4096) -> None:
        if curve not in ("ROC", "PR"):
            raise ValueError(f'curve is "ROC" or "PR", not "{curve}"')
        if bins < 1:
            raise ValueError(f"bins is at least 1, not {bins}")
        self._curve, self._bins = curve, bins
        super().__init__()

    def _zeros(self) -> Dict[str, Any]:
        return {"counts": np.zeros((2, self._bins), np.int64)}

    def update(self, predictions: Any, labels: Any) -> None:
        """predictions: probabilities of yes, [n] or [n, 1], or of no and yes,
        [n, 2]; labels: 0 and 1, [n] or [n, 1]."""
        scores = np.asarray(predictions)
        if scores.ndim == 2 and scores.shape[1] == 2:
            scores = scores[:, 1]
        scores, labels = column("predictions", scores), column("labels", labels)
        check_rows(scores, labels)
        check_range("labels", labels, 2)
        if scores.size and not (0 <= scores.min() and scores.max() <= 1):
            raise ValueError("predictions are probabilities in [0, 1]; these "
                             f"go from {scores.min()} to {scores.max()}")
        places = np.minimum((scores * self._bins).astype(np.int64),
                            self._bins - 1)
        self._kept["counts"] = self._kept["counts"] + [
            np.bincount(places[labels == label], minlength=self._bins)
            for label in (0, 1)]

    def eval(self) -> float:
        """NaN without a positive or, for ROC, a negative sample."""
        # From the highest threshold down, more and more are said to be so.
        negative, positive = self._kept["counts"][:, ::-1]
        fp, tp = negative.cumsum(), positive.cumsum()
        if not tp[-1] or (self._curve == "ROC" and not fp[-1]):
            return float("nan")
        if self._curve == "PR":
            said = np.maximum(tp + fp, 1)
            return float((positive * (tp / said)).sum() / tp[-1])
        return float((negative * (tp - positive / 2)).sum() / tp[-1] / fp[-1])
