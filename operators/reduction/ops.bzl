"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _reduce(name):
    return op(
        "reduce_" + name,
        schema_deps = [":schema_base"],
        kernel_deps = [":kernel_base"],
    )

OPS = [
    _reduce("sum"),
    _reduce("mean"),
    _reduce("max"),
    op("mean", kernel_deps = ["//operators/kernels:reduce"]),
    op(
        "sum",
        schema_deps = [
            "//framework/types:size_match",
        ],
        kernel_deps = [
            "//framework/tensor:tensor_array",
            "//operators/kernels:sum",
            "//operators/kernels:tensor_array",
            "//operators/tensor_array:array_arguments",
            "@com_google_absl//:inlined_vector",
        ],
        emits = ["//operators/tensor:assign_op"],
    ),
]
