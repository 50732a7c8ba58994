"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _remote(name, kernel_deps = [], schema_deps = []):
    """An op that is compiled once: what it sends is in memory of the CPU."""
    return op(
        name,
        schema_deps = [":remote_maker"] + schema_deps,
        kernel_deps = [":remote_kernel"] + kernel_deps,
        per_device = False,
    )

OPS = [
    _remote(
        "pull_parameter",
        kernel_deps = [
            "//framework/executor:op_arguments",
            "//framework/ir:server_blocks",
            "//framework/types:dims",
            "//operators/math/loops:copy",
        ],
        schema_deps = [
            "//framework/types:data_type",
            "//framework/types:dims",
        ],
    ),
    _remote(
        "pull_rows",
        kernel_deps = [
            "//framework/tensor:on_cpu",
            "//framework/types:dims",
            "//operators/math/loops:copy",
            "@com_google_absl//absl/container:flat_hash_map",
        ],
        schema_deps = [
            "//framework/types:data_type",
            "//framework/types:dims",
            "//operators/common:unknown_size",
        ],
    ),
    _remote(
        "push_delta",
        kernel_deps = [
            "//framework/executor:op_arguments",
            "//framework/tensor:on_cpu",
            "//framework/types:data_type",
            "//framework/types:dims",
            "//operators/math/loops:convert",
            "//operators/math/loops:copy",
        ],
        schema_deps = [
            "//framework/types:data_type",
            "//framework/types:dims",
        ],
    ),
    _remote(
        "push_gradient",
        kernel_deps = ["//framework/tensor:on_cpu"],
    ),
    _remote(
        "push_rows",
        kernel_deps = [
            "//framework/tensor",
            "//framework/tensor:on_cpu",
            "//framework/tensor:selected_rows",
        ],
    ),
    _remote(
        "renumber_rows",
        kernel_deps = ["//framework/tensor:on_cpu"],
        schema_deps = [
            "//framework/ir:var_kinds",
            "//framework/types:data_type",
            "//framework/types:dims",
        ],
    ),
]
