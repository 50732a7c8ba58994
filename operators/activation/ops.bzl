"""The operators of this folder."""

load(
    "//tools/bazel:kernel_source.bzl",
    "calls_with_gradient",
    "camel_case",
    "instantiated",
    "registered",
)
load("//tools/bazel:ops.bzl", "op")

_ARITHMETIC = "//operators/math/loops:arithmetic"
_MATH = "//operators/math/loops:scalar_math"

_VECTOR_MATH = [
    ":float_run",
    _MATH,
    "//operators/math/loops:vector_math",
]

_MUL = "//operators/elementwise:elementwise_mul_op"
_DIV = "//operators/elementwise:elementwise_div_op"

# Attributes that are numbers of the tensor's type.
_NUMBERS = [
    "//operators/common:constant_value",
    "//operators/common:same_numbers",
]

_FOLDER = "operators/activation/"

_FORWARD = (
    "PADDLE_INSTANTIATE(kernels::ActivateOnCUDA, %sFunctor, PADDLE_%s);"
)
_GRADIENT = ("PADDLE_INSTANTIATE(kernels::ActivateGradOnCUDA, %sFunctor, " +
             "PADDLE_FLOATING_TYPES);")

def _registered(name, kernel, types = "FLOATING_TYPES"):
    return registered(
        "%s<%sFunctor>::Of" % (kernel, camel_case(name)),
        types,
        [_FOLDER + name + ".h", _FOLDER + "kernel_base.h"],
    )

def _instantiated(name, lines):
    return instantiated(
        lines,
        [_FOLDER + name + ".h", _FOLDER + "activation_loops.cuh"],
    )

def _forward(name, types):
    """The forward kernels of a functor <Name>Functor in <name>.h."""
    return dict(
        kernel = _registered(name, "ActivationKernel", types),
        cuda = _instantiated(name, [
            _FORWARD % (camel_case(name), types),
        ]),
        kernel_deps = [":kernel_base"],
    )

def _activation(
        name,
        header_deps = [],
        types = "FLOATING_TYPES",
        second = None,
        second_gradient = None):
    """A function of one tensor, element by element: <name>.h and <name>_op.cc.

    Args:
      name: the op type.
      header_deps: what <name>.h uses.
      types: the forward kernels': a group of platform/type_lists.h.
      second: what the gradient of the gradient writes; None where there is none.
      second_gradient: as of op().
    """
    return op(
        name,
        schema_deps = [":schema_base"] + (
            [] if second == None else [":second_gradient"]
        ),
        header_deps = header_deps,
        grad_kernel = _registered(name, "ActivationGradKernel"),
        grad_cuda = _instantiated(name, [
            _GRADIENT % camel_case(name),
        ]),
        emits = second or [],
        second_gradient = second_gradient,
        **_forward(name, types)
    )

def _piecewise_linear(name, header_deps = [], types = "FLOATING_TYPES"):
    """An _activation whose second derivative is 0 except at single points."""
    return _activation(
        name,
        header_deps,
        types,
        second_gradient = "Diagonal()",
    )

def _step(name, types = "FLOATING_TYPES"):
    """An _activation that is constant but where it jumps."""
    return op(
        name,
        schema_deps = [":schema_base", ":zero_gradient"],
        header_deps = [],
        emits = ["//operators/creation:fill_zeros_like_op"],
        **_forward(name, types)
    )

_LOOPS = "operators/math/loops/elementwise.cuh"

OPS = [
    _piecewise_linear(
        "abs",
        [_ARITHMETIC, _MATH],
        types = "NUMBERS",
    ),
    _activation("acos"),
    _activation("acosh"),
    _activation("asin"),
    _activation("asinh"),
    _activation("atan"),
    _activation("atanh"),
    _piecewise_linear("brelu"),
    _step("ceil"),
    op(
        "clip",
        second_gradient = "Diagonal()",
        schema_deps = _NUMBERS,
        **calls_with_gradient(
            "Clip",
            ["X", "min", "max", "Out"],
            ["X", "Out@GRAD", "min", "max", "X@GRAD"],
            _FOLDER + "scale_clip.h",
            "NUMBERS",
        )
    ),
    _activation("cos"),
    _activation("cosh"),
    _activation("elu", [_MATH]),
    _activation("erf", _VECTOR_MATH),
    _activation(
        "exp",
        _VECTOR_MATH,
        second = [
            _MUL,
            ":scale_op",
        ],
    ),
    _activation("expm1", [_MATH]),
    _step("floor"),
    op(
        "gelu",
        schema_deps = [":schema_base"],
        header_deps = _VECTOR_MATH + [
            "//operators/math/loops:normal_probability",
        ],
        cuda = _instantiated("gelu", [
            _FORWARD % ("Gelu", "FLOATING_TYPES"),
            _FORWARD % ("ApproximateGelu", "FLOATING_TYPES"),
        ]),
        grad_cuda = _instantiated("gelu", [
            _GRADIENT % "Gelu",
            _GRADIENT % "ApproximateGelu",
        ]),
        kernel = registered(
            "GeluKernel",
            "FLOATING_TYPES",
            [_FOLDER + "gelu_kernel.h"],
        ),
        grad_kernel = registered(
            "GeluGradKernel",
            "FLOATING_TYPES",
            [_FOLDER + "gelu_kernel.h"],
        ),
        # And for the sources for GPUs.
        kernel_deps = [
            ":activation_loops",
            ":gelu_kernel",
        ],
    ),
    _piecewise_linear("hard_shrink"),
    _piecewise_linear("hard_sigmoid", [_MATH]),
    _activation("hard_swish", [_MATH]),
    _piecewise_linear("leaky_relu", [_MATH]),
    _activation(
        "log",
        _VECTOR_MATH,
        second = [
            _MUL,
            ":scale_op",
        ],
    ),
    _activation("log1p", [_MATH]),
    _activation("logsigmoid", [_MATH]),
    _activation("mish", [_MATH]),
    _activation("pow"),
    op(
        "prelu",
        schema_deps = [
            ":prelu_alpha",
            "//framework/registry:precision",
        ],
        header_deps = [_MATH],
        cuda = instantiated(
            [
                "PADDLE_INSTANTIATE(kernels::ElementwiseOnCUDA, PreluFunctor, " +
                "PADDLE_NUMBERS);",
            ],
            [_FOLDER + "prelu.h", _LOOPS],
        ),
        grad_cuda = instantiated(
            [
                "PADDLE_INSTANTIATE(kernels::ElementwiseGradOnCUDA, PreluFunctor, " +
                "PADDLE_FLOATING_TYPES);",
            ],
            [_FOLDER + "prelu.h", _LOOPS],
        ),
        # For the sources for GPUs.
        kernel_deps = ["//operators/math/loops:elementwise"],
        **calls_with_gradient(
            "Prelu",
            ["X", "Alpha", "mode", "Out"],
            ["X", "Alpha", "mode", "Out@GRAD", "X@GRAD", "Alpha@GRAD"],
            _FOLDER + "prelu_broadcast.h",
            "FLOATING_TYPES",
        )
    ),
    _activation("reciprocal"),
    _piecewise_linear("relu", types = "NUMBERS"),
    _piecewise_linear("relu6"),
    _step("round"),
    _activation("rsqrt"),
    op(
        "scale",
        schema_deps = _NUMBERS + [
            "//framework/ir:framework_cc_proto",
            "//framework/registry:elementwise_rule",
            "//framework/registry:precision",
            "//operators/common:same_op_gradient",
        ],
        kernel_deps = [
            ":scale_clip",
            "//operators/common:elementwise_tile",
            "//operators/common:number_attr",
            "//platform:bfloat16",
            "//platform:float16",
            "//platform:type_lists",
        ],
    ),
    _activation("selu", [_MATH]),
    _activation(
        "sigmoid",
        _VECTOR_MATH,
        second = [
            _MUL,
            ":scale_op",
        ],
    ),
    _step("sign", types = "NUMBERS"),
    _activation("silu", _VECTOR_MATH),
    _activation("sin"),
    _activation("sinh"),
    _activation("soft_relu", [_MATH]),
    _activation("softplus", [_MATH]),
    _piecewise_linear("softshrink", [_MATH]),
    _activation("softsign"),
    _activation(
        "sqrt",
        second = [
            _DIV,
            _MUL,
            ":scale_op",
        ],
    ),
    _activation(
        "square",
        [_ARITHMETIC],
        types = "NUMBERS",
        second = [
            _MUL,
            ":scale_op",
        ],
    ),
    _activation("stanh", [_MATH]),
    _activation("swish", [_MATH]),
    _activation("tan"),
    _activation(
        "tanh",
        _VECTOR_MATH,
        second = [
            _MUL,
            ":scale_op",
        ],
    ),
    _activation("tanh_shrink", [_MATH]),
    _piecewise_linear("thresholded_relu"),
]
