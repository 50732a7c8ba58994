"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

OPS = [
    op(
        "scaled_dot_product_attention",
        kernel_deps = [
            ":attention",
            ":attention_batch",
            "//memory:copy",
            "//platform:device_graph",
            "//platform:place",
            "//platform:random",
        ],
        schema_deps = ["//framework/types:size_match"],
    ),
]
