"""Reductions over axes, beside reduce_sum, reduce_mean and reduce_max of `nn`.

dim: an axis or several, all by default; negative ones count from the end. With
keep_dim they stay, with size 1.
"""

from ..core import Variable
from .nn import Axes, _explained, _reduce


@_explained
def reduce_min(x: Variable, dim: Axes = None, keep_dim: bool = False,
               name: str = "") -> Variable:
    """The minimum over axes; NaN if there is one."""
    return _reduce("reduce_min", x, dim, keep_dim, name)


@_explained
def reduce_prod(x: Variable, dim: Axes = None, keep_dim: bool = False,
                name: str = "") -> Variable:
    """The product over axes; its gradient is right beside zeros, too."""
    return _reduce("reduce_prod", x, dim, keep_dim, name)


@_explained
def reduce_all(x: Variable, dim: Axes = None, keep_dim: bool = False,
               name: str = "") -> Variable:
    """Whether all of some truth values are true."""
    return _reduce("reduce_all", x, dim, keep_dim, name)


@_explained
def reduce_any(x: Variable, dim: Axes = None, keep_dim: bool = False,
               name: str = "") -> Variable:
    """Whether any of some truth values is true."""
    return _reduce("reduce_any", x, dim, keep_dim, name)


@_explained
def logsumexp(x: Variable, dim: Axes = None, keep_dim: bool = False,
              name: str = "") -> Variable:
    """log(sum(exp(x))) over axes, without overflow."""
    return _reduce("logsumexp", x, dim, keep_dim, name)


@_explained
def p_norm(x: Variable, p: float = 2.0, dim: Axes = None,
           keep_dim: bool = False, name: str = "") -> Variable:
    """sum(|x|^p)^(1/p) over axes; p may be 0 (how many are not 0), inf or -inf
    (the largest and the smallest |x|)."""
    return _reduce("p_norm", x, dim, keep_dim, name, p=float(p))
