"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "registered")
load("//tools/bazel:ops.bzl", "op")

def _registered(kernel):
    return registered(
        kernel,
        ["float", "double"],
        ["operators/convolution/conv_kernels.h"],
    )

# `kernel`: the beginning of its classes' names.
def _conv(name, kernel = "Conv", schema_deps = []):
    return op(
        name,
        schema_deps = [":conv_schema_base"] + schema_deps,
        kernel = _registered(kernel + "Kernel"),
        grad_kernel = _registered(kernel + "GradKernel"),
        kernel_deps = [":conv_kernels"],
    )

_WINDOW = "//operators/common:window_shape"

OPS = [
    _conv("conv2d"),
    _conv("conv2d_transpose", "ConvTranspose"),
    _conv("conv3d"),
    _conv("conv3d_transpose", "ConvTranspose"),
    op(
        "conv_shift",
        schema_deps = ["//framework/types:size_match"],
        kernel_deps = [
            ":conv_shift",
        ],
    ),
    _conv(
        "depthwise_conv2d",
        schema_deps = ["//framework/types:size_match"],
    ),
    op(
        "im2sequence",
        schema_deps = [_WINDOW],
        kernel_deps = [
            ":im2sequence_kernel_base",
        ],
    ),
]
