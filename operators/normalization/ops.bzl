"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_FLOATS = [
    "//operators/tensor:all_types",
    "//operators/tensor:cuda_twin",
]

_ROWS = _FLOATS + [
    ":row_shapes",
    "//operators/kernels:norm_rows",
]

OPS = [
    op(
        "cos_sim",
        schema_deps = [
            ":channel_shape",
            "//framework/types:data_type",
            "//framework/types:size_match",
        ],
        kernel_deps = _FLOATS + ["//operators/kernels:cos_sim"],
    ),
    op(
        "group_norm",
        schema_deps = [":image_norm_base"],
        kernel_deps = _ROWS + [":kernel_base"],
    ),
    op(
        "instance_norm",
        schema_deps = [":image_norm_base"],
        kernel_deps = _ROWS + [":kernel_base"],
    ),
    op(
        "layer_norm",
        schema_deps = [":channel_shape"],
        kernel_deps = _ROWS + [":kernel_base"],
    ),
    op(
        "log_softmax",
        kernel_deps = _FLOATS + [
            ":axis_kernel",
            "//operators/kernels:log_softmax",
        ],
    ),
    op(
        "lrn",
        schema_deps = [":channel_shape"],
        kernel_deps = _FLOATS + ["//operators/kernels:lrn"],
    ),
    op(
        "maxout",
        kernel_deps = _FLOATS + [
            ":axis_kernel",
            "//operators/kernels:maxout",
        ],
    ),
    op(
        "norm",
        schema_deps = [":channel_shape"],
        kernel_deps = _FLOATS + ["//operators/kernels:norm"],
    ),
    op(
        "rms_norm",
        schema_deps = [":channel_shape"],
        kernel_deps = _ROWS,
    ),
]
