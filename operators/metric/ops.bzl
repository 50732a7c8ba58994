"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_ALL_TYPES = "//platform:type_lists"


OPS = [
    op(
        "accuracy",
        schema_deps = [":labels"],
        kernel_deps = ["//operators/math/rows:top_k"],
    ),
    op(
        "auc",
        schema_deps = [":labels"],
        kernel_deps = [
            _ALL_TYPES,
            ":auc",
        ],
    ),
    op(
        "mean_iou",
        schema_deps = [":labels", "//framework/types:size_match"],
        kernel_deps = [":class_counts"],
    ),
    op(
        "precision_recall",
        schema_deps = [":labels"],
        kernel_deps = [":class_counts"],
    ),
]
