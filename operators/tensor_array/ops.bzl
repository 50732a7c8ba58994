"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _array_op(name, kernel_deps = [], **kwargs):
    return op(
        name,
        schema_deps = [
            ":array_shape",
            "//framework/ir:framework_cc_proto",
            "//framework/ir:op_desc",
            "//framework/registry:gradient_registration",
        ],
        kernel_deps = _ARGUMENTS + kernel_deps,
        per_device = False,
        **kwargs
    )

_ARGUMENTS = [
    "//framework/tensor:lod_tensor",
    "//framework/tensor:on_cpu",
    "//framework/tensor:tensor_array",
    "//operators/common:array_arguments",
    "//operators/common:function_kernel",
]

_KERNEL = ["//operators/math/rows:tensor_array"]

OPS = [
    _array_op("array_length", kernel_deps = ["//operators/math/rows:any_device"]),
    _array_op(
        "array_read",
        kernel_deps = ["//operators/math/loops:copy"],
        emits = [":array_write_op"],
    ),
    _array_op(
        "array_to_tensor",
        kernel_deps = _KERNEL,
        second_gradient = "Linear()",
    ),
    _array_op(
        "array_write",
        kernel_deps = _KERNEL,
        grad_kernel_deps = _ARGUMENTS + [
            "//operators/math/loops:copy",
            "//operators/math/rows:any_device",
        ],
        emits = [
            "//operators/creation:fill_zeros_like_op",
            "//operators/reduction:sum_op",
        ],
    ),
    _array_op("create_array"),
]
