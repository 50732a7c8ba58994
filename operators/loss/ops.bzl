"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")


# A loss of loss.h, element by element.
def _element_loss(name):
    return op(
        name,
        schema_deps = [":schema_base"],
        kernel_deps = [":kernel_base"],
    )

_ROWS = ":loss_rows"

_ROW_LOSS = ":row_loss"

_SIZE_MATCH = "//framework/types:size_match"

_FLOATS = [
    "//platform:type_lists",
]

OPS = [
    op(
        "bpr_loss",
        schema_deps = [_ROW_LOSS],
        kernel_deps = [
            _ROWS,
        ],
    ),
    op(
        "cross_entropy",
        schema_deps = [_ROW_LOSS],
        kernel_deps = [
            ":cross_entropy",
        ],
    ),
    _element_loss("hinge_loss"),
    _element_loss("huber_loss"),
    op(
        "kl_div",
        schema_deps = [":schema_base"],
        kernel_deps = [
            ":kl_div_scale",
            ":loss",
        ],
    ),
    op(
        "label_smooth",
        schema_deps = [
            _SIZE_MATCH,
            "//operators/common:same_op_gradient",
        ],
        kernel_deps = [
            _ROWS,
        ],
        emits = ["//operators/activation:scale_op"],
    ),
    _element_loss("log_loss"),
    _element_loss("margin_rank_loss"),
    _element_loss("modified_huber_loss"),
    op(
        "nce",
        schema_deps = [
            _SIZE_MATCH,
            "//framework/types:data_type",
            "//framework/types:dims",
        ],
        kernel_deps = [
            ":nce_noise",
            ":nce",
        ],
    ),
    op(
        "nll_loss",
        schema_deps = [
            ":label_shape",
            _ROW_LOSS,
            _SIZE_MATCH,
            "//framework/types:data_type",
        ],
        kernel_deps = [
            _ROWS,
        ],
    ),
    _element_loss("rank_loss"),
    op(
        "sigmoid_cross_entropy_with_logits",
        schema_deps = [":schema_base"],
        kernel_deps = [
            ":label_scale",
            ":loss",
        ],
    ),
    op(
        "smooth_l1_loss",
        schema_deps = [
            ":schema_base",
            "//framework/types:dims",
        ],
        kernel_deps = [
            _ROWS,
        ],
    ),
    op(
        "softmax_with_cross_entropy",
        schema_deps = [_ROW_LOSS],
        kernel_deps = _FLOATS + [":cross_entropy"],
    ),
]
