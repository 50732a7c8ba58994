"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")
load("//tools/bazel:schema_source.bzl", "declared", "flops_of_each")

_ALL_TYPES = "//platform:type_lists"

_SIZE_MATCH = "//framework/types:size_match"

_UNKNOWN_SIZE = "//operators/common:unknown_size"

_FOLDER = "operators/indexing/"

_GIVEN = _FOLDER + "given_indices.h"
_TOP_K = "operators/math/rows/top_k.h"

_INTEGERS = ["int32_t", "int64_t"]

def _by_index(name, schema_deps = [], **kwargs):
    """An operator with an input of indices."""
    return op(name, schema_deps = [":index_type"] + schema_deps, **kwargs)

def _arg(name, which, function):
    return op(
        name,
        schema = declared(
            "ArgOp",
            "ArgOpMaker",
            _FOLDER + "arg_base.h",
            flops = flops_of_each("X"),
            texts = [which],
        ),
        kernel = calls(function, ["X", "axis", "Out"], _TOP_K, "NUMBERS"),
    )

def _gathering(name, how, attributes = []):
    """Slices by index; `how`, a struct of given_indices.h, has `attributes`."""
    return _by_index(
        name,
        second_gradient = "Linear()",
        kernel = calls(
            "GatherSlices<Device, kernels::%s>" % how,
            attributes + ["X", "Index", "Out"],
            _GIVEN,
            "ANY_TYPES",
        ),
        grad_kernel = calls(
            "GatherSlicesGrad<Device, T, kernels::%s>" % how,
            attributes + ["Index", "Out@GRAD", "X@GRAD"],
            _GIVEN,
        ),
    )

def _scattering(name, how, index, overwrite):
    """Writes slices by index, found by `how`, or adds to them."""
    return _by_index(
        name,
        second_gradient = "Linear()",
        schema_deps = [_SIZE_MATCH],
        kernel = calls(
            "ScatterSlices<Device, T, kernels::%s>" % how,
            ["X", index, "Updates", overwrite, "Out"],
            _GIVEN,
            ["float", "double"] + _INTEGERS,
        ),
        grad_kernel = calls(
            "ScatterSlicesGrad<Device, kernels::%s>" % how,
            [index, "Out@GRAD", overwrite, "X@GRAD", "Updates@GRAD"],
            _GIVEN,
        ),
    )

def _taken_back(index):
    """The gradient of elements that were taken along an axis."""
    return calls(
        "TakeByIndexGrad",
        [index, "Out@GRAD", "axis", "X@GRAD"],
        _GIVEN,
    )

OPS = [
    _arg("argmax", "largest", "ArgMax"),
    _arg("argmin", "smallest", "ArgMin"),
    op(
        "argsort",
        kernel = calls(
            "ArgSort",
            ["X", "axis", "descending", "Out", "Indices"],
            _FOLDER + "argsort.h",
            ["float", "double"] + _INTEGERS,
        ),
        grad_kernel = _taken_back("Indices"),
    ),
    _gathering("gather", "AlongAxis", ["axis"]),
    _gathering("gather_nd", "ByPosition"),
    op(
        "lookup_table",
        second_gradient = "Linear()",
        kernel_deps = [":lookup_table"],
    ),
    op(
        "masked_select",
        second_gradient = "Linear()",
        schema_deps = [_SIZE_MATCH, _UNKNOWN_SIZE],
        **calls_with_gradient(
            "MaskedSelect",
            ["X", "Mask", "Out"],
            ["Mask", "Out@GRAD", "X@GRAD"],
            _FOLDER + "masked_select.h",
            "ALL_TYPES",
            of_types = False,
        )
    ),
    _by_index(
        "multiplex",
        second_gradient = "Linear()",
        schema_deps = [_SIZE_MATCH],
        **calls_with_gradient(
            "MultiplexOf<Device>",
            ["Ids", "X", "Out"],
            ["Ids", "Out@GRAD", "X@GRAD"],
            _FOLDER + "multiplex.h",
            "ALL_TYPES",
        )
    ),
    _by_index(
        "one_hot",
        schema_deps = ["//framework/registry:attr_inputs"],
        kernel = calls(
            "OneHotOf<Device>",
            ["X", "depth", "Out"],
            _GIVEN,
            _INTEGERS,
        ),
    ),
    _scattering("scatter", "AlongFirst", "Ids", "overwrite"),
    _scattering("scatter_nd_add", "ByPosition", "Index", ""),
    _by_index(
        "scatter_nd_reduce",
        schema_deps = [_SIZE_MATCH],
        **calls_with_gradient(
            "ScatterReduce",
            ["reduce", "X", "Index", "Updates", "Out"],
            [
                "reduce",
                "X",
                "Index",
                "Updates",
                "Out",
                "Out@GRAD",
                "X@GRAD",
                "Updates@GRAD",
            ],
            _FOLDER + "scatter_reduce.h",
            ["float", "double"] + _INTEGERS,
        )
    ),
    _by_index(
        "take_along_axis",
        second_gradient = "Linear()",
        schema_deps = [_SIZE_MATCH],
        kernel = calls(
            "TakeByIndex<Device>",
            ["X", "Index", "axis", "Out"],
            _GIVEN,
            "ANY_TYPES",
        ),
        grad_kernel = _taken_back("Index"),
    ),
    op(
        "top_k",
        schema_deps = ["//framework/registry:attr_inputs"],
        kernel = calls(
            "TopK",
            ["X", "Out", "Indices"],
            _TOP_K,
            "FLOATING_TYPES",
        ),
        grad_kernel = calls(
            "TakeLastGrad",
            ["Indices", "Out@GRAD", "X@GRAD"],
            _GIVEN,
        ),
    ),
    op(
        "unique",
        schema_deps = [_UNKNOWN_SIZE],
        kernel_deps = [
            _ALL_TYPES,
            ":unique",
            "//framework/types:dims",
            "//operators/common:function_kernel",
            "//operators/math/loops:axis_view",
            "//operators/math/rows:gather",
        ],
    ),
    op(
        "where_index",
        schema_deps = [_UNKNOWN_SIZE],
        kernel_deps = [
            _ALL_TYPES,
            ":nonzero",
            "//operators/common:function_kernel",
        ],
    ),
]
