"""The operators of this folder."""

load(
    "//tools/bazel:kernel_source.bzl",
    "calls",
    "calls_with_gradient",
    "copies_with_gradient",
    "registered",
)
load("//tools/bazel:ops.bzl", "op")

# Attributes that are numbers of a tensor's type: the schema, and the kernel.
_NUMBERS = [
    "//operators/common:constant_value",
    "//operators/common:same_numbers",
]

_TYPES = ["//platform:type_lists"]

_PRECISION = "//framework/registry:precision"

_ATTR_INPUTS = "//framework/registry:attr_inputs"

def _moving(name, kernel, kernel_deps = [], **kwargs):
    """An operator with kernels for all data types."""
    return op(name, kernel_deps = _TYPES + [kernel] + kernel_deps, **kwargs)

def _viewing(name, dims, schema_deps = []):
    """Views the elements in another shape."""
    return op(
        name,
        schema_deps = [
            dims,
            ":kept_rows",
            _ATTR_INPUTS,
            _PRECISION,
        ] + schema_deps,
        second_gradient = "Linear()",
        **copies_with_gradient()
    )

_FOLDER = "operators/shape/"
_REPEAT = _FOLDER + "repeat.h"
_PIECES = _FOLDER + "pieces.h"

def _spreading(name):
    """As many copies of a tensor as another shape holds."""
    return op(
        name,
        schema_deps = [":broadcast_dims", _ATTR_INPUTS],
        kernel = calls("Broadcast<Device>", ["X", "Out"], _REPEAT, "ANY_TYPES"),
        grad_kernel = calls("BroadcastGrad", ["Out@GRAD", "X@GRAD"], _REPEAT),
        second_gradient = "Linear()",
    )

def _cutting(name, part, schema_deps = []):
    """A part of a tensor, by <name>_part.h."""
    headers = [
        "operators/shape/%s_part.h" % name,
        "operators/shape/cut_kernel.h",
    ]
    return op(
        name,
        schema_deps = schema_deps,
        kernel = registered(
            "CutKernel<Device, %s>" % part,
            "ANY_TYPES",
            headers,
        ),
        grad_kernel = registered(
            "CutGradKernel<Device, %s>" % part,
            "FLOATING_TYPES",
            headers,
        ),
        kernel_deps = [":cut_kernel", ":%s_part" % name],
        second_gradient = "Linear()",
    )

def _turning(name, kernel, schema_deps = [], kernel_deps = []):
    """Its gradient is the same operator."""
    return _moving(
        name,
        kernel,
        schema_deps = [
            ":kept_rows",
            "//framework/ir:framework_cc_proto",
            "//operators/common:same_op_gradient",
        ] + schema_deps,
        kernel_deps = kernel_deps,
    )

_SIZE_MATCH = "//framework/types:size_match"

def _by_mask(name, function, names, gradients, schema_deps = []):
    """A function of by_mask.h, which takes the same inputs as its gradient."""
    header = _FOLDER + "by_mask.h"
    inputs, outputs = names
    return op(
        name,
        schema_deps = [":mask_shape", _SIZE_MATCH] + schema_deps,
        second_gradient = "Linear()",
        **calls_with_gradient(
            function,
            inputs + outputs,
            inputs + [out + "@GRAD" for out in outputs] + gradients,
            header,
            "ALL_TYPES",
            of_types = False,
        )
    )

_WINDOW = "//operators/common:window_shape"

_STRIDED_COPY = "//operators/math/loops:strided_copy"

_FUNCTION = "//operators/common:function_kernel"

OPS = [
    _spreading("broadcast_to"),
    op(
        "concat",
        second_gradient = "Linear()",
        schema_deps = [":kept_rows", _PRECISION, _SIZE_MATCH],
        kernel = calls(
            "Concat<Device>",
            ["X", "axis", "Out"],
            "operators/math/loops/concat.h",
            "ANY_TYPES",
        ),
        grad_kernel = calls(
            "ConcatGrad<Device>",
            ["X", "Out@GRAD", "axis", "X@GRAD"],
            _PIECES,
            "FLOATING_TYPES",
        ),
    ),
    _cutting("crop", "CropPart", [":kept_rows"]),
    op(
        "expand",
        second_gradient = "Linear()",
        schema_deps = [":kept_rows", _ATTR_INPUTS],
        kernel = calls(
            "Expand<Device>",
            ["X", "expand_times", "Out"],
            _REPEAT,
            "ANY_TYPES",
        ),
        grad_kernel = calls(
            "ExpandGrad",
            ["Out@GRAD", "expand_times", "X@GRAD"],
            _REPEAT,
        ),
    ),
    _spreading("expand_as"),
    _turning(
        "flip",
        _STRIDED_COPY,
        schema_deps = [":named_axes", _PRECISION],
        kernel_deps = [_FUNCTION, ":named_axes"],
    ),
    _by_mask(
        "merge_by_mask",
        "MergeByMask",
        (["InTrue", "InFalse", "Mask"], ["Out"]),
        ["InTrue@GRAD", "InFalse@GRAD"],
    ),
    _moving(
        "pad",
        ":pad",
        schema_deps = _NUMBERS + [":kept_rows", _ATTR_INPUTS, _PRECISION],
        kernel_deps = ["//operators/common:number_attr", ":pad_base"],
        # The border is constant, so its derivative is 0 rather than "pad_value".
        second_gradient = "Linear({{\"pad_value\", 0.0}})",
    ),
    op(
        "pixel_shuffle",
        second_gradient = "Linear()",
        schema_deps = [_PRECISION, _WINDOW],
        **calls_with_gradient(
            "PixelShuffle<Device>",
            ["X", "upscale_factor", "Out"],
            ["Out@GRAD", "upscale_factor", "X@GRAD"],
            _FOLDER + "pixel_shuffle.h",
            "ALL_TYPES",
        )
    ),
    _viewing(
        "flatten",
        "//framework/types:dims",
        schema_deps = ["//framework/types:symbolic_size"],
    ),
    _viewing("reshape", ":reshaped_dims"),
    _turning(
        "roll",
        _STRIDED_COPY,
        schema_deps = [":named_axes"],
        kernel_deps = [_FUNCTION],
    ),
    _cutting(
        "slice",
        "SlicePart",
        [":slice_range", _ATTR_INPUTS, _PRECISION],
    ),
    op(
        "split",
        schema_deps = [
            _ATTR_INPUTS,
            _PRECISION,
            "//framework/ir:framework_cc_proto",
            "//framework/ir:op_desc",
        ],
        kernel = calls(
            "SplitInto<Device>",
            ["X", "axis", "Out"],
            _PIECES,
            "ANY_TYPES",
        ),
        emits = [":concat_op"],
    ),
    _by_mask(
        "split_by_mask",
        "SplitByMask",
        (["X", "Mask"], ["OutTrue", "OutFalse"]),
        ["X@GRAD"],
        ["//operators/common:unknown_size"],
    ),
    _viewing("squeeze", ":named_axes", schema_deps = [_SIZE_MATCH]),
    op(
        "stack",
        second_gradient = "Linear()",
        schema_deps = [
            ":kept_rows",
            ":stacked_dims",
            _PRECISION,
            _SIZE_MATCH,
        ],
        **calls_with_gradient(
            "Stack<Device>",
            ["X", "axis", "Out"],
            ["Out@GRAD", "axis", "X@GRAD"],
            _PIECES,
            "ANY_TYPES",
        )
    ),
    _turning(
        "transpose",
        ":transpose",
        schema_deps = [":named_axes", _PRECISION],
        kernel_deps = [":named_axes", "//platform:stored_types"],
    ),
    _viewing("unsqueeze", ":named_axes"),
    op(
        "unstack",
        schema_deps = [
            _PRECISION,
            _SIZE_MATCH,
            "//framework/ir:framework_cc_proto",
            "//framework/ir:op_desc",
        ],
        kernel = calls(
            "UnstackInto<Device>",
            ["X", "axis", "Y"],
            _PIECES,
            "ANY_TYPES",
        ),
        emits = [":stack_op"],
    ),
]
