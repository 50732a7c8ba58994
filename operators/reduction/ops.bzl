"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")
load("//tools/bazel:schema_source.bzl", "declared", "flops_of_each")

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

def _declared(kind, texts, gradient, operations = 1):
    """The schema: `kind` is Reduce or Whole, `texts` what its maker takes.

    `gradient` are the slots that it reads, or None.
    """
    return declared(
        "ReduceTruthOp" if gradient == None else kind + "Op",
        kind + "OpMaker",
        _FOLDER + ("schema_base.h" if kind == "Reduce" else "whole_base.h"),
        flops = flops_of_each("X", operations),
        texts = texts,
        gradient = gradient,
        attr_inputs = {"dim": "DimTensor"} if kind == "Reduce" else {},
    )

def _reduce(name, texts, function, types, gradient = "", linear = False, operations = 1):
    """A reduction over some axes.

    Args:
      name: the op type.
      texts: Out, and what it is over no elements; see ReduceOpMaker.
      function: what computes it.
      types: the forward kernels': a group of platform/type_lists.h, or a list.
      gradient: the function that computes its gradient, or "".
      linear: whether that needs Out@GRAD alone.
      operations: for each element of X.
    """
    grad_kernel = None
    reads = None
    if linear:
        grad_kernel = _linear_grad(gradient, "AttributeAxes")
        reads = []
    elif gradient:
        reads = ["X", "Out"]
        grad_kernel = _over(
            "ReduceOverGrad",
            gradient,
            "AttributeAxes",
            ["X", "Out", "Out@GRAD", "X@GRAD"],
        )
    return op(
        name,
        schema = _declared("Reduce", texts, reads, operations),
        kernel = _over(
            "ReduceOver",
            function,
            "AttributeAxes",
            ["X", "Out"],
            types,
        ),
        grad_kernel = grad_kernel,
        second_gradient = "Linear()" if linear else None,
    )

def _linear(name, texts, function, types):
    return _reduce(name, texts, function, types, function + "Grad", linear = True)

def _truth(name, texts, function):
    texts = texts + [", and an X that is not bool"]
    return _reduce(name, texts, function, ["bool"])

def _power_sum(name, formula, power):
    return op(
        name,
        schema = _declared("Whole", [formula], ["X"], operations = 2),
        **calls_with_gradient(
            "WholeNorm<Device, T, %d>" % power,
            ["X", "Out"],
            ["X", "Out@GRAD", "X@GRAD"],
            _OVER_AXES,
            "FLOATING_TYPES",
        )
    )

OPS = [
    _linear(
        "reduce_sum",
        ["the sum", "0. Integers wrap around"],
        "ReduceSum",
        "NUMBERS",
    ),
    _linear("reduce_mean", ["the mean", "NaN"], "ReduceMean", "FLOATING_TYPES"),
    # Several greatest elements share the gradient evenly; so do smallest ones.
    _reduce(
        "reduce_max",
        [
            "the greatest element (NaN if there is one)",
            "-inf, or the lowest integer",
        ],
        "ReduceMax",
        "NUMBERS",
        "ReduceExtremeGrad",
    ),
    _reduce(
        "reduce_min",
        [
            "the smallest element (NaN if there is one)",
            "inf, or the highest integer",
        ],
        "ReduceMin",
        "NUMBERS",
        "ReduceExtremeGrad",
    ),
    _reduce(
        "reduce_prod",
        ["the product", "1. Integers wrap around"],
        "ReduceProd",
        "NUMBERS",
        "ReduceProdGrad",
    ),
    _truth("reduce_all", ["whether all elements are true", "true"], "ReduceAll"),
    _truth("reduce_any", ["whether any element is true", "false"], "ReduceAny"),
    _reduce(
        "logsumexp",
        ["log(sum(exp(X))), which does not overflow", "-inf"],
        "LogSumExp",
        "FLOATING_TYPES",
        "LogSumExpGrad",
        operations = 2,
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
        second_gradient = "Linear()",
        schema = _declared(
            "Whole",
            ["Out = sum of X / number of elements; NaN if there are none."],
            [],
        ),
        kernel = _over("ReduceOver", "ReduceMean", "AllAxes", ["X", "Out"]),
        grad_kernel = _linear_grad("ReduceMeanGrad", "AllAxes"),
    ),
    # The gradient is 0 where X is 0.
    _power_sum("l1_norm", "Out = sum(|X|); 0 of no elements.", 1),
    _power_sum("squared_l2_norm", "Out = sum(X^2); 0 of no elements.", 2),
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
        "cumprod",
        schema_deps = [
            "//framework/registry:attr_inputs",
            "//operators/common:axis_shape",
        ],
        **calls_with_gradient(
            "CumProd",
            ["X", "axis", "exclusive", "reverse", "Out"],
            ["X", "Out@GRAD", "axis", "exclusive", "reverse", "X@GRAD"],
            _FOLDER + "cumprod.h",
            "NUMBERS",
        )
    ),
    op(
        "cumsum",
        schema_deps = [
            "//framework/registry:attr_inputs",
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
