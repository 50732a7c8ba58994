"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

OPS = [
    op(
        "scaled_dot_product_attention",
        kernel_deps = [
            ":attention",
            ":attention_batch",
            ":half_attention",
            "//memory:copy",
            "//platform:device_graph",
            "//platform:place",
            "//platform:random",
            "//platform:type_lists",
        ],
        schema_deps = [
            "//framework/registry:precision",
            "//framework/types:size_match",
            "//operators/common:sum_type",
        ],
    ),
]
