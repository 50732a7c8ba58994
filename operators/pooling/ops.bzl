"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "registered")
load("//tools/bazel:ops.bzl", "op")

_WINDOW = "//operators/common:window_shape"

def _registered(kernel):
    return registered(
        kernel,
        ["float", "double"],
        ["operators/pooling/pool_kernels.h"],
    )

# `kernel`: the beginning of its classes' names.
def _pool(name, kernel = "Pool"):
    return op(
        name,
        schema_deps = [":pool_schema_base"],
        kernel = _registered(kernel + "Kernel"),
        grad_kernel = _registered(kernel + "GradKernel"),
        kernel_deps = [":pool_kernels"],
    )

def _interp(name):
    return op(
        name,
        schema_deps = [":interpolate_schema_base"],
        kernel_deps = [
            ":interpolate",
        ],
    )

OPS = [
    _interp("bilinear_interp"),
    _pool("max_pool2d_with_index", "MaxPoolWithIndex"),
    _pool("max_pool3d_with_index", "MaxPoolWithIndex"),
    _interp("nearest_interp"),
    _pool("pool2d"),
    _pool("pool3d"),
    op(
        "unpool",
        schema_deps = [
            _WINDOW,
            "//framework/types:size_match",
        ],
        kernel_deps = [
            ":unpool",
        ],
    ),
]
