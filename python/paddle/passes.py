"""Functions from program to program.

`pd.optimize` runs them; an `Executor` runs those of level 1 over what it
compiles, unless it is made with `optimize=False`.
"""

import builtins
from typing import Any, Optional, Sequence

from . import core

__all__ = ["list"]  # optimize is a function of the package.


def list() -> "builtins.list[core.Pass]":
    """The passes of this build, in the order in which they run.

    Example:
      >>> for each in pd.passes.list():
      ...     print(each.name, each.level)
      fold_constants 1
      common_subexpressions 1
      dead_operators 1
    """
    return core._passes()


def optimize(program: core.Program, only: Optional[Sequence[str]] = None,
             feeds: Any = None, targets: Any = None,
             level: int = 1) -> core.Program:
    """A program that computes the same with less work.

    The program that is given stays as it is. Ids of operators stay, so that
    random numbers do, and so do the names of variables. After each pass that
    changed it the program is verified.

    Args:
      program: what to optimize.
      only: names of passes, to be run in this order; without it all of `level`
        and below run.
      feeds: variables or names that will be fed besides data variables.
      targets: variables or names that will be fetched: what neither they nor
        lasting effects (updates of parameters, prints) need is dropped.
        Without it any variable may be fetched, and nothing is dropped.
      level: 1: every bit of every result stays; 2: sums and products may be
        computed in another order.

    Raises:
      KeyError: no pass, or no variable, has such a name.

    Example:
      >>> x = pd.layer.data("x", [None, 2])
      >>> y = pd.layer.scale(x, 2.0) + pd.layer.scale(x, 2.0)
      >>> program = pd.optimize(pd.default_main_program(), targets=[y])
      >>> [op.type for op in program.global_block().ops]
      ['scale', 'elementwise_add']
    """
    return core._optimize(program, only, feeds, targets, level)
