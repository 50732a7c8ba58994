"""Optimizers: minimize(loss) appends what trains the parameters.

SGD(learning_rate), Momentum(learning_rate, momentum, use_nesterov) and
Adam(learning_rate, beta1, beta2, epsilon). All take `regularization` and
`grad_clip`, for parameters without their own, and a learning rate that is a
number or a variable. Their steps can be called alone: backward(loss), then
apply_gradients(pairs).
"""

from .core import (
    SGD, Adam, Momentum, Optimizer, append_gradient_clip,
    append_regularization)

__all__ = ["Adam", "Momentum", "Optimizer", "SGD", "append_gradient_clip",
           "append_regularization"]
