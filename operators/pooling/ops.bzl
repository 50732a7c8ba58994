"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_WINDOW = "//operators/common:window_shape"

def _pool(name):
    return op(
        name,
        schema_deps = [":pool_schema_base"],
        kernel_deps = [
            ":pool_kernels",
            "//operators/common:cuda_twin",
        ],
    )

def _interp(name):
    return op(
        name,
        schema_deps = [":interpolate_schema_base"],
        kernel_deps = [
            ":interpolate",
            "//operators/common:cuda_twin",
        ],
    )

OPS = [
    _interp("bilinear_interp"),
    _pool("max_pool2d_with_index"),
    _pool("max_pool3d_with_index"),
    _interp("nearest_interp"),
    op(
        "pool2d",
        schema_deps = [":pool_schema_base"],
        kernel_deps = [
            ":pool_kernels",
            "//operators/common:cuda_twin",
        ],
    ),
    _pool("pool3d"),
    op(
        "unpool",
        schema_deps = [
            _WINDOW,
            "//framework/types:size_match",
        ],
        kernel_deps = [
            ":unpool",
            "//operators/common:cuda_twin",
        ],
    ),
]
