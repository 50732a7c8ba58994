"""Metrics of sequences, over what pd.layer computes for each batch."""

from typing import Any, Dict, NamedTuple, Optional

import numpy as np

from .base import Metric


class ChunkScores(NamedTuple):
    """Scores over all chunks so far.

    Example:
      >>> pd.metric.ChunkScores._fields
      ('precision', 'recall', 'f1')
    """
    precision: float
    recall: float
    f1: float


class EditScores(NamedTuple):
    """Scores over all sequences so far.

    Example:
      >>> pd.metric.EditScores._fields
      ('distance', 'error_rate')
    """
    distance: float  # the mean
    error_rate: float  # the share of sequences with any distance


class ChunkEvaluator(Metric):
    """Precision, recall and F1 of chunks (such as names in a text):

        precision = correct / inferred, recall = correct / labelled,
        f1 = 2 precision recall / (precision + recall)

    Example:
      >>> metric = pd.metric.ChunkEvaluator()
      >>> metric.update(inferred=4, labelled=5, correct=3)
      >>> metric.eval().precision
      0.75
    """

    def _zeros(self) -> Dict[str, Any]:
        return {"chunks": np.zeros(3, np.int64)}

    def update(self, inferred: Any, labelled: Any, correct: Any) -> None:
        """Adds the numbers of chunks of each kind in a batch: the last three
        results of pd.layer.chunk_eval, which are numbers, or arrays to be
        summed."""
        counts = [np.sum(np.asarray(each, np.int64))
                  for each in (inferred, labelled, correct)]
        if counts[2] > min(counts[:2]) or min(counts) < 0:
            raise ValueError(f"{counts[2]} correct chunks of {counts[0]} "
                             f"inferred and {counts[1]} labelled ones")
        self._kept["chunks"] = self._kept["chunks"] + counts

    def eval(self) -> ChunkScores:
        inferred, labelled, correct = map(float, self._kept["chunks"])
        precision = correct / inferred if inferred else 0.0
        recall = correct / labelled if labelled else 0.0
        both = precision + recall
        return ChunkScores(precision, recall,
                           2 * precision * recall / both if both else 0.0)


class EditDistance(Metric):
    """The mean distance of sequences from what they should be, and the share
    of sequences that have any.

    Example:
      >>> metric = pd.metric.EditDistance()
      >>> metric.update(np.array([[0.0], [2.0]]))
      >>> metric.eval().distance
      1.0
    """

    def _zeros(self) -> Dict[str, Any]:
        return {"distance": np.zeros(()), "wrong": np.zeros((), np.int64),
                "sequences": np.zeros((), np.int64)}

    def update(self, distances: Any, sequences: Optional[int] = None) -> None:
        """distances: of each sequence, as pd.layer.edit_distance gives them;
        sequences: how many there are, checked against them if given."""
        distances = np.asarray(distances, np.float64)
        if sequences is not None and int(np.sum(sequences)) != distances.size:
            raise ValueError(f"{distances.size} distances do not go with "
                             f"{int(np.sum(sequences))} sequences")
        if (distances < 0).any():
            raise ValueError(f"a distance is {distances.min()}")
        kept = self._kept
        kept["distance"] = kept["distance"] + distances.sum()
        kept["wrong"] = kept["wrong"] + (distances > 0).sum()
        kept["sequences"] = kept["sequences"] + distances.size

    def eval(self) -> EditScores:
        sequences = float(self._kept["sequences"])
        if not sequences:
            return EditScores(float("nan"), float("nan"))
        return EditScores(float(self._kept["distance"]) / sequences,
                          float(self._kept["wrong"]) / sequences)
