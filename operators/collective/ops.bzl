"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _collective(name, schema_deps = [], kernel_deps = []):
    """An op that is compiled once: the group has memory of what device it is."""
    return op(
        name,
        schema_deps = [":collective_maker"] + schema_deps,
        kernel_deps = [":collective_kernel"] + kernel_deps,
        per_device = False,
    )

_GRADIENT = ["//framework/ir:op_desc"]

_UNKNOWN_SIZE = ["//operators/common:unknown_size"]

OPS = [
    _collective(
        "accumulate_shard",
        schema_deps = [
            "//framework/types:data_type",
            "//framework/types:dims",
        ],
        kernel_deps = [
            ":bucket_kernel",
            "//framework/tensor:on_cpu",
        ],
    ),
    _collective(
        "accumulate_shard_rows",
        kernel_deps = [":rows_kernel"],
    ),
    _collective(
        "allgather",
        schema_deps = _GRADIENT + _UNKNOWN_SIZE,
        kernel_deps = [
            ":gather_rows",
            ":rows_kernel",
            ":scale_numbers",
        ],
    ),
    _collective(
        "allreduce",
        schema_deps = _GRADIENT,
        kernel_deps = [":scale_numbers"],
    ),
    _collective(
        "allreduce_start",
        schema_deps = [":bucket_type"],
        kernel_deps = [
            ":bucket_kernel",
            ":pending_reduction",
            "//framework/executor:op_arguments",
        ],
    ),
    _collective(
        "allreduce_wait",
        kernel_deps = [
            ":pending_reduction",
            ":scale_numbers",
            "//framework/executor:op_arguments",
            "//framework/tensor:on_cpu",
        ],
    ),
    _collective(
        "alltoall",
        schema_deps = _GRADIENT + _UNKNOWN_SIZE,
        kernel_deps = [
            "//framework/tensor:on_cpu",
            "//memory:copy",
        ],
    ),
    _collective("barrier"),
    _collective("broadcast"),
    op(
        "micro_batch",
        schema_deps = [":batch_part"],
        kernel_deps = [
            ":batch_part",
            "//operators/math/loops:copy",
        ],
        per_device = False,
    ),
    _collective(
        "recv",
        schema_deps = _UNKNOWN_SIZE,
        kernel_deps = [":tensor_message"],
    ),
    _collective(
        "reduce_scatter",
        schema_deps = _GRADIENT + _UNKNOWN_SIZE,
        kernel_deps = ["//operators/math/loops:copy"],
    ),
    _collective(
        "send",
        kernel_deps = [":tensor_message"],
    ),
    _collective(
        "send_start",
        kernel_deps = [
            ":pending_message",
            "//framework/executor:op_arguments",
        ],
    ),
    _collective(
        "send_wait",
        kernel_deps = [
            ":pending_message",
            "//framework/executor:op_arguments",
        ],
    ),
]
