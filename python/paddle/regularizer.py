"""Adds weight decay to gradients: for pd.ParamAttr and optimizers.

L1Decay(coefficient), L2Decay(coefficient), and NoRegularizer() for a parameter
that the optimizer's regularizer skips.
"""

from .core import L1Decay, L2Decay, NoRegularizer, Regularizer

__all__ = ["L1Decay", "L2Decay", "NoRegularizer", "Regularizer"]
