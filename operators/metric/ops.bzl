"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

OPS = [
    op("accuracy", kernel_deps = ["//operators/kernels:top_k"]),
    op("argmax", kernel_deps = ["//operators/kernels:top_k"]),
    op("top_k", kernel_deps = ["//operators/kernels:top_k"]),
]
