"""Differentiation of programs."""

from typing import Any, List, Optional, Sequence, Union

from .. import core
from ..core import Variable, append_backward
from .listed import listed

__all__ = ["append_backward", "gradients"]

_Variables = Union[Variable, Sequence[Variable]]


def gradients(targets: _Variables, inputs: _Variables,
              target_gradients: Optional[_Variables] = None,
              no_grad_set: Any = None) -> List[Optional[Variable]]:
    """Appends what computes the gradients of the sum of all elements of the
    targets with respect to any variables: a list with one for each input, None
    where there is none.

    target_gradients weigh the elements of the targets, each in the shape of
    its target. no_grad_set: variables, or their names, that no gradient flows
    through.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> slope, = pd.gradients(pd.layer.square(x), x)
      >>> slope.shape
      (-1, 3)
    """
    weights = [] if target_gradients is None else target_gradients
    return core.gradients(listed("gradients: targets", targets),
                          listed("gradients: inputs", inputs),
                          listed("gradients: target_gradients", weights),
                          no_grad_set)
