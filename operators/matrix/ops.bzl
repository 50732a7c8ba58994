"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _product(name):
    return op(
        name,
        schema_deps = ["//framework/types:size_match"],
        kernel_deps = [
            ":kernel_base",
            "//operators/tensor:cuda_twin",
        ],
    )

OPS = [
    op(
        "bilinear_tensor_product",
        schema_deps = [
            "//framework/types:dims",
            "//framework/types:size_match",
        ],
        kernel_deps = [
            "//operators/kernels:bilinear",
            "//operators/tensor:cuda_twin",
        ],
    ),
    _product("mul"),
    _product("matmul"),
]
