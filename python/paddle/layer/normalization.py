"""Layers that normalise.

Scales begin as ones, biases as zeros; False leaves one out. Of inputs of
float16 and bfloat16 they are float32. Without parameters, and therefore made
from the operators' descriptions: log_softmax, cos_sim, maxout. Results have the
shape of the input. ValueError for shapes that do not fit, IndexError for an
axis that is not there.
"""

from .._composed import composed
from ..argument_errors import reworded
from ..core import Variable
from . import ops


@composed
def layer_norm() -> None:
    """Normalises the rows of a tensor to mean 0 and variance 1, then scales and
    shifts their elements (Ba, Kiros, Hinton 2016); the shape stays.

    The elements of the axes from begin_norm_axis on (negative: from the end)
    are a row; their sizes must be known. Scale and bias are vectors of that
    size. scale, shift: False leaves the parameter out.

    Example:
      >>> x = pd.layer.data("x", [None, 64])
      >>> pd.layer.layer_norm(x).shape
      (-1, 64)
    """


@composed
def rms_norm() -> None:
    """x / sqrt(mean(x * x) + epsilon) * scale, row by row (Zhang, Sennrich
    2019); the shape stays. See layer_norm.

    Example:
      >>> x = pd.layer.data("x", [None, 64])
      >>> pd.layer.rms_norm(x).shape
      (-1, 64)
    """


@composed
def group_norm() -> None:
    """Normalises each group of C / groups neighbouring channels of each of N in
    [N, C, ...], then scales and shifts each channel by parameters [C] (Wu, He
    2018). ValueError unless groups divides C.

    Example:
      >>> x = pd.layer.data("x", [None, 8, 32, 32])
      >>> pd.layer.group_norm(x, groups=4).shape
      (-1, 8, 32, 32)
    """


@composed
def instance_norm() -> None:
    """Normalises each channel of each of N in [N, C, ...], then scales and
    shifts it by parameters [C] (Ulyanov, Vedaldi, Lempitsky 2016).

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> pd.layer.instance_norm(x).shape
      (-1, 3, 32, 32)
    """


@reworded
def l2_normalize(x: Variable, axis: int, epsilon: float = 1e-12,
                 name: str = "") -> Variable:
    """Vectors of L2 norm 1: x / sqrt(sum(x * x) + epsilon), the sum along the
    axis (negative: from the end); the shape of x.

    Example:
      >>> x = pd.layer.data("x", [None, 64])
      >>> pd.layer.l2_normalize(x, axis=1).shape
      (-1, 64)
    """
    return ops.norm(x, axis=axis, epsilon=epsilon, name=name)


@reworded
def lrn(input: Variable, n: int = 5, k: float = 1.0, alpha: float = 1e-4,
        beta: float = 0.75, name: str = "") -> Variable:
    """Divides each channel of [N, C, ...] by (k + alpha * sum(x * x))^beta, the
    sum over the n channels around it: (n - 1) // 2 before it, the others
    behind. alpha is not divided by n (Krizhevsky, Sutskever, Hinton 2012).

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> pd.layer.lrn(x, n=5).shape
      (-1, 3, 32, 32)
    """
    return ops.lrn(input, n=n, k=k, alpha=alpha, beta=beta, name=name)
