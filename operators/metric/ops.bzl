"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_ALL_TYPES = "//operators/tensor:all_types"
_CUDA_TWIN = "//operators/tensor:cuda_twin"

def _arg(name):
    return op(name, schema_deps = [":arg_base"], kernel_deps = [":arg_kernel"])

OPS = [
    op(
        "accuracy",
        schema_deps = [":labels"],
        kernel_deps = [_CUDA_TWIN, "//operators/kernels:top_k"],
    ),
    _arg("argmax"),
    _arg("argmin"),
    op(
        "auc",
        schema_deps = [":labels"],
        kernel_deps = [
            _ALL_TYPES,
            _CUDA_TWIN,
            "//operators/kernels:auc",
        ],
    ),
    op(
        "mean_iou",
        schema_deps = [":labels", "//framework/types:size_match"],
        kernel_deps = [_CUDA_TWIN, "//operators/kernels:class_counts"],
    ),
    op(
        "precision_recall",
        schema_deps = [":labels"],
        kernel_deps = [_CUDA_TWIN, "//operators/kernels:class_counts"],
    ),
    op(
        "top_k",
        grad_kernel_deps = [
            _CUDA_TWIN,
            "//operators/indexing:along_axis_grad",
        ],
        kernel_deps = [
            _ALL_TYPES,
            _CUDA_TWIN,
            "//operators/kernels:top_k",
        ],
    ),
]
