"""Metrics that add up over batches.

The counts are persistable variables: zeros after the startup program, saved
with the parameters, and zeros again after `exe.run(metric.reset)`, which is
due before each evaluation. A run that fetches the metric adds its batch.

    metric = pd.layer.auc(scores, label)
    exe.run(metric.reset)
    for batch in reader():
        area, = exe.run(test_program, feed=batch, fetch_list=[metric.auc])
"""

from typing import List, NamedTuple

from .._composed import composed_as
from ..core import Program, Variable


class Auc(NamedTuple):
    auc: Variable  # of all rows since the reset, a float64 scalar
    states: List[Variable]  # positives and negatives by score
    reset: Program


class PrecisionRecall(NamedTuple):
    batch: Variable  # of these rows, float64, [6]
    total: Variable  # of all rows since the reset
    states: List[Variable]  # [classes, 4]: TP, FP, TN, FN
    reset: Program


class MeanIou(NamedTuple):
    mean_iou: Variable  # of all elements since the reset, a float64 scalar
    states: List[Variable]  # wrong and correct elements by class
    reset: Program


@composed_as(Auc)
def auc() -> None:
    """The area under a curve of a classifier with two classes: "ROC", true over
    false positive rate, or "PR", precision over recall.

    input: the probability of class 1, [rows, 1] or [rows], or of both classes,
    [rows, 2]. label: 0 or 1, int64. Scores that differ by less than
    1 / num_thresholds may count as equal. IndexError, when run, for a score
    outside of [0, 1] and for another label, naming the row.

    Example:
      >>> scores = pd.layer.data("scores", [None, 1])
      >>> label = pd.layer.data("label", [None, 1], "int64")
      >>> pd.layer.auc(scores, label).auc.dtype
      'float64'
    """


@composed_as(PrecisionRecall)
def precision_recall() -> None:
    """Precision, recall and F1, macro averaged (the means over the classes) and
    then micro averaged (of the counts of all classes), six numbers.

    The class of the largest score of each row of input, [rows, classes], is
    compared with label, int64, [rows, 1] or [rows]; weights, shaped like label
    and of the type of input, say how much each row counts. 0 / 0 is 0.
    IndexError, when run, for a label that is no class.

    Example:
      >>> scores = pd.layer.data("scores", [None, 10])
      >>> label = pd.layer.data("label", [None, 1], "int64")
      >>> pd.layer.precision_recall(scores, label).total.shape
      (6,)
    """


@composed_as(MeanIou)
def mean_iou() -> None:
    """The mean over classes of intersection over union: of the elements that
    input says are of a class and those that label says are.

    Both are int32 or int64, of one shape. Classes of which there are no
    elements do not count. IndexError, when run, for an element that is no
    class.

    Example:
      >>> said = pd.layer.data("said", [None, 32, 32], "int64")
      >>> meant = pd.layer.data("meant", [None, 32, 32], "int64")
      >>> pd.layer.mean_iou(said, meant, num_classes=10).mean_iou.dtype
      'float64'
    """
