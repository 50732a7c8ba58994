"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_K = "//operators/kernels:"

OPS = [
    op(
        "lstm",
        schema_deps = [
            ":shapes",
            "//operators/sequence:levels",
        ],
        kernel_deps = [
            ":lstm_kernel_base",
            "//operators/sequence:last_level",
            _K + "lstm",
        ],
    ),
]
