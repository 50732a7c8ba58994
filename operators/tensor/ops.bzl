"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_K = "//operators/kernels:"

# Attributes that are numbers of a tensor's type: the schema, and the kernel.
_NUMBERS = [":constant_value", ":same_numbers"]
_EXACT = [":number_attr", _K + "convert_number"]
_TYPES = [":all_types", ":cuda_twin"]

def _moving(name, kernel, schema_deps = [], kernel_deps = [], emits = []):
    """An operator with kernels for all data types."""
    return op(
        name,
        schema_deps = schema_deps,
        kernel_deps = _TYPES + [_K + kernel] + kernel_deps,
        emits = emits,
    )

def _random(name):
    return op(
        name,
        schema_deps = [":random_base"],
        kernel_deps = [":cuda_twin", _K + "random_fill"],
    )

def _random_batch(name):
    return _moving(
        name,
        "random_fill",
        schema_deps = [
            ":random_batch_size_like",
            "//framework/registry:op_upgrade",
        ],
    )

def _filling(name, schema_deps = [":constant_shape"]):
    return op(
        name,
        schema_deps = schema_deps + _NUMBERS,
        kernel_deps = _TYPES + [":fill_constant_kernel"],
    )

def _viewing(name, dims, schema_deps = []):
    """The same elements in another shape."""
    return op(
        name,
        schema_deps = [dims] + schema_deps,
        kernel_deps = _TYPES + [":copy_kernel"],
    )

def _repeating(name, schema_deps = [], kernel_deps = []):
    return _moving(
        name,
        "tile",
        schema_deps = schema_deps,
        kernel_deps = kernel_deps,
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
        schema_deps = [":same_op_gradient"] + schema_deps,
        kernel_deps = kernel_deps,
    )

def _triangle(name):
    return op(
        name,
        schema_deps = [":triangle_base"],
        kernel_deps = _TYPES + [":triangle_kernel"],
    )

_ARRAYS = [
    "//framework/tensor:tensor_array",
    "//operators/tensor_array:array_arguments",
]

_HOST_COPY = [
    "//memory:copy",
    "//platform:place",
]

_CONSTANT = [":constant_shape", ":constant_value"]
_INLINED = [
    "@com_google_absl//absl/container:inlined_vector",
    "@com_google_absl//absl/types:span",
]

_SIZE_MATCH = "//framework/types:size_match"

def _by_mask(name, schema_deps = []):
    return _moving(
        name,
        "row_partition",
        schema_deps = [":mask_shape", _SIZE_MATCH] + schema_deps,
        kernel_deps = ["//framework/tensor:on_cpu"],
    )

OPS = [
    _moving(
        "assign",
        "copy",
        schema_deps = [":identity_gradient"],
        kernel_deps = _ARRAYS,
    ),
    _moving(
        "assign_value",
        "convert",
        schema_deps = _CONSTANT,
        kernel_deps = _HOST_COPY + [
            "@com_google_absl//absl/container:inlined_vector",
        ],
    ),
    _repeating(
        "broadcast_to",
        schema_deps = [":spread_dims"],
        kernel_deps = [":repeat_kernel"],
    ),
    _moving("cast", "cast"),
    _moving(
        "concat",
        "concat",
        schema_deps = [_SIZE_MATCH],
        kernel_deps = _INLINED,
    ),
    _cutting("crop", kernel_deps = [":crop_part"]),
    _repeating("expand"),
    _repeating(
        "expand_as",
        schema_deps = [":spread_dims"],
        kernel_deps = [":repeat_kernel"],
    ),
    _moving("eye", "triangle", schema_deps = [":constant_shape"]),
    _filling("fill_constant"),
    _filling(
        "fill_constant_batch_size_like",
        [":batch_size_like", "//framework/registry:op_upgrade"],
    ),
    op(
        "fill_range",
        schema_deps = _NUMBERS + [":constant_shape", ":range_size"],
        kernel_deps = [":cuda_twin", _K + "steps"] + _EXACT,
    ),
    _moving("fill_zeros_like", "fill", kernel_deps = _ARRAYS),
    _turning(
        "flip",
        "strided_copy",
        schema_deps = [":named_axes"],
        kernel_deps = [":named_axes"],
    ),
    _random("gaussian_random"),
    _random_batch("gaussian_random_batch_size_like"),
    op(
        "increment",
        schema_deps = [":identity_gradient"] + _NUMBERS,
        kernel_deps = [":cuda_twin", _K + "add_constant"] + _EXACT,
        emits = [":assign_op"],
    ),
    op(
        "linspace",
        schema_deps = [":constant_shape"],
        kernel_deps = [":cuda_twin", _K + "steps"],
    ),
    _by_mask("merge_by_mask"),
    _moving(
        "pad",
        "pad",
        schema_deps = _NUMBERS,
        kernel_deps = [":number_attr", ":pad_base"],
    ),
    op(
        "orthogonal_random",
        schema_deps = [":random_base"],
        kernel_deps = [":cuda_twin", _K + "orthogonal_fill"],
    ),
    op(
        "print",
        schema_deps = [":identity_gradient"],
        kernel_deps = [
            _K + "copy",
            "//framework/tensor:printing",
            "//platform:device_graph",
            "@com_google_absl//absl/strings",
        ],
        emits = [":assign_op"],
    ),
    op(
        "range",
        schema_deps = [":unknown_size", _SIZE_MATCH],
        kernel_deps = [
            ":cuda_twin",
            ":range_size",
            "//framework/tensor:on_cpu",
            _K + "steps",
        ],
    ),
    _viewing("reshape", ":reshaped_dims"),
    _turning("roll", "strided_copy", schema_deps = [":named_axes"]),
    op("shape", kernel_deps = _TYPES + _HOST_COPY),
    _cutting(
        "slice",
        schema_deps = [":slice_range"],
        kernel_deps = [":slice_part"],
    ),
    _moving("split", "concat", kernel_deps = _INLINED, emits = [":concat_op"]),
    _by_mask("split_by_mask", [":unknown_size"]),
    _viewing("squeeze", ":named_axes", schema_deps = [_SIZE_MATCH]),
    _moving(
        "stack",
        "concat",
        schema_deps = [":stacked_dims", _SIZE_MATCH],
        kernel_deps = [":stacked_dims"] + _INLINED,
    ),
    _turning(
        "transpose",
        "transpose",
        schema_deps = [":named_axes"],
        kernel_deps = [":named_axes"],
    ),
    _triangle("tril"),
    _triangle("triu"),
    _random("truncated_gaussian_random"),
    _random("uniform_random"),
    _random_batch("uniform_random_batch_size_like"),
    _viewing("unsqueeze", ":named_axes"),
    _moving(
        "unstack",
        "concat",
        schema_deps = [_SIZE_MATCH],
        kernel_deps = [":stacked_dims"] + _INLINED,
        emits = [":stack_op"],
    ),
]
