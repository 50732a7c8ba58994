"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _product(name):
    return op(
        name,
        schema_deps = ["//framework/types:size_match"],
        kernel_deps = [
            ":kernel_base",
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
            ":bilinear",
        ],
    ),
    _product("mul"),
    _product("matmul"),
]
