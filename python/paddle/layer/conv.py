"""Layers that slide windows over images, volumes and sequences, and that resize
images; conv2d and pool2d stand in nn.

A size is one number for all axes, or one for each: height and width, of volumes
depth, height and width. Padding is as nn.conv2d says, of volumes front and back
before the others. With the data_format "NHWC" ("NDHWC" of volumes) images and
results have their channels last, and filters stay as they are (see nn.conv2d).
Parameter attributes and activations are as in nn.
ValueError for shapes and sizes that do not fit: windows larger than the padded
image, groups that do not divide the channels.
"""

from typing import Any, List, Optional, Sequence, Union

from .._composed import Size, composed
from ..core import Variable
from . import ops

OptionalSize = Union[None, int, Sequence[int]]


@composed
def conv3d() -> None:
    """Convolution of volumes [N, C, D, H, W] with filters [num_filters,
    C / groups, d, h, w]; bias [num_filters].

    groups divides C and num_filters.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 8, 32, 32])
      >>> pd.layer.conv3d(x, 4, filter_size=3, padding=1).shape
      (-1, 4, 8, 32, 32)
    """


@composed
def depthwise_conv2d() -> None:
    """Convolution of each channel of [N, C, H, W] with filters of its own
    [num_filters, 1, h, w]; bias [num_filters].

    num_filters is a multiple of C; 0 is C.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> pd.layer.depthwise_conv2d(x, filter_size=3, padding=1).shape
      (-1, 3, 32, 32)
    """


@composed
def conv2d_transpose() -> None:
    """Transposed convolution ("deconvolution"), which enlarges images
    [N, C, H, W], with filters [C, num_filters / groups, h, w]; bias
    [num_filters].

    A size becomes (size - 1) * stride - 2 * padding + dilation *
    (filter_size - 1) + 1, plus output_padding, which is less than stride or
    dilation. output_size says the same by its result; without filter_size, the
    filter is what that takes. With padding "SAME" it becomes size * stride, and
    half of what is cut off, rounded down, is in front.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> pd.layer.conv2d_transpose(x, 8, filter_size=2, stride=2).shape
      (-1, 8, 64, 64)
    """


@composed
def conv3d_transpose() -> None:
    """conv2d_transpose of volumes [N, C, D, H, W].

    Example:
      >>> x = pd.layer.data("x", [None, 3, 8, 32, 32])
      >>> pd.layer.conv3d_transpose(x, 4, filter_size=2, stride=2).shape
      (-1, 4, 16, 64, 64)
    """


@composed
def pool3d() -> None:
    """The maximum ("max") or average ("avg") of windows of volumes
    [N, C, D, H, W].

    global_pooling: of the whole volume. ceil_mode: a last window may reach
    beyond the border. exclusive: padding does not count in an average.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 8, 32, 32])
      >>> pd.layer.pool3d(x, pool_size=2, pool_stride=2).shape
      (-1, 3, 4, 16, 16)
    """


def adaptive_pool2d(input: Variable, pool_size: Size, pool_type: str = "max",
                    name: str = "") -> Variable:
    """The maximum ("max") or average ("avg") of about equal parts of images
    [N, C, H, W], pool_size of them.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> pd.layer.adaptive_pool2d(x, 7, pool_type="avg").shape
      (-1, 3, 7, 7)
    """
    return ops.pool2d(input, pooling_type=pool_type, ksize=_all(pool_size, 2),
                      adaptive=True, name=name)


def adaptive_pool3d(input: Variable, pool_size: Size, pool_type: str = "max",
                    name: str = "") -> Variable:
    """adaptive_pool2d of volumes [N, C, D, H, W].

    Example:
      >>> x = pd.layer.data("x", [None, 3, 8, 32, 32])
      >>> pd.layer.adaptive_pool3d(x, (2, 7, 7)).shape
      (-1, 3, 2, 7, 7)
    """
    return ops.pool3d(input, pooling_type=pool_type, ksize=_all(pool_size, 3),
                      adaptive=True, name=name)


def max_pool2d_with_index(input: Variable, pool_size: Size,
                          pool_stride: Size = 1, pool_padding: Size = 0,
                          global_pooling: bool = False, ceil_mode: bool = False,
                          adaptive: bool = False, name: str = "") -> Any:
    """(out, mask): the maximum of windows of images [N, C, H, W], and where in
    its image, counted row by row, the first of the largest stands, int64.

    adaptive: of about equal parts of the images, pool_size of them.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> out, mask = pd.layer.max_pool2d_with_index(x, 2, pool_stride=2)
      >>> out.shape, mask.shape, mask.dtype
      ((-1, 3, 16, 16), (-1, 3, 16, 16), 'int64')
    """
    return _with_index(2, input, pool_size, pool_stride, pool_padding,
                       global_pooling, ceil_mode, adaptive, name)


def max_pool3d_with_index(input: Variable, pool_size: Size,
                          pool_stride: Size = 1, pool_padding: Size = 0,
                          global_pooling: bool = False, ceil_mode: bool = False,
                          adaptive: bool = False, name: str = "") -> Any:
    """max_pool2d_with_index of volumes [N, C, D, H, W].

    Example:
      >>> x = pd.layer.data("x", [None, 3, 8, 32, 32])
      >>> out, mask = pd.layer.max_pool3d_with_index(x, 2, pool_stride=2)
      >>> out.shape, mask.shape
      ((-1, 3, 4, 16, 16), (-1, 3, 4, 16, 16))
    """
    return _with_index(3, input, pool_size, pool_stride, pool_padding,
                       global_pooling, ceil_mode, adaptive, name)


def unpool(input: Variable, indices: Variable, pool_size: Size,
           pool_stride: OptionalSize = None, pool_padding: Size = 0,
           output_size: OptionalSize = None, name: str = "") -> Variable:
    """The inverse of max_pool2d_with_index: elements of [N, C, H, W] go back
    to where the mask says, in images that are 0 elsewhere.

    pool_stride is pool_size by default. output_size: height and width of the
    images; by default (size - 1) * stride - 2 * padding + pool_size.
    IndexError, when run, for an index outside of them.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> out, mask = pd.layer.max_pool2d_with_index(x, 2, pool_stride=2)
      >>> pd.layer.unpool(out, mask, pool_size=2).shape
      (-1, 3, 32, 32)
    """
    stride = pool_size if pool_stride is None else pool_stride
    return ops.unpool(input, indices, ksize=_all(pool_size, 2),
                      strides=_all(stride, 2), paddings=_all(pool_padding, 2),
                      output_size=_given(output_size), name=name)


def resize_bilinear(input: Variable, out_shape: OptionalSize = None,
                    scale: Optional[float] = None, name: str = "",
                    align_corners: bool = False) -> Variable:
    """Images [N, C, H, W] in the size out_shape, or scale times theirs rounded
    down: means of neighbours, weighed by nearness.

    align_corners: the centers of the corner elements stand over each other;
    otherwise the edges of the images do.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> pd.layer.resize_bilinear(x, out_shape=(48, 64)).shape
      (-1, 3, 48, 64)
    """
    return ops.bilinear_interp(input, align_corners=align_corners, name=name,
                               **_new_size(out_shape, scale))


def resize_nearest(input: Variable, out_shape: OptionalSize = None,
                   scale: Optional[float] = None, name: str = "") -> Variable:
    """Images [N, C, H, W] in the size out_shape, or scale times theirs rounded
    down, of elements at the nearest place above and to the left.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> pd.layer.resize_nearest(x, scale=2.0).shape
      (-1, 3, 64, 64)
    """
    return ops.nearest_interp(input, name=name, **_new_size(out_shape, scale))


def upsampling_bilinear2d(input: Variable, out_shape: OptionalSize = None,
                          scale: Optional[float] = None,
                          name: str = "") -> Variable:
    """resize_bilinear of images [N, C, H, W] with align_corners.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> pd.layer.upsampling_bilinear2d(x, scale=2.0).shape
      (-1, 3, 64, 64)
    """
    return resize_bilinear(input, out_shape, scale, name, align_corners=True)


def im2sequence(input: Variable, filter_size: Size = 1, stride: Size = 1,
                padding: Size = 0, name: str = "") -> Variable:
    """Images [N, C, H, W] as sequences, of a row [C * h * w] for each window.

    padding is one number, or one for up, left, down and right; two are height
    and width.

    Example:
      >>> x = pd.layer.data("x", [None, 3, 32, 32])
      >>> rows = pd.layer.im2sequence(x, filter_size=4, stride=4)
      >>> rows.shape, rows.lod_level
      ((-1, 48), 1)
    """
    around = _given(padding)
    around = around * 4 if len(around) == 1 else around
    around = around * 2 if len(around) == 2 else around
    return ops.im2sequence(input, kernels=_all(filter_size, 2),
                           strides=_all(stride, 2), paddings=around, name=name)


@composed
def row_conv() -> None:
    """Each row of sequences [rows, n] plus the next future_context_size rows of
    its sequence, all weighed by a parameter [future_context_size + 1, n]: the
    lookahead convolution of Deep Speech 2.

    Example:
      >>> x = pd.layer.data("x", [None, 16], lod_level=1)
      >>> pd.layer.row_conv(x, future_context_size=2).shape
      (-1, 16)
    """


def _given(size: OptionalSize) -> List[int]:
    if size is None:
        return []
    return list(size) if isinstance(size, Sequence) else [size]


def _all(size: Size, axes: int) -> List[int]:
    sizes = _given(size)
    return sizes * axes if len(sizes) == 1 else sizes


def _new_size(out_shape: OptionalSize, scale: Optional[float]) -> Any:
    if out_shape is None:
        return {"scale": 0.0 if scale is None else float(scale)}
    sizes = _all(out_shape, 2)
    if len(sizes) != 2:
        raise ValueError(f"out_shape is (height, width), not {out_shape!r}")
    height, width = sizes
    return {"out_h": height, "out_w": width,
            "scale": 0.0 if scale is None else float(scale)}


def _with_index(axes: int, input: Variable, pool_size: Size, pool_stride: Size,
                pool_padding: Size, global_pooling: bool, ceil_mode: bool,
                adaptive: bool, name: str) -> Any:
    op = getattr(ops, f"max_pool{axes}d_with_index")
    return op(input, ksize=_all(pool_size, axes),
              strides=_all(pool_stride, axes),
              paddings=_all(pool_padding, axes), global_pooling=global_pooling,
              ceil_mode=ceil_mode, adaptive=adaptive, name=name)
