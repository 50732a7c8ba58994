"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_ALL_TYPES = "//platform:type_lists"

def _reduce(name, kernel_deps = []):
    return op(
        name,
        schema_deps = [":schema_base"],
        kernel_deps = [":kernel_base"] + kernel_deps,
    )

def _whole(name, kernel_deps):
    return op(name, schema_deps = [":whole_base"], kernel_deps = kernel_deps)

OPS = [
    _reduce("reduce_sum"),
    _reduce("reduce_mean"),
    _reduce("reduce_max"),
    _reduce("reduce_min"),
    _reduce("reduce_prod"),
    _reduce("reduce_all"),
    _reduce("reduce_any"),
    _reduce("logsumexp"),
    _reduce("p_norm", [":vector_norm"]),
    _whole("mean", [
        _ALL_TYPES,
        ":reduce_grad",
        "//operators/math/loops:reduce",
    ]),
    _whole("l1_norm", [":whole_norm"]),
    _whole("squared_l2_norm", [":whole_norm"]),
    op(
        "squared_l2_distance",
        schema_deps = ["//framework/types:size_match"],
        kernel_deps = [
            _ALL_TYPES,
            ":squared_distance",
        ],
    ),
    op(
        "cumsum",
        schema_deps = [
            "//operators/common:axis_shape",
            "//operators/common:same_op_gradient",
        ],
        kernel_deps = [
            _ALL_TYPES,
            ":cumsum",
        ],
    ),
    op(
        "sum",
        schema_deps = [
            "//framework/types:size_match",
        ],
        kernel_deps = [
            _ALL_TYPES,
            "//framework/tensor:tensor_array",
            "//operators/common:array_arguments",
            "//operators/math/rows:sum",
            "//operators/math/rows:tensor_array",
            "@com_google_absl//absl/container:inlined_vector",
        ],
        emits = ["//operators/creation:assign_op"],
    ),
]
