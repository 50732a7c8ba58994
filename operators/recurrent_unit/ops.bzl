"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_LEVELS = "//operators/common:levels"
_LAST_LEVEL = "//operators/common:last_level"

OPS = [
    op(
        "gru",
        schema_deps = [
            ":gate_maker",
            ":shapes",
            _LEVELS,
        ],
        kernel_deps = [
            ":gru_kernel_base",
            _LAST_LEVEL,
            ":gru",
        ],
    ),
    op(
        "gru_unit",
        schema_deps = [
            ":gate_maker",
            ":shapes",
        ],
        kernel_deps = [
            ":gru",
            ":gru_kernel_base",
            ":unit_offsets",
        ],
    ),
    op(
        "lstm",
        schema_deps = [
            ":gate_maker",
            ":shapes",
            _LEVELS,
        ],
        kernel_deps = [
            ":lstm_kernel_base",
            _LAST_LEVEL,
            ":lstm",
        ],
    ),
    op(
        "lstm_unit",
        schema_deps = [
            ":shapes",
            "//framework/types:size_match",
        ],
        kernel_deps = [
            ":lstm_unit",
        ],
    ),
]
