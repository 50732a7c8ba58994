"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_K = "//operators/kernels:"
_WINDOW = "//operators/nn:window_shape"

def _pool(name):
    return op(
        name,
        schema_deps = [":pool_schema_base"],
        kernel_deps = [
            ":pool_kernels",
            "//operators/tensor:cuda_twin",
        ],
    )

def _interp(name):
    return op(
        name,
        schema_deps = [":interpolate_schema_base"],
        kernel_deps = [
            "//operators/tensor:cuda_twin",
            _K + "interpolate",
        ],
    )

OPS = [
    _interp("bilinear_interp"),
    op(
        "im2sequence",
        schema_deps = [_WINDOW],
        kernel_deps = [
            ":im2sequence_kernel_base",
            "//operators/tensor:cuda_twin",
        ],
    ),
    _pool("max_pool2d_with_index"),
    _pool("max_pool3d_with_index"),
    _interp("nearest_interp"),
    op(
        "pixel_shuffle",
        schema_deps = [_WINDOW],
        kernel_deps = [
            "//operators/tensor:all_types",
            "//operators/tensor:cuda_twin",
            _K + "transpose",
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
            "//operators/tensor:cuda_twin",
            _K + "unpool",
        ],
    ),
]
