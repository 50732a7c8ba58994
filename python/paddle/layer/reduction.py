"""Reductions over axes, beside reduce_sum, reduce_mean and reduce_max of `nn`.

dim: an axis or several, all by default; negative ones count from the end. With
keep_dim they stay, with size 1; else the result has the shape of x without
them. IndexError for an axis that x does not have, ValueError for one that is
named twice.
"""

import inspect
from typing import Any, Callable, Sequence, Union

from .._composed import named_like
from ..argument_errors import reworded
from ..core import Variable
from . import ops

Axes = Union[None, int, Sequence[int]]


def reduction(documented: Callable[[], None]) -> Callable[..., Variable]:
    """The reduction by the operator called like a function that has nothing but
    documentation."""
    def reduce(x: Variable, dim: Axes = None, keep_dim: bool = False,
               name: str = "") -> Variable:
        return _reduce(documented.__name__, x, dim, keep_dim, name)

    # Stubs take it from here: the source says it for all reductions.
    reduce.__signature__ = inspect.signature(  # type: ignore[attr-defined]
        reduce)
    return reworded(named_like(documented, reduce))


def _reduce(op: str, x: Variable, dim: Axes, keep_dim: bool,
            name: str, **attrs: Any) -> Variable:
    axes = [] if dim is None else [dim] if isinstance(dim, int) else dim
    return getattr(ops, op)(x, dim=axes, keep_dim=keep_dim, name=name, **attrs)


@reduction
def reduce_min() -> None:
    """The minimum over axes; NaN if there is one. The shape is that of
    reduce_sum.

    Example:
      >>> x = pd.layer.data("x", [8, 3])
      >>> pd.layer.reduce_min(x, dim=-1).shape
      (8,)
    """


@reduction
def reduce_prod() -> None:
    """The product over axes, in the shape of reduce_sum; its gradient is right
    beside zeros, too.

    Example:
      >>> x = pd.layer.data("x", [8, 3])
      >>> pd.layer.reduce_prod(x, dim=0).shape
      (3,)
    """


@reduction
def reduce_all() -> None:
    """Tests if all of some truth values are true, in the shape of reduce_sum.
    ValueError for an x that is not bool.

    Example:
      >>> x = pd.layer.data("x", [8, 3], "bool")
      >>> pd.layer.reduce_all(x, dim=1).shape
      (8,)
    """


@reduction
def reduce_any() -> None:
    """Tests if any of some truth values is true, in the shape of reduce_sum.
    ValueError for an x that is not bool.

    Example:
      >>> x = pd.layer.data("x", [8, 3], "bool")
      >>> pd.layer.reduce_any(x).shape
      ()
    """


@reduction
def logsumexp() -> None:
    """log(sum(exp(x))) over axes, without overflow, in the shape of reduce_sum.

    Example:
      >>> x = pd.layer.data("x", [8, 3])
      >>> pd.layer.logsumexp(x, dim=-1).shape
      (8,)
    """


@reworded
def p_norm(x: Variable, p: float = 2.0, dim: Axes = None,
           keep_dim: bool = False, name: str = "") -> Variable:
    """sum(|x|^p)^(1/p) over axes; p may be 0 (how many are not 0), inf or -inf
    (the largest and the smallest |x|). The shape is that of reduce_sum.

    Example:
      >>> x = pd.layer.data("x", [8, 3])
      >>> pd.layer.p_norm(x, p=float("inf"), dim=1).shape
      (8,)
    """
    return _reduce("p_norm", x, dim, keep_dim, name, p=float(p))
