"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")

_WINDOW = "//operators/common:window_shape"

_POOL = "operators/pooling/pool_kernels.h"
_UNPOOL = "operators/pooling/unpool.h"

# Members of PoolAttributes.
_WINDOWS = ["ksize", "strides", "paddings", "global_pooling", "adaptive"]

def _pool(name):
    names = _WINDOWS + ["pooling_type", "exclusive", "X"]
    return op(
        name,
        schema_deps = [":pool_schema_base"],
        **calls_with_gradient(
            "Pool",
            names + ["Out"],
            names + ["Out@GRAD", "X@GRAD"],
            _POOL,
        )
    )

def _pool_with_index(name):
    return op(
        name,
        schema_deps = [":pool_schema_base"],
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
        **calls_with_gradient(
            function,
            resampling + ["X", "Out"],
            resampling + ["Out@GRAD", "X@GRAD"],
            header,
        )
    )

OPS = [
    _interp(
        "bilinear_interp",
        "ResizeBilinear",
        ["align_corners", "scale"],
    ),
    _pool_with_index("max_pool2d_with_index"),
    _pool_with_index("max_pool3d_with_index"),
    _interp("nearest_interp", "ResizeNearest", ["", "scale"]),
    _pool("pool2d"),
    _pool("pool3d"),
    op(
        "unpool",
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
