"""Averages of parameters, to evaluate and save instead of the last ones."""

import contextlib
from typing import Iterator, Optional

from .. import core
from ..core import Executor, Scope, Variable


class ExponentialMovingAverage:
    """The running mean of all trainable parameters.

        pd.optimizer.Adam(1e-3).minimize(loss)
        average = pd.optimizer.ExponentialMovingAverage(0.999)
        average.update()
        ...
        with average.apply(exe):
            exe.eval(test_program, ...)

    After step t = 1, 2, ...: average += w * (param - average) with w = (1 -
    decay) / (1 - decay ** t), so that where the average began does not matter.
    Averages are persistable variables: saved and loaded with the parameters.

    Args:
      decay: in [0, 1), else ValueError.
      thres_steps: a number of steps, a variable; the decay is then at most
        (1 + steps) / (10 + steps).

    Example:
      >>> x = pd.layer.data("x", [None, 4])
      >>> loss = pd.layer.mean(pd.layer.fc(x, 1))
      >>> updated = pd.optimizer.SGD(0.1).minimize(loss)
      >>> average = pd.optimizer.ExponentialMovingAverage(0.999)
      >>> average.update()
    """

    def __init__(self, decay: float = 0.999,
                 thres_steps: Optional[Variable] = None) -> None:
        self._average = core._ExponentialMovingAverage(decay, thres_steps)

    def update(self) -> None:
        """Appends the averaging to the default main program, behind the
        updates of the optimizer; once."""
        self._average.update()

    @contextlib.contextmanager
    def apply(self, executor: Executor, need_restore: bool = True,
              scope: Optional[Scope] = None) -> Iterator[None]:
        """While the `with` statement lasts, parameters in the scope are their
        averages; behind it, too, unless need_restore."""
        executor.run(self._average.apply_program,
                     scope=scope or core.global_scope())
        try:
            yield
        finally:
            if need_restore:
                self.restore(executor, scope)

    def restore(self, executor: Executor,
                scope: Optional[Scope] = None) -> None:
        """Gives parameters the values back that `apply` took."""
        executor.run(self._average.restore_program,
                     scope=scope or core.global_scope())
