"""Recurrent networks: a block that runs once for each step of its inputs.

    rnn = pd.rnn()
    with rnn.step():
        h = rnn.memory(shape=[64])
        new = pd.layer.tanh(pd.layer.fc(x, 64) + pd.layer.fc(h, 64))
        rnn.update_memory(h, new)
        rnn.output(new)
    y, = rnn()

Inside the block a variable with sequences (`x`) stands for one step of it; all
such variables have the same lengths. Sequences are not padded: step t runs on
those that are longer than t. A dense [T, ...] is taken apart by `step_input`.
"""

from typing import ContextManager, List, Optional, Sequence

from .. import core
from ..core import Variable
from .block_body import block_body


class Rnn:
    """One recurrent network while it is being written; see `pd.rnn`.

    Example:
      >>> x = pd.layer.data("x", [None, 1], lod_level=1)
      >>> rnn = pd.Rnn()
      >>> with rnn.step():
      ...     total = rnn.memory(shape=[1])
      ...     new = total + x
      ...     rnn.update_memory(total, new)
      ...     rnn.output(new)
      >>> sums, = rnn()
      >>> sums, = pd.Executor().run(feed={"x": [[1, 2, 3], [5]]},
      ...                           fetch_list=[sums])
      >>> [each.ravel().tolist() for each in sums]
      [[1.0, 3.0, 6.0], [5.0]]
    """

    def __init__(self, reverse: bool = False):
        self._rnn = core._Rnn(reverse)

    def step(self) -> ContextManager[None]:
        """The block that computes one step. If it raises, the program is as
        it was before."""
        return block_body(self._rnn.begin_step, self._rnn.end_step,
                          self._rnn.abandon)

    stepnet = step

    def step_input(self, x: Variable) -> Variable:
        """The step of an input: of sequences [sequences alive, ...], of a
        dense [T, B, ...] the [B, ...]. Dense inputs come before memories."""
        return self._rnn.step_input(x)

    def static_input(self, x: Variable) -> Variable:
        """Read whole at each step, yet paired: its row i, or sequence i,
        belongs to sequence i of the inputs."""
        return self._rnn.static_input(x)

    def memory(self, init: Optional[Variable] = None,
               shape: Optional[Sequence[int]] = None, value: float = 0.0,
               dtype: str = "float32") -> Variable:
        """Returns the value that `update_memory` set in the step before.

        Args:
          init: its value at the first step: [sequences, ...], a row for each
            sequence, or [width], one row for all of them; of dense inputs the
            memory itself.
          shape: instead of `init`: starts as `value` everywhere; [width].
        """
        if init is not None:
            return self._rnn.memory(init)
        if shape is None:
            raise TypeError("a memory needs init=, or shape= and value=")
        return self._rnn.memory_of_shape(shape, value, dtype)

    def previous_memory(self, memory: Variable) -> Variable:
        """The memory, as the step before left it."""
        return self._rnn.previous_memory(memory)

    def update_memory(self, memory: Variable, value: Variable) -> None:
        """Sets the value of the memory in the next step; the shape must be the
        same."""
        self._rnn.update_memory(memory, value)

    def output(self, *variables: Variable) -> None:
        """Sets the results of a step: `rnn()` returns one variable for each.
        """
        self._rnn.output(list(variables))

    def __call__(self) -> List[Variable]:
        """Ends the network: the outputs, sequences of the lengths of the
        inputs, or [T, ...]."""
        return self._rnn.call()


def rnn(reverse: bool = False) -> Rnn:
    """A new recurrent network, from the first step to the last or, in reverse,
    from the last to the first.

    Example:
      >>> x = pd.layer.data("x", [7, 2, 16])
      >>> begin = pd.layer.zeros([2, 8])
      >>> rnn = pd.rnn(reverse=True)
      >>> with rnn.step():
      ...     now = rnn.step_input(x)
      ...     h = rnn.memory(init=begin)
      ...     rnn.update_memory(h, pd.layer.fc([now, h], 8, act="tanh"))
      ...     rnn.output(h)
      >>> rnn()[0].shape
      (7, 2, 8)
    """
    return Rnn(reverse)


create_rnn = rnn
