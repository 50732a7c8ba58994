"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls")
load("//tools/bazel:ops.bzl", "op")

_TYPES = [
    "//platform:type_lists",
]

def _relation(name, relation, types):
    """A `relation` of relation.h between two tensors."""
    return op(
        name,
        schema_deps = [":schema_base"],
        kernel = calls(
            "Relate<Device, T, kernels::Relation::k%s>" % relation,
            ["X", "Y", "Out"],
            "operators/logical/relation.h",
            types,
        ),
    )

def _comparison(name, relation):
    return _relation(name, relation, "ALL_TYPES")

def _logic(name, relation):
    return _relation(name, relation, ["bool"])

OPS = [
    _comparison("equal", "Equal"),
    _comparison("greater_equal", "GreaterEqual"),
    _comparison("greater_than", "Greater"),
    op("is_empty", kernel_deps = ["//operators/math/loops:fill"] + _TYPES),
    _comparison("less_equal", "LessEqual"),
    _comparison("less_than", "Less"),
    _logic("logical_and", "And"),
    op(
        "logical_not",
        schema_deps = [":schema_base"],
        kernel = calls(
            "LogicalNot<Device>",
            ["X", "Out"],
            "operators/logical/relation.h",
            ["bool"],
        ),
    ),
    _logic("logical_or", "Or"),
    _logic("logical_xor", "NotEqual"),
    _comparison("not_equal", "NotEqual"),
]
