"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls")
load("//tools/bazel:ops.bzl", "op")

def _converting(name, function, types):
    return op(
        name,
        schema_deps = [":schema_base"],
        kernel = calls(
            function,
            ["X", "Scale", "ZeroPoint", "axis", "Out"],
            "operators/math/loops/quantize.h",
            types,
        ),
    )

OPS = [
    _converting("dequantize_linear", "Dequantize", ["int8_t", "uint8_t"]),
    _converting("quantize_linear", "Quantize", ["float", "double"]),
]
