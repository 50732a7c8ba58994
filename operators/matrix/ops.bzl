"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")

_BILINEAR = "operators/matrix/bilinear.h"

def _product(name, rule, attributes):
    """A product of matrices.

    Args:
      name: the op type.
      rule: how it reads its operands, a struct of products.h.
      attributes: the members of `rule`.
    """
    header = "operators/matrix/products.h"
    arguments = "<Device, T, %s>" % rule
    return op(
        name,
        schema_deps = [
            "//framework/registry:precision",
            "//framework/types:size_match",
        ],
        second_gradient = "Multilinear()",
        **calls_with_gradient(
            "Product" + arguments,
            attributes + ["X", "Y", "Out"],
            attributes + ["X", "Y", "Out@GRAD", "X@GRAD", "Y@GRAD"],
            header,
            "FLOATING_TYPES",
        )
    )

OPS = [
    op(
        "bilinear_tensor_product",
        second_gradient = "Multilinear({\"Bias\"})",
        schema_deps = [
            "//framework/types:dims",
            "//framework/types:size_match",
        ],
        **calls_with_gradient(
            "Bilinear",
            ["X", "Y", "Weight", "Bias", "Out"],
            [
                "X",
                "Y",
                "Weight",
                "Out@GRAD",
                "X@GRAD",
                "Y@GRAD",
                "Weight@GRAD",
                "Bias@GRAD",
            ],
            _BILINEAR,
        )
    ),
    _product("mul", "MulRule", ["x_num_col_dims", "y_num_col_dims"]),
    _product("matmul", "MatmulRule", ["transpose_X", "transpose_Y"]),
]
