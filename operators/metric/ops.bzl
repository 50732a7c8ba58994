"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls")
load("//tools/bazel:ops.bzl", "op")

_ALL_TYPES = "//platform:type_lists"
_FUNCTION = "//operators/common:function_kernel"

OPS = [
    op(
        "accuracy",
        schema_deps = [":labels"],
        kernel_deps = [_FUNCTION, "//operators/math/rows:top_k"],
    ),
    op(
        "auc",
        schema_deps = [":labels"],
        kernel_deps = [
            _ALL_TYPES,
            _FUNCTION,
            ":auc",
        ],
    ),
    op(
        "mean_iou",
        schema_deps = [":labels", "//framework/types:size_match"],
        kernel = calls(
            "MeanIou",
            [
                "Predictions",
                "Labels",
                "InWrongs",
                "InCorrects",
                "OutWrong",
                "OutCorrect",
                "OutMeanIou",
            ],
            "operators/metric/class_counts.h",
            ["int32_t", "int64_t"],
        ),
    ),
    op(
        "precision_recall",
        schema_deps = [":labels"],
        kernel = calls(
            "PrecisionRecall",
            [
                "Indices",
                "Labels",
                "Weights",
                "StatesInfo",
                "BatchMetrics",
                "AccumMetrics",
                "AccumStatesInfo",
            ],
            "operators/metric/class_counts.h",
        ),
    ),
]
