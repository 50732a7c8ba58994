"""The operators of this folder."""

load(
    "//tools/bazel:kernel_source.bzl",
    "calls",
    "calls_with_gradient",
    "copies_with_gradient",
)
load("//tools/bazel:ops.bzl", "op")

_FOLDER = "operators/sequence/"

def _convolution(name, function, attributes = []):
    """A convolution of sequences; its window has the `attributes`."""
    header = _FOLDER + name + ".h"
    return op(
        name,
        schema_deps = ["//framework/types:size_match", _LEVELS],
        second_gradient = "Multilinear()",
        **calls_with_gradient(
            function,
            ["X", "Filter"] + attributes + ["X", "Out"],
            ["X", "Filter", "Out@GRAD"] + attributes +
            ["X", "X@GRAD", "Filter@GRAD"],
            header,
        )
    )

_INTEGERS = ["int32_t", "int64_t"]
_LEVELS = "//operators/common:levels"
_BY_VALUES = _FOLDER + "by_values.h"
_GIVEN_LEVELS = _FOLDER + "given_levels.h"
_POOLING = _FOLDER + "pooling.h"
_MOVE = _FOLDER + "sequence_move.h"
_PAD = _FOLDER + "sequence_pad.h"
_SOFTMAX = _FOLDER + "sequence_softmax.h"

OPS = [
    op(
        "lod_reset",
        second_gradient = "Linear()",
        schema_deps = [_LEVELS],
        **copies_with_gradient()
    ),
    _convolution("row_conv", "RowConv"),
    op(
        "sequence_concat",
        second_gradient = "Linear()",
        schema_deps = ["//framework/types:size_match", _LEVELS],
        **calls_with_gradient(
            "ConcatSequences<Device>",
            ["X", "Out"],
            ["X", "Out@GRAD", "X@GRAD"],
            _GIVEN_LEVELS,
            "ALL_TYPES",
        )
    ),
    _convolution(
        "sequence_conv",
        "SequenceConv",
        ["contextStart", "contextLength"],
    ),
    op(
        "sequence_enumerate",
        schema_deps = [_LEVELS, "//framework/types:data_type"],
        kernel = calls(
            "SequenceEnumerate",
            ["X", "X", "pad_value", "Out"],
            _FOLDER + "sequence_enumerate.h",
            _INTEGERS,
        ),
    ),
    op(
        "sequence_erase",
        schema_deps = [
            _LEVELS,
            "//framework/types:data_type",
            "//operators/common:unknown_size",
        ],
        kernel = calls(
            "EraseTokens<T>",
            ["X", "tokens", "Out"],
            _FOLDER + "erase_tokens.h",
            _INTEGERS,
        ),
    ),
    op(
        "sequence_expand",
        second_gradient = "Linear()",
        schema_deps = [_LEVELS],
        kernel = calls(
            "ExpandByLevel<Device>",
            ["X", "Y", "ref_level", "Out"],
            _GIVEN_LEVELS,
            ["float", "double", "int32_t", "int64_t"],
        ),
        grad_kernel = calls(
            "ExpandByLevelGrad",
            ["Y", "ref_level", "Out@GRAD", "X@GRAD"],
            _GIVEN_LEVELS,
        ),
    ),
    op(
        "sequence_group",
        second_gradient = "Linear()",
        kernel = calls(
            "GroupRows",
            ["X", "Length", "Out"],
            _BY_VALUES,
            "ALL_TYPES",
            of_types = False,
        ),
        grad_kernel = copies_with_gradient()["grad_kernel"],
    ),
    op(
        "sequence_mask",
        kernel = calls(
            "SequenceMask",
            ["X", "Out"],
            _PAD,
            ["int32_t", "int64_t"],
        ),
    ),
    op(
        "sequence_pad",
        schema_deps = ["//framework/types:size_match", _LEVELS],
        grad_kernel = calls(
            "SequenceUnpad<Device>",
            ["Out@GRAD", "X@GRAD", "X@GRAD"],
            _PAD,
        ),
        grad_kernel_deps = [],
        kernel_deps = [
            ":sequence_pad",
            "//memory:copy",
            "//operators/common:function_kernel",
            "//platform:place",
        ],
    ),
    op(
        "sequence_pool",
        schema_deps = [_LEVELS],
        **calls_with_gradient(
            "SequencePoolBy",
            ["pooltype", "pad_value", "X", "X", "Out", "MaxIndex"],
            ["pooltype", "Out@GRAD", "MaxIndex", "X@GRAD", "X@GRAD"],
            _POOLING,
        )
    ),
    op(
        "sequence_reshape",
        second_gradient = "Linear()",
        schema_deps = [_LEVELS],
        **copies_with_gradient()
    ),
    op(
        "sequence_reverse",
        second_gradient = "Linear()",
        schema_deps = [_LEVELS],
        kernel = calls(
            "SequenceReverse<Device>",
            ["X", "Out", "Out"],
            _MOVE,
            "ALL_TYPES",
        ),
        grad_kernel = calls(
            "SequenceReverse<Device>",
            ["Out@GRAD", "X@GRAD", "X@GRAD"],
            _MOVE,
            "FLOATING_TYPES",
        ),
    ),
    op(
        "sequence_scatter",
        second_gradient = "Linear()",
        schema_deps = ["//framework/types:size_match", _LEVELS],
        **calls_with_gradient(
            "SequenceScatter",
            ["X", "Ids", "Ids", "Updates", "Out"],
            ["Ids", "Ids", "Out@GRAD", "X@GRAD", "Updates@GRAD"],
            _FOLDER + "sequence_scatter.h",
            ["float", "double"] + _INTEGERS,
        )
    ),
    op(
        "sequence_slice",
        second_gradient = "Linear()",
        schema_deps = [
            _LEVELS,
            "//operators/common:unknown_size",
        ],
        **calls_with_gradient(
            "SliceSequences<Device>",
            ["X", "Offset", "Length", "Out"],
            ["Offset", "Length", "Out@GRAD", "X@GRAD"],
            _BY_VALUES,
            "ALL_TYPES",
        )
    ),
    op(
        "sequence_softmax",
        schema_deps = [_LEVELS],
        **calls_with_gradient(
            "SequenceSoftmax",
            ["X", "Out", "Out"],
            ["Out", "Out@GRAD", "X@GRAD", "X@GRAD"],
            _SOFTMAX,
        )
    ),
    op(
        "sequence_unpad",
        second_gradient = "Linear()",
        schema_deps = [
            "//framework/types:size_match",
            "//operators/common:unknown_size",
        ],
        kernel = calls(
            "UnpadSequences<Device>",
            ["X", "Length", "Out"],
            _BY_VALUES,
            ["float", "double", "int32_t", "int64_t"],
        ),
        grad_kernel = calls(
            "UnpadSequencesGrad",
            ["Length", "Out@GRAD", "X@GRAD"],
            _BY_VALUES,
        ),
    ),
]
