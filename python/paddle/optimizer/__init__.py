"""Optimizers: minimize(loss) appends what trains the parameters.

    pd.optimizer.Adam(1e-3).minimize(loss)

{names}. Where
PyTorch has them too, equal settings give equal steps; a learning rate comes
first, and `help` says what else there is. All take `regularization` and
`grad_clip`, for parameters without their own, and a learning rate that is a
number or a variable, such as a schedule (pd.schedule). Their steps can be
called alone: backward(loss), then apply_gradients(pairs).

minimize(loss, accumulate_steps=k) trains on k small batches as on one large
one. In a job (pd.distributed) of several shards, dense gradients travel once in
k steps; what a trainer has summed up meanwhile is in no file: save behind a
step that changes the parameters. With paddle run --restarts they travel in each
step, since who takes the place of a lost trainer has no part of its sums.
minimize(loss, recompute=True) computes forward values again for the backward
pass instead of keeping them all: the same bits, about the square root of the
memory, at most the time of one more forward pass (pd.memory_plan shows it).
ExponentialMovingAverage keeps averages of parameters.

`lazy_mode` is for parameters whose gradients are some of their rows (sparse
embeddings): rows without gradient stay as they are. Without it the result is
that of the dense gradient, zero in those rows.
"""

from textwrap import fill as _fill

from .. import core as _core
from ..core import Optimizer, append_gradient_clip, append_regularization
from .moving_average import ExponentialMovingAverage

# The rows of the table of optimizers in backward/optimizer.h, in its order.
_CLASSES = {
    name: kind for name, kind in vars(_core).items()
    if isinstance(kind, type) and issubclass(kind, Optimizer)
    and kind is not Optimizer}
globals().update(_CLASSES)

__all__ = [
    "ExponentialMovingAverage", "Optimizer", "append_gradient_clip",
    "append_regularization"]
__all__ += _CLASSES
__all__.sort()
__doc__ = (__doc__ or "").replace("{names}", _fill(", ".join(_CLASSES), 76))
