"""Reductions over axes, beside reduce_sum, reduce_mean and reduce_max of `nn`.

dim: an axis or several, all by default; negative ones count from the end. With
keep_dim they stay, with size 1; else the result has the shape of x without
them. IndexError for an axis that x does not have, ValueError for one that is
named twice.
"""

from ..argument_errors import reworded
from ..core import Variable
from .nn import Axes, _reduce


@reworded
def reduce_min(x: Variable, dim: Axes = None, keep_dim: bool = False,
               name: str = "") -> Variable:
    """The minimum over axes; NaN if there is one. The shape is that of
    reduce_sum.

    Example:
      >>> x = pd.layer.data("x", [8, 3])
      >>> pd.layer.reduce_min(x, dim=-1).shape
      (8,)
    """
    return _reduce("reduce_min", x, dim, keep_dim, name)


@reworded
def reduce_prod(x: Variable, dim: Axes = None, keep_dim: bool = False,
                name: str = "") -> Variable:
    """The product over axes, in the shape of reduce_sum; its gradient is right
    beside zeros, too.

    Example:
      >>> x = pd.layer.data("x", [8, 3])
      >>> pd.layer.reduce_prod(x, dim=0).shape
      (3,)
    """
    return _reduce("reduce_prod", x, dim, keep_dim, name)


@reworded
def reduce_all(x: Variable, dim: Axes = None, keep_dim: bool = False,
               name: str = "") -> Variable:
    """Tests if all of some truth values are true, in the shape of reduce_sum.
    ValueError for an x that is not bool.

    Example:
      >>> x = pd.layer.data("x", [8, 3], "bool")
      >>> pd.layer.reduce_all(x, dim=1).shape
      (8,)
    """
    return _reduce("reduce_all", x, dim, keep_dim, name)


@reworded
def reduce_any(x: Variable, dim: Axes = None, keep_dim: bool = False,
               name: str = "") -> Variable:
    """Tests if any of some truth values is true, in the shape of reduce_sum.
    ValueError for an x that is not bool.

    Example:
      >>> x = pd.layer.data("x", [8, 3], "bool")
      >>> pd.layer.reduce_any(x).shape
      ()
    """
    return _reduce("reduce_any", x, dim, keep_dim, name)


@reworded
def logsumexp(x: Variable, dim: Axes = None, keep_dim: bool = False,
              name: str = "") -> Variable:
    """log(sum(exp(x))) over axes, without overflow, in the shape of reduce_sum.

    Example:
      >>> x = pd.layer.data("x", [8, 3])
      >>> pd.layer.logsumexp(x, dim=-1).shape
      (8,)
    """
    return _reduce("logsumexp", x, dim, keep_dim, name)


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
