"""The operators of this folder."""

load(
    "//tools/bazel:kernel_source.bzl",
    "calls",
    "calls_with_gradient",
    "registered",
)
load("//tools/bazel:ops.bzl", "op")
load("//tools/bazel:schema_source.bzl", "declared")

# Attributes that are numbers of a tensor's type: the schema, and the kernel.
_NUMBERS = [
    "//operators/common:constant_value",
    "//operators/common:same_numbers",
]

_FUNCTION = "//operators/common:function_kernel"

_EXACT = [
    _FUNCTION,
    "//operators/math/loops:convert_number",
]

_TYPES = ["//platform:type_lists"]

def _moving(name, kernel, schema_deps = [], kernel_deps = [], emits = []):
    """An operator with kernels for all data types."""
    return op(
        name,
        schema_deps = schema_deps,
        kernel_deps = _TYPES + [kernel] + kernel_deps,
        emits = emits,
    )

def _filling(name, schema_deps = ["//operators/common:constant_shape"]):
    return op(
        name,
        schema_deps = schema_deps + _NUMBERS,
        kernel = registered(
            "FillConstantKernel",
            "ALL_TYPES",
            ["operators/creation/fill_constant_kernel.h"],
        ),
        kernel_deps = [":fill_constant_kernel"],
    )

_TRIANGLE = "operators/creation/triangle.h"

def _triangle(name, relation, which):
    return op(
        name,
        schema = declared(
            "TriangleOp",
            "TriangleOpMaker",
            "operators/creation/triangle_base.h",
            flops = "framework::NoFlops()",
            texts = [relation],
            gradient_maker = "SameOpGradient(SameDiagonal)",
            attr_inputs = {"diagonal": "DiagonalTensor"},
        ),
        kernel = calls(
            "Keep<Device, kernels::Triangle::k%s>" % which,
            ["X", "diagonal", "Out"],
            _TRIANGLE,
            "ALL_TYPES",
        ),
    )

_CAST = "operators/creation/cast.h"

_ARRAYS = [
    "//framework/tensor:tensor_array",
    "//operators/common:array_arguments",
]

_HOST_COPY = [
    _FUNCTION,
    "//memory:copy",
    "//platform:place",
]

_SHAPE = "//operators/common:constant_shape"
_CONSTANT = [_SHAPE, "//operators/common:constant_value"]

_SIZE_MATCH = "//framework/types:size_match"

OPS = [
    _moving(
        "assign",
        "//operators/math/loops:copy",
        schema_deps = [":identity_gradient"],
        kernel_deps = _ARRAYS + ["//platform:stored_types"],
    ),
    _moving(
        "assign_value",
        "//operators/math/loops:convert",
        schema_deps = _CONSTANT,
        kernel_deps = _HOST_COPY + [
            "@com_google_absl//absl/container:inlined_vector",
        ],
    ),
    _moving(
        "bitcast",
        "//operators/math/loops:copy",
        schema_deps = [
            "//framework/types:data_type",
            "//framework/types:element_bits",
        ],
        kernel_deps = [_FUNCTION, "//platform:stored_types"],
    ),
    op(
        "cast",
        second_gradient = "Linear()",
        kernel = calls(
            "CastRounded<Device>",
            ["X", "saturate", "round_mode", "Out"],
            _CAST,
            "ANY_TYPES",
        ),
        # The derivative of a conversion is 1.
        grad_kernel = calls(
            "Cast<Device>",
            ["Out@GRAD", "X@GRAD"],
            _CAST,
            "FLOATING_TYPES",
        ),
    ),
    op(
        "check_range",
        schema_deps = [":identity_gradient"],
        kernel_deps = [
            "//framework/tensor:numbers_of",
            "//framework/tensor:on_cpu",
            "//operators/math/loops:copy",
            "//platform:device_graph",
            "@com_google_absl//absl/strings",
        ],
        emits = [":assign_op"],
        per_device = False,
    ),
    op(
        "diag",
        schema_deps = [_SHAPE],
        second_gradient = "Linear()",
        **calls_with_gradient(
            "Diag<Device>",
            ["X", "offset", "Out"],
            ["Out@GRAD", "offset", "X@GRAD"],
            "operators/creation/diagonal.h",
            "ALL_TYPES",
        )
    ),
    op(
        "eye",
        schema_deps = [_SHAPE],
        kernel = calls("FillEye<Device>", ["Out"], _TRIANGLE, "ALL_TYPES"),
    ),
    _filling(
        "fill_constant",
        schema_deps = [
            "//framework/registry:attr_inputs",
            "//operators/common:constant_shape",
        ],
    ),
    _filling(
        "fill_constant_batch_size_like",
        [
            "//framework/registry:op_upgrade",
            "//operators/common:batch_size_like",
        ],
    ),
    op(
        "fill_range",
        schema_deps = _NUMBERS + [_SHAPE, ":range_size"],
        kernel_deps = [":arange"] + _EXACT,
    ),
    _moving(
        "fill_zeros_like",
        "//operators/math/loops:fill",
        kernel_deps = _ARRAYS,
    ),
    op(
        "increment",
        schema_deps = [":identity_gradient"] + _NUMBERS,
        kernel_deps = [":add_constant"] + _EXACT,
        emits = [":assign_op"],
    ),
    op(
        "linspace",
        schema_deps = [_SHAPE],
        kernel = calls(
            "FillLinspace",
            ["start", "stop", "Out"],
            "operators/creation/arange.h",
        ),
    ),
    op(
        "print",
        schema_deps = [":identity_gradient"],
        kernel_deps = [
            "//framework/executor:op_arguments",
            "//framework/tensor:printing",
            "//operators/math/loops:copy",
            "//platform:device_graph",
            "@com_google_absl//absl/strings",
        ],
        emits = [":assign_op"],
        per_device = False,
    ),
    op(
        "range",
        schema_deps = ["//operators/common:unknown_size", _SIZE_MATCH],
        kernel_deps = [
            ":range_size",
            ":arange",
            "//framework/tensor:on_cpu",
            _FUNCTION,
        ],
    ),
    op("shape", kernel_deps = _TYPES + _HOST_COPY),
    _triangle("tril", "<=", "Lower"),
    _triangle("triu", ">=", "Upper"),
]
