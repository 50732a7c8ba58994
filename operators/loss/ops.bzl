"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

# A loss of kernels/loss.h, element by element.
def _element_loss(name):
    return op(
        name,
        schema_deps = [":schema_base"],
        kernel_deps = [":kernel_base"],
    )

OPS = [
    _element_loss("hinge_loss"),
    _element_loss("huber_loss"),
    op(
        "kl_div",
        schema_deps = [":schema_base"],
        kernel_deps = [
            ":kl_div_scale",
            "//operators/kernels:loss",
        ],
    ),
    _element_loss("log_loss"),
    _element_loss("margin_rank_loss"),
    _element_loss("modified_huber_loss"),
    _element_loss("rank_loss"),
    op(
        "sigmoid_cross_entropy_with_logits",
        schema_deps = [":schema_base"],
        kernel_deps = [
            ":label_scale",
            "//operators/kernels:loss",
        ],
    ),
]
