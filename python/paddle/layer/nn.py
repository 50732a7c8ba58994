"""Layers made of several operators, most of them with parameters.

A parameter attribute is None (the layer's choice), a name (shared with the
parameter of that name), an initializer or a pd.ParamAttr; for a bias also
False: none. An activation is the type of an operator such as "relu", "": none.
Wrong shapes, types and sizes raise ValueError, or TypeError for a wrong kind
of argument, naming operator, shapes and the line of the call.
"""

from typing import Union, cast

from .. import core
from .._composed import composed
from ..argument_errors import reworded
from ..core import Variable
from .reduction import reduction


@composed
def data() -> None:
    """Creates a variable of the given shape that is fed at every run.

    None (or -1) is a size that is not known in advance: in front it is the
    batch, the same for all data. lod_level > 0: the rows form sequences.
    ValueError for a name in use.

    Example:
      >>> words = pd.layer.data("words", [None, 1], "int64", lod_level=1)
      >>> words.shape, words.dtype, words.lod_level
      ((-1, 1), 'int64', 1)
    """


@composed
def create_parameter() -> None:
    """A trainable parameter of fixed shape, by default with Xavier's values.

    Example:
      >>> w = pd.layer.create_parameter([13, 4], attr="w")
      >>> w.name, w.shape, w.persistable
      ('w', (13, 4), True)
    """


@composed
def create_global_var() -> None:
    """A variable of the given shape that outlives a run and is not trained,
    such as a counter. It begins as `value` everywhere.

    Example:
      >>> count = pd.layer.create_global_var([1], 0, "int64")
      >>> count.shape, count.dtype
      ((1,), 'int64')
    """


@composed
def fc() -> None:
    """act(sum over inputs x of x W + b): a fully connected layer.

    Axes [0, num_flatten_dims) of an input stay, the others are flattened: W is
    [their product, size], b is [size]. A size of 0 is the input's width.
    params: (param_attr, bias_attr) in one.

    fc(w, x), of two variables, is x W alone; W of shape [1] counts as [1, 1].

    Example:
      >>> x = pd.layer.data("x", [None, 13])
      >>> pd.layer.fc(x, 4, act="relu").shape
      (-1, 4)
    """


@reworded
def add(x: Union[Variable, float], y: Union[Variable, float]) -> Variable:
    """x + y; shapes broadcast and data types are promoted as in NumPy.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> pd.layer.add(x, 1.0).shape
      (-1, 3)
    """
    if not isinstance(x, Variable) and not isinstance(y, Variable):
        raise TypeError(f"add takes a variable, not {x!r} and {y!r}")
    return cast(Variable, x + y)


@reworded
def add_scalar(x: Variable, y: Union[Variable, float]) -> Variable:
    """x + y, where y is one number: a variable such as one of shape [1], or a
    number. ValueError for a variable of more.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> pd.layer.add_scalar(x, pd.layer.data("bias", [1])).shape
      (-1, 3)
    """
    return core._add_scalar(x, y) if isinstance(y, Variable) else add(x, y)


@composed
def conv2d() -> None:
    """Convolution of images [N, C, H, W] with filters [num_filters, C / groups,
    h, w]; bias [num_filters].

    A size is one number, or (height, width). groups divides C and num_filters.

    padding is one number, (height, width), or (top, bottom, left, right); or
    "VALID", none; or "SAME": height and width become size / stride, rounded up,
    with as many zeros behind the image as in front of it, or one more, also
    where they are known only when the program runs. ValueError for others, and
    for a filter larger than the padded image.

    data_format "NHWC": images and results are [N, H, W, C]. The layer turns
    them, and such turns between neighbouring layers cancel before a run (the
    pass cancel_transposes), so that a network turns its first image and its
    last result. Activations as `act` stay between; an operator of its own, such
    as the sum of two branches, costs two turns and one more of its gradient.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> pd.layer.conv2d(x, 8, filter_size=3, padding=1, act="relu").shape
      (-1, 8, 32, 32)
      >>> pd.layer.conv2d(x, 8, filter_size=3, stride=2).shape
      (-1, 8, 15, 15)
      >>> x = pd.layer.data("y", [None, 32, 32, 3])
      >>> pd.layer.conv2d(x, 8, filter_size=4, stride=2, padding="SAME",
      ...                 data_format="NHWC").shape
      (-1, 16, 16, 8)
    """


@composed
def pool2d() -> None:
    """The maximum ("max") or average ("avg") of windows of images [N, C, H, W].

    global_pooling: of the whole image. ceil_mode: a last window may reach
    beyond the border. exclusive: padding does not count in an average.
    pool_padding and data_format are as conv2d says; padding is less than
    pool_size.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> pd.layer.pool2d(x, pool_size=2, pool_stride=2).shape
      (-1, 3, 16, 16)
    """


@composed
def batch_norm() -> None:
    """Normalises each channel of [N, C, ...] over the batch, then scales and
    shifts it by parameters [C].

    In training the running mean and variance are updated in place; with
    is_test they are what is used. use_global_stats: in training, too, where
    they then stay as they are, and no gradient flows through them. data_layout
    "NHWC": the channels are the last axis; images are turned, as conv2d says.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> pd.layer.batch_norm(x, act="relu").shape
      (-1, 3, 32, 32)
    """


@composed
def dropout() -> None:
    """In training zeroes elements with the given probability, in [0, 1), and
    scales the others up; with is_test, x itself. The shape is that of x. Seed 0
    is the program's.

    Example:
      >>> x = pd.layer.data("x", [None, 13])
      >>> pd.layer.dropout(x, 0.1).shape
      (-1, 13)
    """


@composed
def embedding() -> None:
    """Rows of a table of `size` (rows, width), by int64 ids: the shape of the
    ids (without a last 1), and then width.

    is_sparse: the gradient holds only the rows in use.
    padding_idx: an id whose row counts as zeros. distributed: in a job with
    servers (`pd.passes.parameter_server`), they keep the table, and only rows
    that were used; needs is_sparse. So they do, without being asked, where
    10^7 rows or more of float32 are trained by sparse look-ups alone.
    IndexError, when run, for an id out of range.

    Example:
      >>> words = pd.layer.data("words", [None, 1], "int64", lod_level=1)
      >>> pd.layer.embedding(words, (10000, 64), is_sparse=True).shape
      (-1, 64)
    """


@composed
def accuracy() -> None:
    """The part of rows whose label is among the k largest of [N, classes].

    Example:
      >>> scores = pd.layer.data("scores", [None, 10])
      >>> label = pd.layer.data("label", [None, 1], "int64")
      >>> pd.layer.accuracy(scores, label, k=5).shape
      ()
    """


@reduction
def reduce_sum() -> None:
    """The sum over the axes `dim`, all by default; negative ones count from
    the end. With keep_dim they stay, with size 1; otherwise the result has the
    shape of x without them, a scalar if none is left. IndexError for an axis
    that x does not have.

    Example:
      >>> x = pd.layer.data("x", [8, 3])
      >>> pd.layer.reduce_sum(x, dim=1, keep_dim=True).shape
      (8, 1)
      >>> pd.layer.reduce_sum(x).shape
      ()
    """


@reduction
def reduce_mean() -> None:
    """The mean over axes, in the shape of reduce_sum.

    Example:
      >>> x = pd.layer.data("x", [8, 3])
      >>> pd.layer.reduce_mean(x, dim=-1).shape
      (8,)
    """


@reduction
def reduce_max() -> None:
    """The maximum over axes, in the shape of reduce_sum.

    Example:
      >>> x = pd.layer.data("x", [8, 3])
      >>> pd.layer.reduce_max(x, dim=-1).shape
      (8,)
    """
