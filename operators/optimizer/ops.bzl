"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _optimizer(name):
    return op(
        name,
        kernel_deps = [":optimizer_kernel"],
        schema_deps = [":optimizer_inputs"],
    )

OPS = [
    _optimizer("adam"),
    _optimizer("momentum"),
    _optimizer("sgd"),
]
