"""Metrics: numbers gathered over many batches, from NumPy arrays.

    accuracy = pd.metric.Accuracy()
    for images, labels in test_batches:
        scores, = exe.eval(feed={"image": images}, fetch_list=[prediction])
        accuracy.update(scores, labels)
    print(accuracy.eval())

update() adds a batch, eval() gives the value so far, reset() begins anew;
state_dict() and load_state_dict() carry a half-gathered value over to another
process. What has seen nothing evaluates to NaN; a share of nothing (such as
the precision of what never says yes) to 0.
"""

from .auc import Auc
from .base import CompositeMetric, MeanMetric, Metric
from .classification import F1, Accuracy, MeanIoU, Precision, Recall
from .sequence import ChunkEvaluator, ChunkScores, EditDistance, EditScores

__all__ = [
    "Accuracy", "Auc", "ChunkEvaluator", "ChunkScores", "CompositeMetric",
    "EditDistance", "EditScores", "F1", "MeanIoU", "MeanMetric", "Metric",
    "Precision", "Recall",
]
