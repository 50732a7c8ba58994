"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")
load("//tools/bazel:schema_source.bzl", "declared")

_WINDOW = "//operators/common:window_shape"

_POOL = "operators/pooling/pool_kernels.h"
_UNPOOL = "operators/pooling/unpool.h"

# Members of PoolAttributes.
_WINDOWS = [
    "ksize",
    "strides",
    "paddings",
    "global_pooling",
    "adaptive",
    "padding_algorithm",
]

def _declared(axes, reads, with_index = ""):
    """The schema of pooling over `axes` axes; its gradient `reads` a slot."""
    return declared(
        "PoolOp(%d%s)" % (axes, with_index),
        "PoolOpMaker(%d%s)" % (axes, with_index),
        "operators/pooling/pool_schema_base.h",
        flops = "PoolFlops",
        gradient = [reads],
    )

# The gradient reads X, to find the largest elements again.
def _pool(name, axes):
    names = _WINDOWS + ["pooling_type", "exclusive", "X"]
    return op(
        name,
        schema = _declared(axes, "X"),
        **calls_with_gradient(
            "Pool",
            names + ["Out"],
            names + ["Out@GRAD", "X@GRAD"],
            _POOL,
        )
    )

# With images whose channels may be last.
def _pool2d():
    names = _WINDOWS + ["pooling_type", "exclusive", "data_format", "X"]
    return op(
        "pool2d",
        schema = _declared(2, "X"),
        **calls_with_gradient(
            "Pool2d",
            names + ["Out"],
            names + ["Out@GRAD", "X@GRAD"],
            "operators/pooling/pool_last.h",
            "FLOATING_TYPES",
        )
    )

# The gradient reads Mask, and X not at all.
def _pool_with_index(name, axes):
    return op(
        name,
        schema = _declared(axes, "Mask", ", /*with_index=*/true"),
        kernel = calls(
            "MaxPoolAndMask",
            _WINDOWS + ["X", "Out", "Mask"],
            _POOL,
        ),
        # Windows that overlap add up.
        grad_kernel = calls(
            "AddToPlanes",
            ["Out@GRAD", "Mask", "X@GRAD"],
            _UNPOOL,
        ),
    )

# `resampling`: the attributes that are its members.
def _interp(name, function, resampling):
    header = "operators/pooling/interpolate.h"
    return op(
        name,
        schema_deps = [":interpolate_schema_base"],
        second_gradient = "Linear()",
        **calls_with_gradient(
            function,
            resampling + ["X", "Out"],
            resampling + ["Out@GRAD", "X@GRAD"],
            header,
            types = ["float", "double", "uint8_t"],
        )
    )

OPS = [
    _interp(
        "bilinear_interp",
        "ResizeBilinear",
        ["align_corners", "scale"],
    ),
    _pool_with_index("max_pool2d_with_index", 2),
    _pool_with_index("max_pool3d_with_index", 3),
    _interp("nearest_interp", "ResizeNearest", ["", "scale"]),
    _pool2d(),
    _pool("pool3d", 3),
    op(
        "quantized_pool2d",
        schema = declared(
            "PoolOp(2)",
            "PoolOpMaker(2, false, /*integers=*/true)",
            "operators/pooling/pool_schema_base.h",
            flops = "PoolFlops",
        ),
        kernel = calls(
            "QuantizedPool2d",
            _WINDOWS + ["data_format", "X", "Out"],
            "operators/pooling/quantized_pool.h",
            ["int8_t", "uint8_t"],
        ),
    ),
    op(
        "unpool",
        second_gradient = "Linear()",
        schema_deps = [
            _WINDOW,
            "//framework/types:size_match",
        ],
        kernel = calls("Unpool", ["X", "Indices", "Out"], _UNPOOL),
        grad_kernel = calls(
            "PickFromPlanes",
            ["Out@GRAD", "Indices", "X@GRAD"],
            _UNPOOL,
        ),
    ),
]
