"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _optimizer(name, schema_deps = []):
    return op(
        name,
        kernel_deps = [
            ":optimizer_kernel",
            "//operators/common:cuda_twin",
        ],
        schema_deps = [":optimizer_maker"] + schema_deps,
    )

def _adaptive(name):
    return op(
        name,
        kernel_deps = [
            ":optimizer_adaptive",
            ":optimizer_kernel",
            "//operators/common:cuda_twin",
        ],
        schema_deps = [":optimizer_maker"],
    )

def _rows(name):
    return op(
        name,
        kernel_deps = [
            ":selected_rows",
            "//operators/common:cuda_twin",
        ],
        schema_deps = [":optimizer_inputs"],
    )

OPS = [
    _optimizer("accumulate_gradient", [":optimizer_inputs"]),
    _adaptive("adadelta"),
    _adaptive("adagrad"),
    _optimizer("adam", ["//framework/registry:op_upgrade"]),
    _adaptive("adamax"),
    _optimizer("adamw"),
    _adaptive("decayed_adagrad"),
    _adaptive("ftrl"),
    _optimizer("lamb"),
    _optimizer("momentum"),
    _optimizer("moving_average", [":optimizer_inputs"]),
    _optimizer("nadam"),
    _adaptive("proximal_adagrad"),
    _adaptive("proximal_gd"),
    _optimizer("radam"),
    _adaptive("rmsprop"),
    _rows("selected_rows_clip"),
    _rows("selected_rows_divide"),
    _rows("selected_rows_squared_norm"),
    _optimizer("sgd"),
]
