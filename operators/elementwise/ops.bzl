"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _elementwise(name):
    return op(
        "elementwise_" + name,
        schema_deps = [":schema_base"],
        kernel_deps = [":kernel_base"],
    )

OPS = [
    _elementwise("add"),
    _elementwise("sub"),
    _elementwise("mul"),
    _elementwise("div"),
]
