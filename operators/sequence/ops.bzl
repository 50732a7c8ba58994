"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_K = "//operators/kernels:"

def _sequence(name, kernel_deps, schema_deps = []):
    return op(
        name,
        schema_deps = [":levels"] + schema_deps,
        kernel_deps = [":last_level"] + kernel_deps,
    )

OPS = [
    _sequence("sequence_pool", [":pooling"]),
]
