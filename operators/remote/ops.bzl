"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _remote(name, kernel_deps = []):
    """An op that is compiled once: what it sends is in memory of the CPU."""
    return op(
        name,
        schema_deps = [":remote_maker"],
        kernel_deps = [":remote_kernel"] + kernel_deps,
        per_device = False,
    )

OPS = [
    _remote(
        "pull_parameter",
        kernel_deps = [
            "//framework/types:dims",
            "//operators/math/loops:copy",
        ],
    ),
    _remote(
        "push_gradient",
        kernel_deps = [
            "//framework/distributed/group:communicator",
            "//framework/distributed/group:shard_sums",
            "//framework/executor:op_arguments",
            "//framework/tensor:on_cpu",
        ],
    ),
]
