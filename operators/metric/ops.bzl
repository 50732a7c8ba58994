"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_ALL_TYPES = "//operators/common:all_types"

_CUDA_TWIN = "//operators/common:cuda_twin"

OPS = [
    op(
        "accuracy",
        schema_deps = [":labels"],
        kernel_deps = [_CUDA_TWIN, "//operators/math/rows:top_k"],
    ),
    op(
        "auc",
        schema_deps = [":labels"],
        kernel_deps = [
            _ALL_TYPES,
            _CUDA_TWIN,
            ":auc",
        ],
    ),
    op(
        "mean_iou",
        schema_deps = [":labels", "//framework/types:size_match"],
        kernel_deps = [_CUDA_TWIN, ":class_counts"],
    ),
    op(
        "precision_recall",
        schema_deps = [":labels"],
        kernel_deps = [_CUDA_TWIN, ":class_counts"],
    ),
]
