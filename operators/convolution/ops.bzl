"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")

_CONV = "operators/convolution/conv_kernels.h"

# Members of ConvAttributes, and the operands.
_NAMES = ["strides", "paddings", "dilations", "groups", "Input", "Filter"]

# `function` and that with Grad at its end are in conv_kernels.h.
def _conv(name, function = "ConvForward", schema_deps = []):
    return op(
        name,
        schema_deps = [":conv_schema_base"] + schema_deps,
        **calls_with_gradient(
            function,
            _NAMES + ["Output"],
            _NAMES + ["Output@GRAD", "Input@GRAD", "Filter@GRAD"],
            _CONV,
        )
    )

# Members of PatchAttributes.
_PATCH = ["kernels", "strides", "paddings"]
_PATCHES = "operators/convolution/patch_attributes.h"

_SHIFT = "operators/convolution/conv_shift.h"
_WINDOW = "//operators/common:window_shape"

OPS = [
    _conv("conv2d"),
    _conv("conv2d_transpose", "ConvTranspose"),
    _conv("conv3d"),
    _conv("conv3d_transpose", "ConvTranspose"),
    op(
        "conv_shift",
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
        schema_deps = ["//framework/types:size_match"],
    ),
    op(
        "im2sequence",
        schema_deps = [_WINDOW],
        **calls_with_gradient(
            "Patches",
            _PATCH + ["X", "Out"],
            _PATCH + ["Out@GRAD", "X@GRAD"],
            _PATCHES,
        )
    ),
]
