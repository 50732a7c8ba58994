"""First values of parameters: for pd.ParamAttr and layers."""

from .core import (
    MSRA, Bilinear, Constant, Initializer, Normal, Orthogonal, TruncatedNormal,
    Uniform, Values, Xavier)

NumpyArrayInitializer = Values

__all__ = ["Bilinear", "Constant", "Initializer", "MSRA", "Normal",
           "NumpyArrayInitializer", "Orthogonal", "TruncatedNormal", "Uniform",
           "Values", "Xavier"]
