"""First values of parameters: for pd.ParamAttr and layers."""

from .core import (
    MSRA, Constant, Initializer, Normal, TruncatedNormal, Uniform, Values,
    Xavier)

__all__ = ["Constant", "Initializer", "MSRA", "Normal", "TruncatedNormal",
           "Uniform", "Values", "Xavier"]
