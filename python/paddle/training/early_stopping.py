"""When training has stopped to help."""

from typing import Any, Dict, Optional

from ..data.read_ahead import check_positive


class EarlyStopping:
    """Ends training when a metric has not improved for a while.

    Args:
      monitor: its name: "loss" or that of one of the trainer's metrics, with
        "eval_" before it for the value that was measured on eval_reader.
      patience: how many values in a row may bring no improvement before
        training ends: evaluations, or epochs for a metric of the training data.
      min_delta: what an improvement must exceed.
      mode: "min" if less is better, "max" if more is.
      restore_best: whether the parameters (and running statistics) of the best
        value are set at the end.

    Example:
      >>> stopping = pd.EarlyStopping("eval_loss", patience=2)
      >>> [stopping.update(loss) for loss in (0.5, 0.4, 0.6, 0.45)]
      [True, True, False, False]
      >>> stopping.stopped, stopping.best
      (True, 0.4)
    """

    def __init__(self, monitor: str = "eval_loss", patience: int = 3,
                 min_delta: float = 0.0, mode: str = "min",
                 restore_best: bool = True) -> None:
        if mode not in ("min", "max"):
            raise ValueError(f'mode is "min" or "max", not "{mode}"')
        check_positive("patience", patience)
        if min_delta < 0:
            raise ValueError(f"min_delta is at least 0, not {min_delta}")
        self.monitor, self.restore_best = monitor, restore_best
        self._patience, self._min_delta = patience, min_delta
        self._sign = 1 if mode == "min" else -1
        self.reset()

    def reset(self) -> None:
        """Forgets all values."""
        self.best: Optional[float] = None
        self.waited = 0

    @property
    def stopped(self) -> bool:
        """True if training should end."""
        return self.waited >= self._patience

    def update(self, value: float) -> bool:
        """Takes the next value; whether it is the best so far. NaN never is."""
        better = value == value and (
            self.best is None or
            self._sign * (self.best - value) > self._min_delta)
        if better:
            self.best, self.waited = value, 0
        else:
            self.waited += 1
        return better

    def state_dict(self) -> Dict[str, Any]:
        """Returns the state from which load_state_dict continues."""
        return {"best": self.best, "waited": self.waited}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Goes on where the state was saved."""
        self.best, self.waited = state["best"], state["waited"]
