"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_K = "//operators/kernels:"

def _moving(name, kernel, schema_deps = [], kernel_deps = [], emits = []):
    """An operator with kernels for all data types."""
    return op(
        name,
        schema_deps = schema_deps,
        kernel_deps = [":all_types", _K + kernel] + kernel_deps,
        emits = emits,
    )

def _random(name):
    return op(
        name,
        schema_deps = [":random_base"],
        kernel_deps = [_K + "random_fill"],
    )

_ARRAYS = [
    "//framework/tensor:tensor_array",
    "//operators/tensor_array:array_arguments",
]

_CONSTANT = [":constant_shape", ":constant_value"]
_INLINED = ["@com_google_absl//:inlined_vector", "@com_google_absl//:span"]

_SIZE_MATCH = "//framework/types:size_match"

def _by_mask(name):
    return _moving(
        name,
        "row_partition",
        schema_deps = [":mask_shape", _SIZE_MATCH],
    )

OPS = [
    _moving(
        "assign",
        "copy",
        schema_deps = [":identity_gradient"],
        kernel_deps = _ARRAYS,
    ),
    _moving("assign_value", "convert", schema_deps = _CONSTANT),
    _moving("cast", "cast"),
    _moving(
        "concat",
        "concat",
        schema_deps = [_SIZE_MATCH],
        kernel_deps = _INLINED,
    ),
    _moving("fill_constant", "fill", schema_deps = _CONSTANT),
    _moving("fill_zeros_like", "fill", kernel_deps = _ARRAYS),
    _moving("gather", "gather", schema_deps = [_SIZE_MATCH]),
    _random("gaussian_random"),
    op(
        "increment",
        schema_deps = [":identity_gradient"],
        kernel_deps = [_K + "add_constant"],
        emits = [":assign_op"],
    ),
    _by_mask("merge_by_mask"),
    op(
        "print",
        schema_deps = [":identity_gradient"],
        kernel_deps = [
            _K + "copy",
            "//framework/tensor:printing",
            "@com_google_absl//:strings",
        ],
        emits = [":assign_op"],
    ),
    op(
        "reshape",
        schema_deps = [":reshaped_dims"],
        kernel_deps = [":all_types", ":copy_kernel"],
    ),
    _moving(
        "slice",
        "slice",
        schema_deps = [":slice_range"],
        kernel_deps = [":slice_range"],
    ),
    _moving("split", "concat", kernel_deps = _INLINED, emits = [":concat_op"]),
    _by_mask("split_by_mask"),
    _moving(
        "stack",
        "concat",
        schema_deps = [":stacked_dims", _SIZE_MATCH],
        kernel_deps = [":stacked_dims"] + _INLINED,
    ),
    _moving("transpose", "transpose"),
    _random("truncated_gaussian_random"),
    _random("uniform_random"),
]
