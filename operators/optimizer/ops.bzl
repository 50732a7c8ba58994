"""The operators of this folder."""

load(
    "//tools/bazel:kernel_source.bzl",
    "camel_case",
    "instantiated",
    "registered",
)
load("//tools/bazel:ops.bzl", "op")

_FOLDER = "operators/optimizer/"

def _instantiated(name, functors, lists = False):
    """The loops of functors on GPUs, and with `lists` those of many parameters."""
    step, items = "PADDLE_INSTANTIATE_STEP(%s);", "PADDLE_INSTANTIATE_ITEMS(%s);"
    headers = [_FOLDER + name + ".h", _FOLDER + "functor_rule.cuh"]
    return instantiated(
        [line % f for f in functors for line in [step] + [items] * int(lists)],
        headers + [_FOLDER + "update_items.cuh"] * int(lists),
    )

def _optimizer(name, header_deps = [], schema_deps = []):
    """A step of an optimizer: <name>.h, a functor, and <name>_op.cc.

    Args:
      name: the op type; the functor is <Name>Functor.
      header_deps: what <name>.h uses.
      schema_deps: what <name>_op.cc uses beyond :optimizer_maker.
    """
    functor = camel_case(name) + "Functor"
    return op(
        name,
        schema_deps = [":optimizer_maker"] + schema_deps,
        header_deps = header_deps,
        kernel = registered(
            "OptimizerKernel<%s>::Of" % functor,
            [
                "float",
                "double",
            ],
            [_FOLDER + name + ".h", _FOLDER + "optimizer_kernel.h"],
        ),
        cuda = _instantiated(name, [functor], lists = True),
        kernel_deps = [
            ":optimizer_kernel",
            ":update_items",
        ],
    )

def _optimizer_of(name, functors, header_deps):
    """An _optimizer that chooses between functors: it has <name>_kernel.cc."""
    return op(
        name,
        schema_deps = [":optimizer_maker"],
        header_deps = header_deps,
        cuda = _instantiated(name, functors),
        kernel_deps = [
            ":optimizer_kernel",
        ],
    )

def _rows(name):
    return op(
        name,
        kernel_deps = [
            ":selected_rows",
            "//operators/common:function_kernel",
        ],
        schema_deps = [
            ":optimizer_inputs",
            "//framework/ir:framework_cc_proto",
        ],
    )

OPS = [
    op(
        "accumulate_gradient",
        schema_deps = [":optimizer_inputs"],
        kernel_deps = [
            ":accumulate",
            ":optimizer_kernel",
        ],
    ),
    _optimizer("adadelta", [":running_mean"]),
    _optimizer("adagrad"),
    _optimizer(
        "adam",
        [":adam_rule"],
        [
            "//framework/ir:framework_cc_proto",
            "//framework/registry:op_upgrade",
        ],
    ),
    _optimizer(
        "adamax",
        [
            ":adam_rule",
            ":running_mean",
        ],
    ),
    _optimizer("adamw", [":adam_rule"]),
    op(
        "check_finite_and_unscale",
        schema_deps = [":optimizer_inputs"],
        kernel_deps = [
            ":loss_scaling",
            "//framework/executor:op_arguments",
        ],
    ),
    _optimizer("decayed_adagrad", [":running_mean"]),
    _optimizer_of(
        "ftrl",
        [
            "FtrlFunctor",
            "RootFtrlFunctor",
        ],
        [
            ":soft_threshold",
            "//platform:enforce",
        ],
    ),
    op(
        "fused_update",
        schema_deps = [
            ":update_list",
            ":updated_part",
            "//operators/common:fused_attributes",
        ],
        kernel_deps = [
            ":part_update",
            ":update_list",
            "//framework/executor:kernel_table",
            "//framework/executor:op_arguments",
            "//framework/ir:op_desc",
            "//platform:parallel_for",
            "@com_google_absl//absl/container:flat_hash_set",
        ],
    ),
    op(
        "lamb",
        schema_deps = [":optimizer_maker"],
        cuda = _instantiated("lamb", ["LambFunctor"]),
        kernel_deps = [
            ":lamb",
            ":optimizer_kernel",
        ],
    ),
    _optimizer("momentum"),
    op(
        "moving_average",
        schema_deps = [":optimizer_inputs"],
        kernel_deps = [
            ":accumulate",
            "//operators/common:function_kernel",
        ],
    ),
    _optimizer("nadam", [":adam_rule"]),
    _optimizer("proximal_adagrad", [":soft_threshold"]),
    _optimizer("proximal_gd", [":soft_threshold"]),
    _optimizer("radam", [":adam_rule"]),
    _optimizer_of(
        "rmsprop",
        [
            "CenteredRmspropFunctor",
            "RmspropFunctor",
        ],
        [":running_mean"],
    ),
    _rows("selected_rows_clip"),
    _rows("selected_rows_divide"),
    _rows("selected_rows_squared_norm"),
    _optimizer("sgd"),
    op(
        "update_loss_scaling",
        schema_deps = [":optimizer_inputs"],
        kernel_deps = [":loss_scaling"],
    ),
]
