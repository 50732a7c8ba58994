"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_K = "//operators/kernels:"
_LEVELS = "//operators/sequence:levels"
_LAST_LEVEL = "//operators/sequence:last_level"

OPS = [
    op(
        "gru",
        schema_deps = [
            ":shapes",
            _LEVELS,
        ],
        kernel_deps = [
            ":gru_kernel_base",
            _LAST_LEVEL,
            "//operators/tensor:cuda_twin",
            _K + "gru",
        ],
    ),
    op(
        "gru_unit",
        schema_deps = [":shapes"],
        kernel_deps = [
            ":gru_kernel_base",
            ":unit_offsets",
            "//operators/tensor:cuda_twin",
            _K + "gru",
        ],
    ),
    op(
        "lstm",
        schema_deps = [
            ":shapes",
            _LEVELS,
        ],
        kernel_deps = [
            ":lstm_kernel_base",
            _LAST_LEVEL,
            "//operators/tensor:cuda_twin",
            _K + "lstm",
        ],
    ),
    op(
        "lstm_unit",
        schema_deps = [
            ":shapes",
            "//framework/types:size_match",
        ],
        kernel_deps = [
            "//operators/tensor:cuda_twin",
            _K + "lstm_unit",
        ],
    ),
]
