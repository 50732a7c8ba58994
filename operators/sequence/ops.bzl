"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_K = "//operators/kernels:"
_CUDA_TWIN = "//operators/tensor:cuda_twin"

def _sequence(name, kernel_deps, schema_deps = []):
    return op(
        name,
        schema_deps = [":levels"] + schema_deps,
        kernel_deps = [":last_level", _CUDA_TWIN] + kernel_deps,
    )

def _moving(name, kernel):
    """Kernels for all data types."""
    return _sequence(name, ["//operators/tensor:all_types", _K + kernel])

OPS = [
    _sequence(
        "lod_reset",
        [
            "//operators/tensor:all_types",
            "//operators/tensor:copy_kernel",
        ],
    ),
    _sequence(
        "row_conv",
        [_K + "row_conv"],
        schema_deps = ["//framework/types:size_match"],
    ),
    _sequence(
        "sequence_concat",
        [
            "//operators/tensor:all_types",
            _K + "sequence_move",
            "@com_google_absl//absl/container:inlined_vector",
        ],
        schema_deps = ["//framework/types:size_match"],
    ),
    _sequence(
        "sequence_conv",
        [_K + "sequence_conv"],
        schema_deps = ["//framework/types:size_match"],
    ),
    _sequence("sequence_expand", [_K + "sequence_expand"]),
    op("sequence_mask", kernel_deps = [_CUDA_TWIN, _K + "sequence_pad"]),
    _sequence(
        "sequence_pad",
        [
            _K + "sequence_pad",
            "//memory:copy",
            "//platform:place",
        ],
        schema_deps = ["//framework/types:size_match"],
    ),
    _sequence("sequence_pool", [":pooling"]),
    _moving("sequence_reverse", "sequence_move"),
    _sequence(
        "sequence_slice",
        [":slices", "//operators/tensor:all_types", _K + "sequence_move"],
    ),
    _sequence("sequence_softmax", [_K + "sequence_softmax"]),
    op(
        "sequence_unpad",
        schema_deps = ["//framework/types:size_match"],
        kernel_deps = [
            ":given_lengths",
            ":last_level",
            _CUDA_TWIN,
            _K + "sequence_pad",
        ],
    ),
]
