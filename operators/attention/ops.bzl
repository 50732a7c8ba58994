"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

OPS = [
    op(
        "scaled_dot_product_attention",
        kernel_deps = [
            ":attention_batch",
            "//operators/kernels:attention",
        ],
        schema_deps = ["//framework/types:size_match"],
    ),
]
