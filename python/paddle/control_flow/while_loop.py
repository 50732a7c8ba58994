"""Loops: a block that runs as long as a condition holds.

    i = pd.layer.fill_constant([1], "int64", 0)
    loop = pd.While(pd.less_than(i, n))
    with loop.block():
        now = loop.carry(i)                   # i itself stays the first value
        following = pd.increment(now)
        loop.update(now, following)
        loop.condition(pd.less_than(following, n))
    end, = loop()

What changes from iteration to iteration is carried; everything else that the
block reads keeps its value. Gradients flow through carried values and through
what the block reads.
"""

from typing import Callable, ContextManager, List, Sequence

from .. import core
from ..core import Variable
from ..framework.listed import listed
from .block_body import block_body


class While:
    """One loop while it is being written.

    Args:
      condition: whether there is a first iteration: one bool.
      max_iterations: more of them are an error when the program runs; 0: any
        number.

    Example:
      >>> i = pd.layer.full([1], 0, "int64")
      >>> loop = pd.While(i < 10, max_iterations=100)
      >>> with loop.block():
      ...     now = loop.carry(i)
      ...     following = now + 3
      ...     loop.update(now, following)
      ...     loop.condition(following < 10)
      >>> end, = loop()
      >>> pd.Executor().run(fetch_list=[end])[0].tolist()
      [12]
    """

    def __init__(self, condition: Variable, max_iterations: int = 0):
        self._loop = core._WhileLoop(condition, max_iterations)

    def block(self) -> ContextManager[None]:
        """An iteration. If it raises, the program is as it was before."""
        return block_body(self._loop.begin_block, self._loop.end_block,
                          self._loop.abandon)

    def carry(self, init: Variable) -> Variable:
        """The current value, which is `init` in the first iteration.

        Inside the block `init` itself goes on to mean the value before the
        loop. It may be carried again: as another value, which only begins as
        the same."""
        return self._loop.carry(init)

    def update(self, carried: Variable, following: Variable) -> None:
        """The carried value of the next iteration: of the same data type and
        shape, but for sizes that are not known in advance (-1).

        Args:
          carried: what `carry` returned.
          following: any variable that the block can read: one of its own, a
            carried or an outer one, also one that is given to several.
        """
        self._loop.update(carried, following)

    def condition(self, following: Variable) -> None:
        """Sets the condition, one bool, for another iteration."""
        self._loop.condition(following)

    def __call__(self) -> List[Variable]:
        """Ends the loop: the values behind the last iteration, in the order
        in which they were carried."""
        return self._loop.call()


def while_loop(condition: Callable[..., Variable],
               body: Callable[..., Sequence[Variable]],
               loop_vars: Sequence[Variable],
               max_iterations: int = 0) -> List[Variable]:
    """As long as condition(*values), values = body(*values).

    Args:
      condition: from the values to one bool.
      body: from the values to as many new ones, of the same shapes. A variable
        of `loop_vars` that it reads by its outer name, not as an argument, is
        the value before the loop.
      loop_vars: the values before the loop; one variable may be several.
      max_iterations: as of `While`.

    Returns:
      The values behind the last iteration.

    Example:
      >>> i = pd.layer.full([1], 0, "int64")
      >>> end, = pd.while_loop(lambda i: i < 10, lambda i: [i + 3], [i])
      >>> pd.Executor().run(fetch_list=[end])[0].tolist()
      [12]
    """
    before = listed("loop_vars", loop_vars)
    loop = While(condition(*before), max_iterations)
    with loop.block():
        carried = [loop.carry(v) for v in before]
        following = listed("what the body returns", body(*carried))
        if len(following) != len(carried):
            raise ValueError(f"the body of a loop over {len(carried)} values "
                             f"returns {len(following)}")
        for variable, value in zip(carried, following):
            loop.update(variable, value)
        loop.condition(condition(*following))
    return loop()
