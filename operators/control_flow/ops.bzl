"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_EMITS = [
    "//operators/creation:fill_zeros_like_op",
    "//operators/reduction:sum_op",
]

_SCHEMA = [
    ":block_ends",
    ":block_gradient_base",
    ":block_maker",
    ":second_gradient",
    "//framework/ir:framework_cc_proto",
    "//framework/registry:gradient_registration",
]

_STEPS = [
    ":gradient_sum",
    ":recurrent_states",
    ":step_rows",
    "//framework/executor:op_arguments",
    "//framework/executor:sub_block",
    "//framework/types:data_type",
    "//operators/math/loops:copy",
]

_BRANCH_SCHEMA = [
    ":block_ends",
    ":block_gradient_base",
    ":block_maker",
    ":branch_gradient",
    ":branch_shapes",
    ":second_gradient",
    "//framework/ir:framework_cc_proto",
    "//framework/registry:gradient_registration",
]

_BRANCH_KERNEL = [
    ":branch_kernel",
    "//framework/executor:op_arguments",
]

def _control_flow(name, **kwargs):
    """An op that is compiled once: its blocks are of any device."""
    return op(name, per_device = False, **kwargs)

OPS = [
    _control_flow(
        "conditional_block",
        schema_deps = _BRANCH_SCHEMA,
        kernel_deps = _BRANCH_KERNEL,
        emits = _EMITS,
    ),
    _control_flow(
        "ifelse",
        schema_deps = _BRANCH_SCHEMA + [
            "//framework/types:data_type",
            "//framework/types:size_match",
            "@com_google_absl//absl/strings",
        ],
        kernel_deps = _BRANCH_KERNEL + [
            ":gradient_sum",
            ":mask_partition",
            "//framework/executor:sub_block",
            "//framework/tensor:on_cpu",
            "//framework/types:data_type",
            "//operators/math/rows:row_partition",
        ],
        emits = _EMITS,
    ),
    _control_flow(
        "map_rows",
        schema_deps = [
            ":block_ends",
            ":block_maker",
            "//framework/ir:framework_cc_proto",
            "//framework/ir:op_desc",
            "//framework/ir:symbol_table",
            "//framework/types:size_match",
        ],
        kernel_deps = [
            "//framework/executor:sub_block",
            "//memory:allocator",
            "//operators/math/loops:copy",
            "//platform:parallel_for",
        ],
    ),
    _control_flow(
        "recurrent",
        schema_deps = _SCHEMA + [
            "//framework/registry:composite_gradient",
        ],
        kernel_deps = _STEPS + [
            ":joined_rows",
            "//framework/ir:attribute",
            "@com_google_absl//absl/types:optional",
        ],
        emits = _EMITS,
    ),
    _control_flow(
        "switch",
        schema_deps = _BRANCH_SCHEMA,
        kernel_deps = _BRANCH_KERNEL,
        emits = _EMITS,
    ),
    _control_flow(
        "while",
        schema_deps = _SCHEMA,
        kernel_deps = [
            ":block_values",
            ":gradient_sum",
            "//framework/executor:op_arguments",
            "//framework/executor:sub_block",
            "//framework/types:data_type",
        ],
        emits = _EMITS,
    ),
]
