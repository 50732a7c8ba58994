"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")


_SCALE = "//operators/activation:scale_op"
_ZEROS = "//operators/creation:fill_zeros_like_op"

# Of functors that refuse some integers.
_CHECKED = [
    "//operators/math/loops:arithmetic",
    "//platform:device_error",
]

_ARITHMETIC = ["//operators/math/loops:arithmetic"]

# `second`: what the gradient of the gradient writes; None where there is none.
def _elementwise(name, functor_deps = _ARITHMETIC, second = None):
    return op(
        "elementwise_" + name,
        schema_deps = [":schema_base"] + (
            [] if second == None else [":second_gradient"]
        ),
        functor_deps = functor_deps,
        kernel_deps = [":kernel_base"],
        emits = second or [],
    )

OPS = [
    _elementwise(
        "add",
        second = [
            _ZEROS,
            ":elementwise_add_op",
        ],
    ),
    _elementwise(
        "sub",
        second = [
            _ZEROS,
            ":elementwise_sub_op",
        ],
    ),
    _elementwise(
        "mul",
        second = [
            _SCALE,
            ":elementwise_add_op",
            ":elementwise_mul_op",
        ],
    ),
    _elementwise(
        "div",
        functor_deps = _CHECKED,
        second = [
            _SCALE,
            ":elementwise_add_op",
            ":elementwise_div_op",
            ":elementwise_mul_op",
        ],
    ),
    _elementwise("max", functor_deps = ["//operators/math/loops:scalar_math"]),
    _elementwise("min", functor_deps = ["//operators/math/loops:scalar_math"]),
    _elementwise("pow", functor_deps = _CHECKED),
    _elementwise("mod", functor_deps = _CHECKED),
    _elementwise("floordiv", functor_deps = _CHECKED),
    op(
        "where",
        schema_deps = [
            "//framework/types:data_type",
            "//framework/types:dims",
            "//framework/types:infer_broadcast",
        ],
        kernel_deps = [
            ":where",
            "//operators/common:all_types",
            "//operators/common:cuda_twin",
        ],
    ),
]
