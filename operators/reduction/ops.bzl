"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")

_ALL_TYPES = "//platform:type_lists"

_FOLDER = "operators/reduction/"

_OVER_AXES = _FOLDER + "over_axes.h"

def _over(caller, function, axes, names, types = "FLOATING_TYPES"):
    """A function of over_axes.h that calls another."""
    return calls(
        "%s<Device, kernels::%s<Device, T>, %s>" % (caller, function, axes),
        (["dim", "reduce_all"] if axes == "AttributeAxes" else []) + names,
        _OVER_AXES,
        types,
    )

def _linear_grad(function, axes):
    return _over(
        "ReduceOverLinearGrad",
        function,
        axes,
        ["Out@GRAD", "X@GRAD"],
    )

def _reduce(name, function, types, gradient = "", linear = False):
    """A reduction over some axes.

    Args:
      name: the op type.
      function: what computes it.
      types: the forward kernels': a group of platform/type_lists.h, or a list.
      gradient: the function that computes its gradient, or "".
      linear: whether that needs Out@GRAD alone.
    """
    grad_kernel = None
    if linear:
        grad_kernel = _linear_grad(gradient, "AttributeAxes")
    elif gradient:
        grad_kernel = _over(
            "ReduceOverGrad",
            gradient,
            "AttributeAxes",
            ["X", "Out", "Out@GRAD", "X@GRAD"],
        )
    return op(
        name,
        schema_deps = [":schema_base"],
        kernel = _over(
            "ReduceOver",
            function,
            "AttributeAxes",
            ["X", "Out"],
            types,
        ),
        grad_kernel = grad_kernel,
    )

def _linear(name, function, types):
    return _reduce(name, function, types, function + "Grad", linear = True)

def _power_sum(name, power):
    return op(
        name,
        schema_deps = [":whole_base"],
        **calls_with_gradient(
            "WholeNorm<Device, T, %d>" % power,
            ["X", "Out"],
            ["X", "Out@GRAD", "X@GRAD"],
            _OVER_AXES,
            "FLOATING_TYPES",
        )
    )

OPS = [
    _linear("reduce_sum", "ReduceSum", "NUMBERS"),
    _linear("reduce_mean", "ReduceMean", "FLOATING_TYPES"),
    _reduce(
        "reduce_max",
        "ReduceMax",
        "NUMBERS",
        "ReduceExtremeGrad",
    ),
    _reduce(
        "reduce_min",
        "ReduceMin",
        "NUMBERS",
        "ReduceExtremeGrad",
    ),
    _reduce(
        "reduce_prod",
        "ReduceProd",
        "NUMBERS",
        "ReduceProdGrad",
    ),
    _reduce("reduce_all", "ReduceAll", ["bool"]),
    _reduce("reduce_any", "ReduceAny", ["bool"]),
    _reduce(
        "logsumexp",
        "LogSumExp",
        "FLOATING_TYPES",
        "LogSumExpGrad",
    ),
    op(
        "p_norm",
        schema_deps = [":schema_base"],
        **calls_with_gradient(
            "VectorNormOver",
            ["dim", "reduce_all", "X", "p", "Out"],
            ["dim", "reduce_all", "X", "Out", "Out@GRAD", "p", "X@GRAD"],
            _OVER_AXES,
            "FLOATING_TYPES",
        )
    ),
    op(
        "mean",
        schema_deps = [":whole_base"],
        kernel = _over("ReduceOver", "ReduceMean", "AllAxes", ["X", "Out"]),
        grad_kernel = _linear_grad("ReduceMeanGrad", "AllAxes"),
    ),
    _power_sum("l1_norm", 1),
    _power_sum("squared_l2_norm", 2),
    op(
        "squared_l2_distance",
        schema_deps = ["//framework/types:size_match"],
        **calls_with_gradient(
            "SquaredDistance",
            ["X", "Y", "sub_result", "Out"],
            ["sub_result", "Out@GRAD", "X@GRAD", "Y@GRAD"],
            _FOLDER + "squared_distance.h",
            "FLOATING_TYPES",
        )
    ),
    op(
        "cumsum",
        schema_deps = [
            "//framework/ir:framework_cc_proto",
            "//framework/ir:op_desc",
            "//operators/common:axis_shape",
            "//operators/common:same_op_gradient",
        ],
        kernel = calls(
            "CumSum",
            ["X", "axis", "exclusive", "reverse", "Out"],
            _FOLDER + "cumsum.h",
            "NUMBERS",
        ),
    ),
    op(
        "sum",
        schema_deps = [
            "//framework/ir:framework_cc_proto",
            "//framework/ir:op_desc",
            "//framework/types:size_match",
        ],
        kernel_deps = [
            _ALL_TYPES,
            "//framework/tensor:tensor_array",
            "//operators/common:array_arguments",
            "//operators/math/rows:sum",
            "//operators/math/rows:tensor_array",
            "@com_google_absl//absl/container:inlined_vector",
        ],
        emits = ["//operators/creation:assign_op"],
    ),
]
