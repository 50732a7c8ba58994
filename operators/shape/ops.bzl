"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "registered")
load("//tools/bazel:ops.bzl", "op")

# Attributes that are numbers of a tensor's type: the schema, and the kernel.
_NUMBERS = [
    "//operators/common:constant_value",
    "//operators/common:same_numbers",
]

_TYPES = ["//platform:type_lists"]

def _moving(name, kernel, schema_deps = [], kernel_deps = [], emits = []):
    """An operator with kernels for all data types."""
    return op(
        name,
        schema_deps = schema_deps,
        kernel_deps = _TYPES + [kernel] + kernel_deps,
        emits = emits,
    )

_COPY = ["operators/common/copy_kernel.h"]

def _viewing(name, dims, schema_deps = []):
    """Views the elements in another shape."""
    return op(
        name,
        schema_deps = [
            dims,
            ":kept_rows",
        ] + schema_deps,
        kernel = registered("CopyKernel", "ALL_TYPES", _COPY),
        grad_kernel = registered("CopyGradKernel", "FLOATING_TYPES", _COPY),
        kernel_deps = ["//operators/common:copy_kernel"],
    )

_REPEAT = ["operators/shape/repeat_kernel.h"]
_FLOAT_AND_DOUBLE = ["float", "double"]

def _spreading(name):
    """As many copies of a tensor as another shape holds."""
    return op(
        name,
        schema_deps = [":spread_dims"],
        kernel = registered("BroadcastKernel", "ALL_TYPES", _REPEAT),
        grad_kernel = registered(
            "BroadcastGradKernel",
            _FLOAT_AND_DOUBLE,
            _REPEAT,
        ),
        kernel_deps = [":repeat_kernel"],
    )

def _cutting(name, kernel_deps, schema_deps = []):
    """A part of a tensor."""
    return op(
        name,
        schema_deps = schema_deps,
        kernel_deps = _TYPES + [":cut_kernel"] + kernel_deps,
    )

def _turning(name, kernel, schema_deps = [], kernel_deps = []):
    """Its gradient is the same operator."""
    return _moving(
        name,
        kernel,
        schema_deps = [
            ":kept_rows",
            "//operators/common:same_op_gradient",
        ] + schema_deps,
        kernel_deps = kernel_deps,
    )

_INLINED = [
    "@com_google_absl//absl/container:inlined_vector",
    "@com_google_absl//absl/types:span",
]

_SIZE_MATCH = "//framework/types:size_match"

def _by_mask(name, schema_deps = []):
    return _moving(
        name,
        "//operators/math/rows:row_partition",
        schema_deps = [":mask_shape", _SIZE_MATCH] + schema_deps,
        kernel_deps = ["//framework/tensor:on_cpu"],
    )

_WINDOW = "//operators/common:window_shape"

_CONCAT = "//operators/math/loops:concat"
_STRIDED_COPY = "//operators/math/loops:strided_copy"

OPS = [
    _spreading("broadcast_to"),
    _moving(
        "concat",
        _CONCAT,
        schema_deps = [":kept_rows", _SIZE_MATCH],
        kernel_deps = _INLINED,
    ),
    _cutting(
        "crop",
        schema_deps = [":kept_rows"],
        kernel_deps = [":crop_part"],
    ),
    _moving("expand", ":tile", schema_deps = [":kept_rows"]),
    _spreading("expand_as"),
    _turning(
        "flip",
        _STRIDED_COPY,
        schema_deps = [":named_axes"],
        kernel_deps = [":named_axes"],
    ),
    _by_mask("merge_by_mask"),
    _moving(
        "pad",
        ":pad",
        schema_deps = _NUMBERS + [":kept_rows"],
        kernel_deps = ["//operators/common:number_attr", ":pad_base"],
    ),
    op(
        "pixel_shuffle",
        schema_deps = [_WINDOW],
        kernel_deps = [
            ":transpose",
            "//platform:type_lists",
        ],
    ),
    _viewing("reshape", ":reshaped_dims"),
    _turning("roll", _STRIDED_COPY, schema_deps = [":named_axes"]),
    _cutting(
        "slice",
        schema_deps = [":slice_range"],
        kernel_deps = [":slice_part"],
    ),
    _moving("split", _CONCAT, kernel_deps = _INLINED, emits = [":concat_op"]),
    _by_mask("split_by_mask", ["//operators/common:unknown_size"]),
    _viewing("squeeze", ":named_axes", schema_deps = [_SIZE_MATCH]),
    _moving(
        "stack",
        _CONCAT,
        schema_deps = [":kept_rows", ":stacked_dims", _SIZE_MATCH],
        kernel_deps = [":stacked_dims"] + _INLINED,
    ),
    _turning(
        "transpose",
        ":transpose",
        schema_deps = [":named_axes"],
        kernel_deps = [":named_axes"],
    ),
    _viewing("unsqueeze", ":named_axes"),
    _moving(
        "unstack",
        _CONCAT,
        schema_deps = [_SIZE_MATCH],
        kernel_deps = [":stacked_dims"] + _INLINED,
        emits = [":stack_op"],
    ),
]
