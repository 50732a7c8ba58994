"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_KERNELS = "//operators/kernels:activation"

def _activation(name):
    return op(
        name,
        schema_deps = [":schema_base"],
        kernel_deps = [":kernel_base"],
    )

OPS = [
    _activation("relu"),
    _activation("sigmoid"),
    _activation("tanh"),
    _activation("exp"),
    _activation("log"),
    _activation("square"),
    _activation("sqrt"),
    _activation("sign"),
    op("scale", kernel_deps = [_KERNELS]),
    op("clip", kernel_deps = [_KERNELS]),
]
