"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _conv(name, schema_deps = []):
    return op(
        name,
        schema_deps = [":conv_schema_base"] + schema_deps,
        kernel_deps = [
            ":conv_kernels",
            "//operators/tensor:cuda_twin",
        ],
    )

OPS = [
    _conv("conv2d_transpose"),
    _conv("conv3d"),
    _conv("conv3d_transpose"),
    op(
        "conv_shift",
        schema_deps = ["//framework/types:size_match"],
        kernel_deps = [
            "//operators/kernels:conv_shift",
            "//operators/tensor:cuda_twin",
        ],
    ),
    _conv(
        "depthwise_conv2d",
        schema_deps = ["//framework/types:size_match"],
    ),
]
