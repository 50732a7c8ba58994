"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")

_FOLDER = "operators/normalization/"

def _along_axis(name, function, header):
    """A function along an axis, whose gradient needs Out but not X."""
    return op(
        name,
        schema_deps = [":softmax_base"],
        **calls_with_gradient(
            function,
            ["X", "axis", "Out"],
            ["Out", "Out@GRAD", "axis", "X@GRAD"],
            header,
            "FLOATING_TYPES",
        )
    )

def _of_rows(name, rows, attributes, schema, mean = "Mean", spread = "Variance", bias = "Bias"):
    """Brings rows to mean 0 and variance 1.

    Args:
      name: the op type.
      rows: a class of row_shapes.h.
      attributes: its members.
      schema: what the schema half uses.
      mean: the output for the mean; "" where it counts as 0.
      spread: the output that says how far the elements are from the mean.
      bias: the input that is added; "" for none.
    """
    header = _FOLDER + "row_shapes.h"
    arguments = "<Device, T, %s>" % rows
    return op(
        name,
        schema_deps = [
            schema,
            "//framework/registry:precision",
        ],
        **calls_with_gradient(
            "NormalizeRowsOf" + arguments,
            attributes + ["X", "Scale", bias, "epsilon", "Y", mean, spread],
            attributes + ["X", "Scale", mean, spread, "Y@GRAD", "epsilon"] +
            ["X@GRAD", "Scale@GRAD", bias + "@GRAD" if bias else ""],
            header,
            "FLOATING_TYPES",
        )
    )

_BATCH_NORM = _FOLDER + "batch_norm_layout.h"
_COS_SIM = _FOLDER + "cos_sim.h"
_LRN = _FOLDER + "lrn.h"
_LRN_WINDOW = ["n", "k", "alpha", "beta"]
_MAXOUT = _FOLDER + "maxout.h"
_NORM = _FOLDER + "norm.h"

OPS = [
    op(
        "batch_norm",
        schema_deps = [
            ":channel_shape",
            "//framework/registry:precision",
        ],
        **calls_with_gradient(
            "BatchNormOf",
            [
                "data_layout",
                "X",
                "Scale",
                "Bias",
                "Mean",
                "Variance",
                "is_test",
                "momentum",
                "epsilon",
                "Y",
                "MeanOut",
                "VarianceOut",
                "SavedMean",
                "SavedVariance",
            ],
            [
                "data_layout",
                "X",
                "Scale",
                "SavedMean",
                # The inverse deviation, as its description says.
                "SavedVariance",
                "Y@GRAD",
                "is_test",
                "epsilon",
                "X@GRAD",
                "Scale@GRAD",
                "Bias@GRAD",
            ],
            _BATCH_NORM,
            "FLOATING_TYPES",
        )
    ),
    op(
        "cos_sim",
        schema_deps = [
            ":channel_shape",
            "//framework/types:data_type",
            "//framework/types:size_match",
        ],
        **calls_with_gradient(
            "CosSim",
            ["X", "Y", "Out", "XNorm", "YNorm"],
            ["X", "Y", "Out", "XNorm", "YNorm", "Out@GRAD", "X@GRAD", "Y@GRAD"],
            _COS_SIM,
            "FLOATING_TYPES",
        )
    ),
    op(
        "fused_layer_norm",
        schema_deps = [
            ":row_norm_base",
            "//framework/types:data_type",
            "//framework/types:dims",
            "//framework/types:size_match",
        ],
        kernel = calls(
            "FusedLayerNorm",
            [
                "begin_norm_axis",
                "is_test",
                "seed",
                "dropout_prob",
                "epsilon",
                "X",
                "Residual",
                "Scale",
                "Bias",
                "Sum",
                "Y",
                "Mask",
                "Mean",
                "Variance",
            ],
            _FOLDER + "fused_layer_norm.h",
            "FLOATING_TYPES",
        ),
    ),
    _of_rows("group_norm", "GroupRows", ["groups"], ":image_norm_base"),
    _of_rows("instance_norm", "InstanceRows", [], ":image_norm_base"),
    _of_rows("layer_norm", "LayerRows", ["begin_norm_axis"], ":row_norm_base"),
    _along_axis("log_softmax", "LogSoftmax", _FOLDER + "log_softmax.h"),
    op(
        "lrn",
        schema_deps = [":channel_shape"],
        **calls_with_gradient(
            "Lrn",
            _LRN_WINDOW + ["X", "Out", "MidOut"],
            _LRN_WINDOW + ["X", "MidOut", "Out@GRAD", "X@GRAD"],
            _LRN,
            "FLOATING_TYPES",
        )
    ),
    op(
        "maxout",
        schema_deps = ["//framework/registry:precision"],
        **calls_with_gradient(
            "Maxout",
            ["X", "axis", "Out"],
            ["X", "Out", "Out@GRAD", "axis", "X@GRAD"],
            _MAXOUT,
            "FLOATING_TYPES",
        )
    ),
    op(
        "norm",
        schema_deps = [":channel_shape"],
        **calls_with_gradient(
            "Norm",
            ["X", "axis", "epsilon", "Out", "Norm"],
            ["Out", "Norm", "Out@GRAD", "axis", "X@GRAD"],
            _NORM,
            "FLOATING_TYPES",
        )
    ),
    _of_rows(
        "rms_norm",
        "LayerRows",
        ["begin_norm_axis"],
        ":row_norm_base",
        bias = "",
        mean = "",
        spread = "InvRms",
    ),
    _along_axis("softmax", "Softmax", "operators/math/rows/softmax.h"),
]
