"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "registered")
load("//tools/bazel:ops.bzl", "op")


def _sequence(name, kernel_deps, schema_deps = []):
    return op(
        name,
        schema_deps = ["//operators/common:levels"] + schema_deps,
        kernel_deps = [
            "//operators/common:last_level",
        ] + kernel_deps,
    )

def _moving(name, kernel):
    """Kernels for all data types."""
    return _sequence(name, ["//platform:type_lists", kernel])

_COPY = ["operators/common/copy_kernel.h"]

OPS = [
    op(
        "lod_reset",
        schema_deps = ["//operators/common:levels"],
        kernel = registered("CopyKernel", "ALL_TYPES", _COPY),
        grad_kernel = registered("CopyGradKernel", "FLOATING_TYPES", _COPY),
        kernel_deps = ["//operators/common:copy_kernel"],
    ),
    _sequence(
        "row_conv",
        [":row_conv"],
        schema_deps = ["//framework/types:size_match"],
    ),
    _sequence(
        "sequence_concat",
        [
            ":sequence_move",
            "//platform:type_lists",
            "@com_google_absl//absl/container:inlined_vector",
        ],
        schema_deps = ["//framework/types:size_match"],
    ),
    _sequence(
        "sequence_conv",
        [":sequence_conv"],
        schema_deps = ["//framework/types:size_match"],
    ),
    _sequence("sequence_expand", [":sequence_expand"]),
    op("sequence_mask", kernel_deps = [":sequence_pad"]),
    _sequence(
        "sequence_pad",
        [
            ":sequence_pad",
            "//memory:copy",
            "//platform:place",
        ],
        schema_deps = ["//framework/types:size_match"],
    ),
    _sequence("sequence_pool", [":pooling"]),
    _moving("sequence_reverse", ":sequence_move"),
    _sequence(
        "sequence_slice",
        [":slices", "//platform:type_lists", ":sequence_move"],
        schema_deps = ["//operators/common:unknown_size"],
    ),
    _sequence("sequence_softmax", [":sequence_softmax"]),
    op(
        "sequence_unpad",
        schema_deps = [
            "//framework/types:size_match",
            "//operators/common:unknown_size",
        ],
        kernel_deps = [
            ":given_lengths",
            "//operators/common:last_level",
            ":sequence_pad",
        ],
    ),
]
