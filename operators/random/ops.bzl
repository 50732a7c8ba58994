"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_TYPES = ["//platform:type_lists"]

def _moving(name, kernel, schema_deps = [], kernel_deps = [], emits = []):
    """An operator with kernels for all data types."""
    return op(
        name,
        schema_deps = schema_deps,
        kernel_deps = _TYPES + [kernel] + kernel_deps,
        emits = emits,
    )

def _random(name, schema_deps = [":distributions"]):
    return op(
        name,
        schema_deps = [":random_base"] + schema_deps,
        kernel_deps = [":random_fill"],
    )

def _random_batch(name):
    return _moving(
        name,
        ":random_fill",
        schema_deps = [
            ":distributions",
            ":random_batch_size_like",
            "//framework/registry:op_upgrade",
        ],
    )

_FLOATS = [
    "//platform:type_lists",
]

OPS = [
    op(
        "dropout",
        kernel_deps = _FLOATS + [
            ":dropout",
            "//operators/math/loops:copy",
            "//operators/math/loops:fill",
        ],
    ),
    _random("gaussian_random"),
    _random_batch("gaussian_random_batch_size_like"),
    op(
        "orthogonal_random",
        schema_deps = [":random_base"],
        kernel_deps = [":orthogonal_fill"],
    ),
    _random("truncated_gaussian_random", schema_deps = []),
    _random("uniform_random"),
    _random_batch("uniform_random_batch_size_like"),
]
