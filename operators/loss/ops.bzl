"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")

_FOLDER = "operators/loss/"

def _element_loss(
        name,
        rule,
        inputs,
        saved,
        reads,
        gradients,
        parameter = "",
        second_gradient = None):
    """A loss of loss.h, element by element.

    Args:
      name: the op type.
      rule: of LossOp, without the k.
      inputs: of the operator, in the order that LossOp gives; "" for a third
        that there is not.
      saved: the output that the gradient reads, or "".
      reads: what the gradient reads, like inputs.
      gradients: of which inputs there are gradients; "" for a second that there
        is not.
      parameter: the attribute that is the parameter, or "".
      second_gradient: as of op().
    """
    header = _FOLDER + "element_loss.h"
    arguments = "<Device, T, kernels::LossOp::k%s>" % rule
    out = "Loss" if "Labels" in inputs else "Out"
    return op(
        name,
        schema_deps = [":schema_base"],
        second_gradient = second_gradient,
        **calls_with_gradient(
            "ElementLoss" + arguments,
            inputs + [parameter, saved, out],
            reads + [parameter, out + "@GRAD"] + [
                x + "@GRAD" if x else ""
                for x in gradients
            ],
            header,
        )
    )

_ROWS = _FOLDER + "loss_rows.h"

_SIZE_MATCH = "//framework/types:size_match"

_SCALED = _FOLDER + "scaled_loss.h"

_CROSS_ENTROPY = _FOLDER + "cross_entropy.h"

# Members of LabelKind.
_LABEL_KIND = ["soft_label", "ignore_index", "axis"]

_ROW_LOSS = ":row_loss"

OPS = [
    op(
        "bpr_loss",
        schema_deps = [_ROW_LOSS],
        **calls_with_gradient(
            "BprLoss",
            ["X", "Label", "Y"],
            ["X", "Label", "Y@GRAD", "X@GRAD"],
            _ROWS,
        )
    ),
    op(
        "cross_entropy",
        schema_deps = [_ROW_LOSS],
        **calls_with_gradient(
            "CrossEntropy",
            ["X", "Label"] + _LABEL_KIND + ["Y"],
            ["X", "Label"] + _LABEL_KIND + ["Y@GRAD", "X@GRAD"],
            _CROSS_ENTROPY,
        )
    ),
    op(
        "hierarchical_sigmoid",
        schema_deps = [
            _SIZE_MATCH,
            "//framework/types:data_type",
            "//framework/types:dims",
        ],
        kernel_deps = [
            ":hierarchical_sigmoid",
            ":model_grad",
            ":nce",
        ],
    ),
    _element_loss(
        "hinge_loss",
        "Hinge",
        ["Logits", "Labels", ""],
        saved = "",
        reads = ["Logits", "Labels", ""],
        gradients = ["Logits", ""],
        second_gradient = "Diagonal(\"Logits\", \"Loss\")",
    ),
    _element_loss(
        "huber_loss",
        "Huber",
        ["X", "Y", ""],
        saved = "Residual",
        reads = ["Residual", "", ""],
        gradients = ["X", "Y"],
        parameter = "delta",
    ),
    op(
        "kl_div",
        schema_deps = [":schema_base"],
        **calls_with_gradient(
            "KlDiv",
            ["X", "Target", "", "reduction", "Loss"],
            ["X", "Target", "", "reduction"] +
            ["Loss@GRAD", "X@GRAD", "Target@GRAD"],
            _SCALED,
        )
    ),
    op(
        "label_smooth",
        schema_deps = [
            _SIZE_MATCH,
            "//operators/common:same_op_gradient",
        ],
        kernel = calls(
            "LabelSmooth",
            ["X", "PriorDist", "epsilon", "Out"],
            _ROWS,
        ),
        emits = ["//operators/activation:scale_op"],
    ),
    _element_loss(
        "log_loss",
        "Log",
        ["Predicted", "Labels", ""],
        saved = "",
        reads = ["Predicted", "Labels", ""],
        gradients = ["Predicted", ""],
        parameter = "epsilon",
    ),
    _element_loss(
        "margin_rank_loss",
        "MarginRank",
        ["X1", "X2", "Label"],
        saved = "Activated",
        reads = ["Activated", "Label", ""],
        gradients = ["X1", "X2"],
        parameter = "margin",
    ),
    _element_loss(
        "modified_huber_loss",
        "ModifiedHuber",
        ["X", "Y", ""],
        saved = "IntermediateVal",
        reads = ["IntermediateVal", "Y", ""],
        gradients = ["X", ""],
    ),
    op(
        "nce",
        schema_deps = [
            _SIZE_MATCH,
            "//framework/types:data_type",
            "//framework/types:dims",
        ],
        kernel_deps = [
            ":model_grad",
            ":nce_noise",
            ":nce",
        ],
    ),
    op(
        "nll_loss",
        second_gradient = "Linear()",
        schema_deps = [
            ":label_shape",
            _ROW_LOSS,
            _SIZE_MATCH,
            "//framework/types:data_type",
        ],
        **calls_with_gradient(
            "NllLoss",
            [
                "X",
                "Label",
                "Weight",
                "ignore_index",
                "axis",
                "Out",
                "RowWeight",
            ],
            ["Label", "RowWeight", "axis", "Out@GRAD", "X@GRAD"],
            _ROWS,
        )
    ),
    _element_loss(
        "rank_loss",
        "Rank",
        ["Left", "Right", "Label"],
        saved = "",
        reads = ["Left", "Right", "Label"],
        gradients = ["Left", "Right"],
    ),
    op(
        "sigmoid_cross_entropy_with_logits",
        schema_deps = [":schema_base"],
        **calls_with_gradient(
            "SigmoidCrossEntropy",
            ["X", "Label", "", "ignore_index", "normalize", "Out"],
            ["X", "Label", "", "ignore_index", "normalize"] +
            ["Out@GRAD", "X@GRAD", "Label@GRAD"],
            _SCALED,
        )
    ),
    op(
        "smooth_l1_loss",
        schema_deps = [
            ":schema_base",
            "//framework/types:dims",
        ],
        **calls_with_gradient(
            "SmoothL1",
            [
                "X",
                "Y",
                "InsideWeight",
                "OutsideWeight",
                "sigma",
                "Diff",
                "Out",
            ],
            [
                "Diff",
                "InsideWeight",
                "OutsideWeight",
                "sigma",
                "Out@GRAD",
                "X@GRAD",
                "Y@GRAD",
            ],
            _ROWS,
        )
    ),
    op(
        "softmax_with_cross_entropy",
        schema_deps = [_ROW_LOSS],
        **calls_with_gradient(
            "SoftmaxWithCrossEntropy",
            ["Logits", "Label"] + _LABEL_KIND + ["Softmax", "Loss"],
            ["Softmax", "Label"] + _LABEL_KIND + ["Loss@GRAD", "Logits@GRAD"],
            _CROSS_ENTROPY,
            "FLOATING_TYPES",
        )
    ),
]
