"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_K = "//operators/kernels:"

def _elementwise(name, functor_deps = [_K + "arithmetic"]):
    return op(
        "elementwise_" + name,
        schema_deps = [":schema_base"],
        functor_deps = functor_deps,
        kernel_deps = [":kernel_base"],
    )

OPS = [
    _elementwise("add"),
    _elementwise("sub"),
    _elementwise("mul"),
    _elementwise("div"),
    _elementwise("max", functor_deps = [_K + "scalar_math"]),
    _elementwise("min", functor_deps = [_K + "scalar_math"]),
    _elementwise("pow"),
    _elementwise("mod"),
    _elementwise("floordiv"),
    op(
        "where",
        schema_deps = [
            "//framework/types:data_type",
            "//framework/types:dims",
            "//framework/types:infer_broadcast",
        ],
        kernel_deps = [
            _K + "where",
            "//operators/tensor:all_types",
        ],
    ),
]
