"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_FLOATS = [
    "//operators/tensor:all_types",
    "//operators/tensor:cuda_twin",
]

OPS = [
    op(
        "batch_norm",
        schema_deps = ["//operators/normalization:channel_shape"],
        kernel_deps = _FLOATS + [
            ":batch_norm_layout",
            "//operators/kernels:batch_norm",
        ],
    ),
    op(
        "conv2d",
        schema_deps = ["//operators/convolution:conv_schema_base"],
        kernel_deps = [
            "//operators/convolution:conv_kernels",
            "//operators/tensor:cuda_twin",
        ],
    ),
    op(
        "cross_entropy",
        schema_deps = [":label_shape"],
        kernel_deps = [
            "//operators/kernels:cross_entropy",
            "//operators/tensor:cuda_twin",
        ],
    ),
    op(
        "dropout",
        kernel_deps = _FLOATS + [
            "//operators/kernels:copy",
            "//operators/kernels:dropout",
            "//operators/kernels:fill",
        ],
    ),
    op(
        "pool2d",
        schema_deps = ["//operators/vision:pool_schema_base"],
        kernel_deps = [
            "//operators/tensor:cuda_twin",
            "//operators/vision:pool_kernels",
        ],
    ),
    op(
        "softmax",
        kernel_deps = _FLOATS + [
            "//operators/kernels:softmax",
            "//operators/normalization:axis_kernel",
        ],
    ),
    op(
        "softmax_with_cross_entropy",
        schema_deps = [":label_shape"],
        kernel_deps = _FLOATS + ["//operators/kernels:cross_entropy"],
    ),
]
