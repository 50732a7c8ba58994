"""Optimizers: minimize(loss) appends what trains the parameters.

    pd.optimizer.Adam(1e-3).minimize(loss)

SGD, Momentum; Adam, AdamW, Adamax, NAdam, RAdam, Lamb; Adagrad,
DecayedAdagrad, Adadelta, RMSProp; Ftrl, ProximalGD, ProximalAdagrad. Where
PyTorch has them too, equal settings give equal steps; a learning rate comes
first, and `help` says what else there is. All take `regularization` and
`grad_clip`, for parameters without their own, and a learning rate that is a
number or a variable, such as a schedule (pd.schedule). Their steps can be
called alone: backward(loss), then apply_gradients(pairs).

minimize(loss, accumulate_steps=k) trains on k small batches as on one large
one. ExponentialMovingAverage keeps averages of parameters.

`lazy_mode` is for parameters whose gradients are some of their rows (sparse
embeddings): rows without gradient stay as they are. Without it the result is
that of the dense gradient, zero in those rows.
"""

from ..core import (
    SGD, Adadelta, Adagrad, Adam, Adamax, AdamW, DecayedAdagrad, Ftrl, Lamb,
    Momentum, NAdam, Optimizer, ProximalAdagrad, ProximalGD, RAdam, RMSProp,
    append_gradient_clip, append_regularization)
from .moving_average import ExponentialMovingAverage

__all__ = [
    "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "DecayedAdagrad",
    "ExponentialMovingAverage", "Ftrl", "Lamb", "Momentum", "NAdam",
    "Optimizer", "ProximalAdagrad", "ProximalGD", "RAdam", "RMSProp", "SGD",
    "append_gradient_clip", "append_regularization",
]
