"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_K = "//operators/kernels:"
_ALL_TYPES = "//operators/tensor:all_types"
_CUDA_TWIN = "//operators/tensor:cuda_twin"
_SIZE_MATCH = "//framework/types:size_match"
_UNKNOWN_SIZE = "//operators/tensor:unknown_size"

def _by_index(name, schema_deps = [], kernel_deps = []):
    """An operator with an input of indices."""
    return op(
        name,
        schema_deps = [":index_type"] + schema_deps,
        kernel_deps = kernel_deps,
    )

OPS = [
    op(
        "argsort",
        kernel_deps = [_CUDA_TWIN, _K + "argsort"],
        grad_kernel_deps = [_CUDA_TWIN, ":along_axis_grad"],
    ),
    _by_index(
        "gather",
        kernel_deps = [_ALL_TYPES, _CUDA_TWIN, _K + "fill", _K + "gather"],
    ),
    _by_index(
        "gather_nd",
        kernel_deps = [_ALL_TYPES, _CUDA_TWIN, ":nd_kernel", _K + "fill"],
    ),
    op(
        "masked_select",
        schema_deps = [_SIZE_MATCH, _UNKNOWN_SIZE],
        kernel_deps = [
            _ALL_TYPES,
            _CUDA_TWIN,
            "//framework/tensor:on_cpu",
            _K + "row_partition",
        ],
    ),
    _by_index(
        "multiplex",
        schema_deps = [_SIZE_MATCH],
        kernel_deps = [
            _ALL_TYPES,
            _CUDA_TWIN,
            _K + "multiplex",
            "@com_google_absl//absl/container:inlined_vector",
        ],
    ),
    _by_index("one_hot", kernel_deps = [_CUDA_TWIN, _K + "one_hot"]),
    _by_index(
        "scatter",
        schema_deps = [_SIZE_MATCH],
        kernel_deps = [_CUDA_TWIN, _K + "copy", _K + "gather"],
    ),
    _by_index(
        "scatter_nd_add",
        schema_deps = [_SIZE_MATCH],
        kernel_deps = [_CUDA_TWIN, ":nd_kernel", _K + "copy"],
    ),
    _by_index(
        "take_along_axis",
        schema_deps = [_SIZE_MATCH],
        kernel_deps = [
            _ALL_TYPES,
            _CUDA_TWIN,
            _K + "along_axis",
            ":along_axis_grad",
        ],
    ),
    op(
        "where_index",
        schema_deps = [_UNKNOWN_SIZE],
        kernel_deps = [_ALL_TYPES, _CUDA_TWIN, _K + "nonzero"],
    ),
]
