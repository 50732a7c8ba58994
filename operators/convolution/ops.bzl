"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _conv(name, schema_deps = []):
    return op(
        name,
        schema_deps = [":conv_schema_base"] + schema_deps,
        kernel_deps = [
            ":conv_kernels",
            "//operators/common:cuda_twin",
        ],
    )

_WINDOW = "//operators/common:window_shape"

OPS = [
    op(
        "conv2d",
        schema_deps = [":conv_schema_base"],
        kernel_deps = [
            ":conv_kernels",
            "//operators/common:cuda_twin",
        ],
    ),
    _conv("conv2d_transpose"),
    _conv("conv3d"),
    _conv("conv3d_transpose"),
    op(
        "conv_shift",
        schema_deps = ["//framework/types:size_match"],
        kernel_deps = [
            ":conv_shift",
            "//operators/common:cuda_twin",
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
            "//operators/common:cuda_twin",
        ],
    ),
]
