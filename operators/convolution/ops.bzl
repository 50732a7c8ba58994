"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")
load("//tools/bazel:schema_source.bzl", "declared")

_CONV = "operators/convolution/conv_kernels.h"

# Members of ConvAttributes, and the operands.
_NAMES = [
    "strides",
    "paddings",
    "dilations",
    "groups",
    "padding_algorithm",
    "Input",
    "Filter",
]

# `function` and that with Grad at its end are in conv_kernels.h.
def _conv(name, function = "ConvForward", **schema):
    return op(
        name,
        second_gradient = "Multilinear()",
        **dict(schema, **calls_with_gradient(
            function,
            _NAMES + ["Output"],
            _NAMES + ["Output@GRAD", "Input@GRAD", "Filter@GRAD"],
            _CONV,
            "FLOATING_TYPES",
        ))
    )

def _declared(kind, axes, windows):
    """The schema; each element of the slot `windows` takes a product."""
    return declared(
        "%sOp(%d)" % (kind, axes),
        "%sOpMaker(%d)" % (kind, axes),
        "operators/convolution/conv_schema_base.h",
        flops = "framework::FlopsOfFilters(\"%s\", \"Filter\")" % windows,
        gradient = "ConvGradOp",
        gradient_flops = "framework::GradFlops::kOfEachGradient",
        precision = "kHalf",
    )

def _conv_over(name, axes):
    return _conv(name, schema = _declared("Conv", axes, "Output"))

def _conv_transpose(name, axes):
    return _conv(
        name,
        "ConvTranspose",
        schema = _declared("ConvTranspose", axes, "Input"),
    )

# Members of PatchAttributes.
_PATCH = ["kernels", "strides", "paddings"]
_PATCHES = "operators/convolution/patch_attributes.h"

_FUSED = "operators/convolution/fused_conv.h"

_QUANTIZED = "operators/convolution/quantized_conv.h"
_BYTES = ["int8_t", "uint8_t"]

_SHIFT = "operators/convolution/conv_shift.h"
_WINDOW = "//operators/common:window_shape"

OPS = [
    _conv_over("conv2d", 2),
    op(
        "conv2d_nhwc",
        second_gradient = "Multilinear()",
        schema = declared(
            "ConvNhwcOp",
            "ConvNhwcOpMaker",
            "operators/convolution/conv_schema_base.h",
            flops = "framework::FlopsOfFilters(\"Output\", \"Filter\")",
            gradient = "ConvGradOp",
            gradient_flops = "framework::GradFlops::kOfEachGradient",
        ),
        **calls_with_gradient(
            "ConvNhwc",
            _NAMES + ["Output"],
            _NAMES + ["Output@GRAD", "Input@GRAD", "Filter@GRAD"],
            "operators/convolution/conv_nhwc.h",
        )
    ),
    _conv_transpose("conv2d_transpose", 2),
    _conv_over("conv3d", 3),
    _conv_transpose("conv3d_transpose", 3),
    op(
        "conv_shift",
        second_gradient = "Multilinear()",
        schema_deps = ["//framework/types:size_match"],
        **calls_with_gradient(
            "ConvShift",
            ["X", "Y", "Out"],
            ["X", "Y", "Out@GRAD", "X@GRAD", "Y@GRAD"],
            _SHIFT,
        )
    ),
    _conv(
        "depthwise_conv2d",
        schema_deps = [
            ":conv_schema_base",
            "//framework/registry:precision",
            "//framework/types:size_match",
        ],
    ),
    op(
        "fused_conv2d",
        schema_deps = [
            ":conv_schema_base",
            "//framework/types:size_match",
            "//operators/common:fused_activation_attr",
        ],
        kernel = calls(
            "FusedConv",
            _NAMES[:-2] + ["activation"] + [
                "Input",
                "Filter",
                "Bias",
                "Residual",
                "PackedFilter",
                "FilterScale",
                "Output",
            ],
            _FUSED,
            ["float", "double", "::paddle::platform::bfloat16"],
        ),
    ),
    op(
        "im2sequence",
        second_gradient = "Linear()",
        schema_deps = [_WINDOW],
        **calls_with_gradient(
            "Patches",
            _PATCH + ["X", "Out"],
            _PATCH + ["Out@GRAD", "X@GRAD"],
            _PATCHES,
        )
    ),
    op(
        "pack_conv_filter",
        schema_deps = [
            ":pack_schema_base",
            ":packed_size",
            ":winograd_size",
            "//framework/types:data_type",
            "//framework/types:dims",
        ],
        kernel = calls(
            "PackFilter",
            _NAMES[:-2] + ["image_size", "Filter", "Scale", "Out"],
            _FUSED,
            ["float", "::paddle::platform::bfloat16"],
        ),
    ),
    op(
        "pack_quantized_filter",
        schema_deps = [
            ":pack_schema_base",
            ":packed_size",
            "//framework/types:data_type",
            "//operators/common:fused_activation_attr",
        ],
        kernel = calls(
            "PackQuantized<Device>",
            _NAMES[:-2] + [
                "image_size",
                "activation",
                "input_dtype",
                "out_dtype",
                "residual_dtype",
                "Filter",
                "Out",
            ],
            _QUANTIZED,
            ["int8_t"],
        ),
    ),
    op(
        "quantized_conv2d",
        schema_deps = [
            ":conv_schema_base",
            ":quantized_schema_base",
            "//framework/types:data_type",
        ],
        kernel = calls(
            "QuantizedConv",
            _NAMES[:-2] + [
                "activation",
                "Input",
                "InputScale",
                "Filter",
                "FilterScale",
                "Bias",
                "Residual",
                "ResidualScale",
                "OutputScale",
                "PackedFilter",
                "Output",
            ],
            _QUANTIZED,
            _BYTES,
        ),
    ),
    op(
        "quantized_mul",
        schema_deps = [
            ":quantized_schema_base",
            "//framework/types:data_type",
            "//framework/types:size_match",
        ],
        kernel = calls(
            "QuantizedMul",
            [
                "activation",
                "X",
                "XScale",
                "Y",
                "YScale",
                "Bias",
                "OutScale",
                "PackedY",
                "Out",
            ],
            "operators/convolution/quantized_mul.h",
            _BYTES,
        ),
    ),
]
