"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_ALL_TYPES = "//platform:type_lists"


_SIZE_MATCH = "//framework/types:size_match"

_UNKNOWN_SIZE = "//operators/common:unknown_size"

def _by_index(name, schema_deps = [], kernel_deps = []):
    """An operator with an input of indices."""
    return op(
        name,
        schema_deps = [":index_type"] + schema_deps,
        kernel_deps = kernel_deps,
    )

def _arg(name):
    return op(name, schema_deps = [":arg_base"], kernel_deps = [":arg_kernel"])

_COPY = "//operators/math/loops:copy"
_FILL = "//operators/math/loops:fill"
_GATHER = "//operators/math/rows:gather"

OPS = [
    _arg("argmax"),
    _arg("argmin"),
    op(
        "argsort",
        kernel_deps = [":argsort"],
        grad_kernel_deps = [":along_axis_grad"],
    ),
    _by_index(
        "gather",
        kernel_deps = [_ALL_TYPES, _FILL, _GATHER],
    ),
    _by_index(
        "gather_nd",
        kernel_deps = [_ALL_TYPES, ":nd_kernel", _FILL],
    ),
    op(
        "lookup_table",
        kernel_deps = [
            ":lookup_table",
        ],
    ),
    op(
        "masked_select",
        schema_deps = [_SIZE_MATCH, _UNKNOWN_SIZE],
        kernel_deps = [
            _ALL_TYPES,
            "//framework/tensor:on_cpu",
            "//operators/math/rows:row_partition",
        ],
    ),
    _by_index(
        "multiplex",
        schema_deps = [_SIZE_MATCH],
        kernel_deps = [
            _ALL_TYPES,
            ":multiplex",
            "@com_google_absl//absl/container:inlined_vector",
        ],
    ),
    _by_index("one_hot", kernel_deps = [":one_hot"]),
    _by_index(
        "scatter",
        schema_deps = [_SIZE_MATCH],
        kernel_deps = [_COPY, _GATHER],
    ),
    _by_index(
        "scatter_nd_add",
        schema_deps = [_SIZE_MATCH],
        kernel_deps = [":nd_kernel", _COPY],
    ),
    _by_index(
        "take_along_axis",
        schema_deps = [_SIZE_MATCH],
        kernel_deps = [
            _ALL_TYPES,
            ":along_axis",
            ":along_axis_grad",
        ],
    ),
    op(
        "top_k",
        grad_kernel_deps = [
            ":along_axis_grad",
        ],
        kernel_deps = [
            _ALL_TYPES,
            "//operators/math/rows:top_k",
        ],
    ),
    op(
        "where_index",
        schema_deps = [_UNKNOWN_SIZE],
        kernel_deps = [_ALL_TYPES, ":nonzero"],
    ),
]
