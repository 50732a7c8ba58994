"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")

_BILINEAR = "operators/matrix/bilinear.h"

_FUSED = "operators/matrix/fused_fc.h"

def _product(name, rule, attributes, schema_deps = []):
    """A product of matrices.

    Args:
      name: the op type.
      rule: how it reads its operands, a struct of products.h.
      attributes: the members of `rule`.
      schema_deps: what else its schema needs.
    """
    header = "operators/matrix/products.h"
    arguments = "<Device, T, %s>" % rule
    return op(
        name,
        schema_deps = schema_deps + [
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
    op(
        "determinant",
        schema_deps = [
            "//framework/types:dims",
            "//framework/types:size_match",
        ],
        kernel = calls(
            "Determinant",
            ["X", "Out"],
            "operators/matrix/determinant.h",
        ),
    ),
    op(
        "fused_fc",
        schema_deps = [
            "//framework/types:size_match",
            "//operators/common:fused_activation_attr",
        ],
        kernel = calls(
            "FusedFc",
            [
                "transpose_W",
                "activation",
                "X",
                "W",
                "Bias",
                "Residual",
                "PackedW",
                "Out",
            ],
            _FUSED,
            "FLOATING_TYPES",
        ),
    ),
    op(
        "pack_fc_weight",
        schema_deps = [":packed_weight_size"],
        kernel = calls(
            "PackWeight",
            ["transpose_W", "W", "Out"],
            _FUSED,
            ["float", "::paddle::platform::bfloat16"],
        ),
    ),
    _product(
        "mul",
        "MulRule",
        ["x_num_col_dims", "y_num_col_dims"],
        schema_deps = ["//framework/registry:row_sums"],
    ),
    _product("matmul", "MatmulRule", ["transpose_X", "transpose_Y"]),
]
