"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_ARITHMETIC = "//operators/math/loops:arithmetic"
_MATH = "//operators/math/loops:scalar_math"

_MUL = "//operators/elementwise:elementwise_mul_op"
_DIV = "//operators/elementwise:elementwise_div_op"

# Attributes that are numbers of the tensor's type.
_NUMBERS = [
    "//operators/common:constant_value",
    "//operators/common:same_numbers",
]

# `second`: what the gradient of the gradient writes; None where there is none.
def _activation(name, functor_deps = [], second = None):
    return op(
        name,
        schema_deps = [":schema_base"] + (
            [] if second == None else [":second_gradient"]
        ),
        functor_deps = functor_deps,
        kernel_deps = [":kernel_base"],
        emits = second or [],
    )

# Constant but where it jumps.
def _step(name):
    return op(
        name,
        schema_deps = [":schema_base", ":zero_gradient"],
        kernel_deps = [":kernel_base"],
        emits = ["//operators/creation:fill_zeros_like_op"],
    )

OPS = [
    _activation("abs", [_ARITHMETIC, _MATH]),
    _activation("brelu"),
    _step("ceil"),
    op(
        "clip",
        schema_deps = _NUMBERS,
        kernel_deps = [
            ":activation",
            "//operators/common:all_types",
            "//operators/common:cuda_twin",
            "//operators/common:number_attr",
            "//platform:bfloat16",
            "//platform:float16",
        ],
    ),
    _activation("cos"),
    _activation("elu", [_MATH]),
    _activation("erf", [_MATH]),
    _activation(
        "exp",
        [_MATH],
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
        functor_deps = [_MATH],
        kernel_deps = [
            ":activation_loops",
            "//operators/common:all_types",
            "//operators/common:cuda_twin",
        ],
    ),
    _activation("hard_shrink"),
    _activation("hard_sigmoid", [_MATH]),
    _activation("hard_swish", [_MATH]),
    _activation("leaky_relu", [_MATH]),
    _activation(
        "log",
        [_MATH],
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
        schema_deps = [":prelu_alpha"],
        functor_deps = [_MATH],
        kernel_deps = [
            ":prelu_alpha",
            "//operators/common:all_types",
            "//operators/common:cuda_twin",
            "//operators/math/loops:elementwise",
        ],
    ),
    _activation("reciprocal"),
    _activation("relu"),
    _activation("relu6"),
    _step("round"),
    _activation("rsqrt"),
    op(
        "scale",
        schema_deps = _NUMBERS,
        kernel_deps = [
            ":activation",
            "//operators/common:all_types",
            "//operators/common:cuda_twin",
            "//operators/common:number_attr",
            "//platform:bfloat16",
            "//platform:float16",
        ],
    ),
    _activation(
        "sigmoid",
        [_MATH],
        second = [
            _MUL,
            ":scale_op",
        ],
    ),
    _step("sign"),
    _activation("silu", [_MATH]),
    _activation("sin"),
    _activation("soft_relu", [_MATH]),
    _activation("softplus", [_MATH]),
    _activation("softshrink", [_MATH]),
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
        second = [
            _MUL,
            ":scale_op",
        ],
    ),
    _activation("stanh", [_MATH]),
    _activation("swish", [_MATH]),
    _activation(
        "tanh",
        [_MATH],
        second = [
            _MUL,
            ":scale_op",
        ],
    ),
    _activation("tanh_shrink", [_MATH]),
    _activation("thresholded_relu"),
]
