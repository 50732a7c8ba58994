"""Branches: blocks of which a condition says whether they run.

Row by row, each row of a batch going through one of two blocks:

    ie = pd.ifelse()
    with ie.true_block():
        ie.output(pd.layer.softmax(x))
    with ie.false_block():
        ie.output(pd.layer.fc(x))
    y, = ie(pd.larger_than(x, 15))

Or one block as a whole, the first whose condition holds:

    sw = pd.Switch()
    with sw.case(pd.less_than(step, 1000)):
        sw.output(fast)
    with sw.default():
        sw.output(slow)
    rate, = sw()
"""

from typing import (
    Any, Callable, ContextManager, List, Optional, Sequence, Union)

from .. import core
from ..core import Variable
from ..framework.listed import listed
from .block_body import block_body

Branch = Callable[[], Union[Variable, Sequence[Variable], None]]


class IfElse:
    """Two blocks while they are being written; see `pd.ifelse`.

    Example:
      >>> x = pd.layer.data("x", [None, 1])
      >>> ie = pd.ifelse()
      >>> with ie.true_block():
      ...     ie.output(x * 2.0)
      >>> with ie.false_block():
      ...     ie.output(x - 1.0)
      >>> y, = ie(x > 0.0)
      >>> pd.Executor().run(feed={"x": [[3], [-1]]}, fetch_list=[y])[0].tolist()
      [[6.0], [-2.0]]
    """

    def __init__(self) -> None:
        self._ie = core._IfElse()

    def true_block(self) -> ContextManager[None]:
        """`with ie.true_block():` what happens to the rows whose condition
        holds. If it raises, the program is as it was before."""
        return _block(self._ie, self._ie.begin_true_block)

    def false_block(self) -> ContextManager[None]:
        """Writes the block for the other rows."""
        return _block(self._ie, self._ie.begin_false_block)

    def output(self, *variables: Variable) -> None:
        """Sets the results, with a row for each row that entered the block;
        both blocks have the same number of outputs."""
        self._ie.output(list(variables))

    def split(self, variable: Variable) -> Variable:
        """Inside a block (or before, for both): the variable stands for its
        rows, or sequences, that go through the block, whatever its shape."""
        return self._ie.split(variable)

    def whole(self, variable: Variable) -> Variable:
        """The contrary: the variable is read whole."""
        return self._ie.whole(variable)

    def __call__(self, condition: Variable) -> List[Variable]:
        """Ends the branches: the outputs, in the order of the rows.

        Args:
          condition: bool, [rows] or [rows, 1]: a bool for each row, or for
            each sequence.
        """
        return self._ie.call(condition)


def ifelse() -> IfElse:
    """Two blocks, each row of a batch going through one of them.

    Of the variables that a block reads, those that have as many rows as the
    condition (parameters never), and those with sequences, stand for the part
    that goes through the block; the others are read whole. Where the program
    does not know whether rows are those of the condition, as of what
    `sequence_pool` makes, `split` or `whole` has to say it. Blocks of an ifelse
    inside another see the parts of the outer one. A block that gets no rows
    does not run.

    Example:
      >>> x = pd.layer.data("x", [None, 1])
      >>> ie = pd.ifelse()
      >>> with ie.true_block():
      ...     ie.output(pd.layer.sqrt(x))
      >>> with ie.false_block():
      ...     ie.output(x * 0.0)
      >>> root, = ie(x > 0.0)
      >>> root.shape
      (-1, 1)
    """
    return IfElse()


class Switch:
    """The block of the first condition that holds, or the default.

    All blocks have the same number of outputs; a block that prints or updates
    parameters needs none. As a context manager, `with pd.Switch() as sw:`, it
    ends itself if it has no outputs.

    Example:
      >>> step = pd.layer.data("step", [1])
      >>> with pd.Switch() as sw:
      ...     with sw.case(step < 1000.0):
      ...         sw.output(pd.layer.full([1], 0.1))
      ...     with sw.default():
      ...         sw.output(pd.layer.full([1], 0.01))
      >>> rate, = sw()
      >>> pd.Executor().run(feed={"step": [2000]}, fetch_list=[rate])
      [array([0.01], dtype=float32)]
    """

    def __init__(self) -> None:
        self._switch = core._Switch()

    def case(self, condition: Variable) -> ContextManager[None]:
        """Writes the block that runs if the condition, one bool, is the first
        that holds. If the body raises, the program is unchanged."""
        return _block(self._switch,
                      lambda: self._switch.begin_case(condition))

    def default(self) -> ContextManager[None]:
        """Writes the block that runs if no condition holds; it follows all
        cases."""
        return _block(self._switch, self._switch.begin_default)

    def output(self, *variables: Variable) -> None:
        """Inside a block: what comes out."""
        self._switch.output(list(variables))

    def __call__(self, otherwise: Sequence[Variable] = ()) -> List[Variable]:
        """Ends the switch: the outputs.

        Args:
          otherwise: what they are where no condition holds, if there is no
            default.
        """
        return self._switch.call(listed("otherwise", otherwise))

    def __enter__(self) -> "Switch":
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        if kind is not None:
            self._switch.abandon()
        elif not self._switch.called and not self._switch.has_outputs:
            self._switch.call([])


def cond(condition: Variable, true_fn: Branch,
         false_fn: Optional[Branch] = None,
         otherwise: Sequence[Variable] = ()) -> Any:
    """Returns the result of true_fn() if the condition holds, else that of
    false_fn().

    Each function is called once, to write its block; only one block runs.

    Args:
      condition: one bool.
      true_fn: returns a variable, several ones, or None.
      false_fn: returns as many.
      otherwise: instead of false_fn: the values where the condition does not
        hold.

    Returns:
      A variable, if true_fn returns one; else a list.

    Example:
      >>> x = pd.layer.data("x", [1])
      >>> size = pd.cond(x < 0.0, lambda: x * -1.0, lambda: x * 1.0)
      >>> pd.Executor().run(feed={"x": [-3]}, fetch_list=[size])[0].tolist()
      [3.0]
    """
    single = []

    def on_true() -> List[Variable]:
        outputs = true_fn()
        single.append(isinstance(outputs, Variable))
        return _outputs("true_fn", outputs)

    on_false = (None if false_fn is None else
                lambda: _outputs("false_fn", false_fn()))
    outputs = core._cond(condition, on_true, on_false,
                         listed("otherwise", otherwise))
    return outputs[0] if single[0] else outputs


def _block(builder: Any, begin: Callable[[], None]) -> ContextManager[None]:
    return block_body(begin, builder.end_block, builder.abandon)


def _outputs(branch: str, outputs: Any) -> List[Variable]:
    if outputs is None:
        return []
    return listed(f"what {branch} returns", outputs)
