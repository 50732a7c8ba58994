"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_TYPES = [
    "//platform:type_lists",
]

def _comparison(name):
    return op(
        name,
        schema_deps = [":schema_base"],
        kernel_deps = [":kernel_base"] + _TYPES,
    )

def _logic(name):
    return op(
        name,
        schema_deps = [":schema_base"],
        kernel_deps = [":kernel_base"],
    )

OPS = [
    _comparison("equal"),
    _comparison("greater_equal"),
    _comparison("greater_than"),
    op("is_empty", kernel_deps = ["//operators/math/loops:fill"] + _TYPES),
    _comparison("less_equal"),
    _comparison("less_than"),
    _logic("logical_and"),
    op(
        "logical_not",
        schema_deps = [":schema_base"],
        kernel_deps = [
            ":relation",
        ],
    ),
    _logic("logical_or"),
    _logic("logical_xor"),
    _comparison("not_equal"),
]
