"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _relation(name):
    return op(
        name,
        schema_deps = [":schema_base"],
        kernel_deps = [":kernel_base"],
    )

OPS = [
    _relation("equal"),
    _relation("greater_equal"),
    _relation("greater_than"),
    op("is_empty", kernel_deps = ["//operators/tensor:all_types"]),
    _relation("less_equal"),
    _relation("less_than"),
    _relation("logical_and"),
    _relation("logical_not"),
    _relation("logical_or"),
    _relation("logical_xor"),
    _relation("not_equal"),
]
