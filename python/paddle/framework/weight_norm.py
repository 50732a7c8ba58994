"""Weight normalisation of parameters."""

import operator
from typing import Any, Optional

from .. import core


class WeightNormParamAttr(core.ParamAttr):
    """A parameter w that is g v / |v|, where v, of w's shape, and g are what is
    trained (Salimans and Kingma 2016).

    dim: the axis (negative: from the end) along which g has a size; |v| is
    then the L2 norm over all other axes, and g of shape [1, ..., n, ..., 1].
    None: the norm is over all of v, and g is a scalar. v gets the first values
    that w would have, and g those of |v|, so that training begins with the same
    w. They are called "<name>.v" and "<name>.g"; learning rate, regularizer
    and clip are those of both. IndexError for an axis that is not there.

    kwargs: as of pd.ParamAttr.

    Example:
      >>> x = pd.layer.data("x", [None, 4])
      >>> weight = pd.WeightNormParamAttr(dim=1, name="w")
      >>> out = pd.layer.fc(x, 3, param_attr=weight)
      >>> [p.name for p in pd.default_main_program().all_parameters()]
      ['w.v', 'w.g', 'fc_0.b_0']
    """

    def __init__(self, dim: Optional[int] = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._normalize_weight(None if dim is None else operator.index(dim))
