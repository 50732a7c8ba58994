"""The operators of this folder."""

load(
    "//tools/bazel:kernel_source.bzl",
    "calls",
    "camel_case",
    "instantiated",
    "registered",
)
load("//tools/bazel:ops.bzl", "op")

_SCALE = "//operators/activation:scale_op"
_ZEROS = "//operators/creation:fill_zeros_like_op"

# Dependencies of functors that refuse some integers.
_CHECKED = [
    "//operators/math/loops:arithmetic",
    "//platform:device_error",
]

_MATH = "//operators/math/loops:scalar_math"
_ARITHMETIC = ["//operators/math/loops:arithmetic"]

_FOLDER = "operators/elementwise/"
_LOOPS = "operators/math/loops/elementwise.cuh"

# Few operators compute with uint64_t itself: those whose results differ from
# int64_t's.
_NUMBERS_AND_UINT64 = ["PADDLE_NUMBERS", "uint64_t"]

_INTEGERS = ["uint8_t", "int8_t", "int16_t", "int32_t", "int64_t"]

def _registered(name, kernel, types):
    return registered(
        "%s<%sFunctor>::Of" % (kernel, camel_case(name)),
        types,
        [_FOLDER + name + ".h", _FOLDER + "kernel_base.h"],
    )

def _instantiated(name, function, types):
    return instantiated(
        ["PADDLE_INSTANTIATE(kernels::%s, %sFunctor, %s);" % (
            function,
            camel_case(name),
            "PADDLE_" + types if type(types) == "string" else ", ".join(types),
        )],
        [_FOLDER + name + ".h", _LOOPS],
    )

def _elementwise(
        name,
        header_deps = _ARITHMETIC,
        types = "NUMBERS",
        gradient = True,
        second = None):
    """A function of two tensors, element by element: <name>.h and <name>_op.cc.

    Args:
      name: the op type.
      header_deps: what <name>.h uses.
      types: the forward kernels': a group of platform/type_lists.h, or a list.
      gradient: whether there are gradient kernels.
      second: what the gradient of the gradient writes; None where there is none.
    """
    grad_kernel = None
    grad_cuda = None
    if gradient:
        grad_kernel = _registered(
            name,
            "ElementwiseGradKernel",
            "FLOATING_TYPES",
        )
        grad_cuda = _instantiated(
            name,
            "ElementwiseGradOnCUDA",
            "FLOATING_TYPES",
        )
    return op(
        name,
        schema_deps = [":schema_base"] + (
            [] if second == None else [":second_gradient"]
        ),
        header_deps = header_deps,
        kernel = _registered(name, "ElementwiseKernel", types),
        cuda = _instantiated(name, "ElementwiseOnCUDA", types),
        grad_kernel = grad_kernel,
        grad_cuda = grad_cuda,
        kernel_deps = [":kernel_base"],
        emits = second or [],
    )

def _bitwise(name, types):
    return _elementwise(name, [], types, gradient = False)

OPS = [
    _elementwise(
        "elementwise_add",
        second = [
            _ZEROS,
            ":elementwise_add_op",
        ],
    ),
    _elementwise(
        "elementwise_sub",
        second = [
            _ZEROS,
            ":elementwise_sub_op",
        ],
    ),
    _elementwise(
        "elementwise_mul",
        second = [
            _SCALE,
            ":elementwise_add_op",
            ":elementwise_mul_op",
        ],
    ),
    _elementwise(
        "elementwise_div",
        header_deps = _CHECKED,
        types = _NUMBERS_AND_UINT64,
        second = [
            _SCALE,
            ":elementwise_add_op",
            ":elementwise_div_op",
            ":elementwise_mul_op",
        ],
    ),
    _elementwise("elementwise_max", [_MATH], types = "ALL_TYPES"),
    _elementwise("elementwise_min", [_MATH], types = "ALL_TYPES"),
    _elementwise("elementwise_pow", _CHECKED),
    _elementwise("elementwise_mod", _CHECKED, _NUMBERS_AND_UINT64),
    _elementwise("elementwise_fmod", _CHECKED),
    _elementwise("elementwise_floordiv", _CHECKED, gradient = False),
    _bitwise("bitwise_and", ["bool"] + _INTEGERS),
    _bitwise("bitwise_or", ["bool"] + _INTEGERS),
    _bitwise("bitwise_xor", ["bool"] + _INTEGERS),
    _bitwise("bitwise_left_shift", _INTEGERS),
    _bitwise("bitwise_right_shift", _INTEGERS + ["uint64_t"]),
    op(
        "fused_elementwise",
        schema_deps = [
            ":align",
            ":fused_program",
            "//framework/types:infer_broadcast",
            "//framework/types:size_match",
            "//operators/common:broadcast_output",
            "//operators/common:fused_attributes",
        ],
        kernel_deps = [
            ":align",
            ":fused_program",
            ":own_kernel_steps",
            ":step_kernel",
            ":tile_operand",
            ":tile_plan",
            ":whole_steps",
            "//framework/executor:op_arguments",
            "//operators/common:elementwise_tile",
            "//operators/math/loops:thread_scratch",
            "//platform:parallel_for",
            "//platform:type_lists",
            "@com_google_absl//absl/container:inlined_vector",
        ],
    ),
    op(
        "where",
        second_gradient = "Linear()",
        schema_deps = [
            "//framework/registry:precision",
            "//framework/types:data_type",
            "//framework/types:dims",
            "//framework/types:infer_broadcast",
        ],
        kernel = calls(
            "Where<Device>",
            ["Condition", "X", "Y", "Out"],
            _FOLDER + "where.h",
            "ANY_TYPES",
        ),
        grad_kernel_deps = [
            ":where",
            "//operators/common:function_kernel",
            "//platform:type_lists",
        ],
    ),
]
