"""The operators of this folder."""

load("@paddle//tools/bazel:ops.bzl", "op")

OPS = [
    op("log_cosh", kernel_deps = ["@paddle//platform:transform"]),
]
