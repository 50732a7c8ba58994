"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_FLOATS = [
    "//platform:type_lists",
]

_ROWS = _FLOATS + [
    ":row_shapes",
    ":norm_rows",
]

OPS = [
    op(
        "batch_norm",
        schema_deps = [":channel_shape"],
        kernel_deps = _FLOATS + [
            ":batch_norm_layout",
            ":batch_norm",
        ],
    ),
    op(
        "cos_sim",
        schema_deps = [
            ":channel_shape",
            "//framework/types:data_type",
            "//framework/types:size_match",
        ],
        kernel_deps = _FLOATS + [":cos_sim"],
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
        schema_deps = [":row_norm_base"],
        kernel_deps = _ROWS + [":kernel_base"],
    ),
    op(
        "log_softmax",
        schema_deps = [":softmax_base"],
        kernel_deps = _FLOATS + [
            ":axis_kernel",
            ":log_softmax",
        ],
    ),
    op(
        "lrn",
        schema_deps = [":channel_shape"],
        kernel_deps = _FLOATS + [":lrn"],
    ),
    op(
        "maxout",
        kernel_deps = _FLOATS + [
            ":axis_kernel",
            ":maxout",
        ],
    ),
    op(
        "norm",
        schema_deps = [":channel_shape"],
        kernel_deps = _FLOATS + [":norm"],
    ),
    op(
        "rms_norm",
        schema_deps = [":row_norm_base"],
        kernel_deps = _ROWS,
    ),
    op(
        "softmax",
        schema_deps = [":softmax_base"],
        kernel_deps = _FLOATS + [
            ":axis_kernel",
            "//operators/math/rows:softmax",
        ],
    ),
]
