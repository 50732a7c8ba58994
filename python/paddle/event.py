"""The events that pd.Trainer passes to its event handler."""

from typing import Dict, NamedTuple


class BeginEpoch(NamedTuple):
    """A pass over the data begins, or goes on.

    Example:
      >>> pd.event.BeginEpoch._fields
      ('epoch',)
    """
    epoch: int  # from 0


class EndStep(NamedTuple):
    """The parameters have been updated.

    Example:
      >>> pd.event.EndStep._fields
      ('epoch', 'batch', 'step', 'metrics')
    """
    epoch: int
    batch: int  # of the epoch, from 0
    step: int  # updates so far, this one included
    metrics: Dict[str, float]  # of this batch: "loss", and the variables


class EndEvaluation(NamedTuple):
    """eval_reader has been read.

    Example:
      >>> pd.event.EndEvaluation._fields
      ('epoch', 'step', 'metrics')
    """
    epoch: int
    step: int
    metrics: Dict[str, float]  # "eval_loss" and so on


class EndEpoch(NamedTuple):
    """A pass over the data has ended.

    Example:
      >>> pd.event.EndEpoch._fields
      ('epoch', 'step', 'metrics')
    """
    epoch: int
    step: int
    metrics: Dict[str, float]  # over the pass, and of the last evaluation
