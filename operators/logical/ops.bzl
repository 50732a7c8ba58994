"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls")
load("//tools/bazel:ops.bzl", "op")
load("//tools/bazel:schema_source.bzl", "declared", "flops_of_each")

_TYPES = [
    "//platform:type_lists",
]

def _relation(name, relation, formula, schema, types):
    """A `relation` of relation.h between two tensors; a `schema` of schema_base.h."""
    return op(
        name,
        schema = declared(
            schema + "Op",
            schema + "OpMaker",
            "operators/logical/schema_base.h",
            flops = flops_of_each("Out"),
            texts = [formula],
        ),
        kernel = calls(
            "Relate<Device, T, kernels::Relation::k%s>" % relation,
            ["X", "Y", "Out"],
            "operators/logical/relation.h",
            types,
        ),
    )

def _comparison(name, relation, formula):
    return _relation(name, relation, formula, "Comparison", "ALL_TYPES")

def _logic(name, relation, formula):
    return _relation(name, relation, formula, "Logical", ["bool"])

def _kind_of_number(name, kind, formula):
    """Tells which elements are of a `kind` of elements.h."""
    return op(
        name,
        schema = declared(
            "NumberKindOp",
            "NumberKindOpMaker",
            "operators/logical/schema_base.h",
            flops = flops_of_each("Out"),
            texts = [formula],
        ),
        kernel = calls(
            "OfKind<Device, T, kernels::NumberKind::k%s>" % kind,
            ["X", "Out"],
            "operators/logical/elements.h",
            "NUMBERS",
        ),
    )

OPS = [
    op(
        "bitwise_not",
        kernel = calls(
            "BitwiseNot",
            ["X", "Out"],
            "operators/logical/elements.h",
            ["bool", "uint8_t", "int8_t", "int16_t", "int32_t", "int64_t"],
        ),
    ),
    _comparison("equal", "Equal", "whether X is Y"),
    _comparison("greater_equal", "GreaterEqual", "X >= Y"),
    _comparison("greater_than", "Greater", "X > Y"),
    op(
        "is_empty",
        kernel_deps = _TYPES + [
            "//operators/common:function_kernel",
            "//operators/math/loops:fill",
        ],
    ),
    _kind_of_number("isfinite", "Finite", "neither an infinity nor NaN"),
    _kind_of_number("isinf", "Infinite", "inf or -inf"),
    _kind_of_number("isnan", "NaN", "NaN, which is no number"),
    _comparison("less_equal", "LessEqual", "X <= Y"),
    _comparison("less_than", "Less", "X < Y"),
    _logic("logical_and", "And", "X and Y"),
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
    _logic("logical_or", "Or", "X or Y"),
    _logic("logical_xor", "NotEqual", "either X or Y, but not both"),
    _comparison("not_equal", "NotEqual", "whether X is not Y"),
]
