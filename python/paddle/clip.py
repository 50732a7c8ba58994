"""Limits gradients: for pd.ParamAttr and optimizers.

ClipByValue(min, max), ClipByNorm(norm), ClipByGlobalNorm(norm, group), and
NoClip() for a parameter that the optimizer's clip skips.
"""

from .core import (
    ClipByGlobalNorm, ClipByNorm, ClipByValue, GradientClip, NoClip)

__all__ = ["ClipByGlobalNorm", "ClipByNorm", "ClipByValue", "GradientClip",
           "NoClip"]
