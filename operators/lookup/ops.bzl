"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

OPS = [
    op(
        "lookup_table",
        kernel_deps = [
            "//operators/kernels:lookup_table",
            "//operators/tensor:cuda_twin",
        ],
    ),
]
