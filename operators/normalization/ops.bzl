"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls")
load("//tools/bazel:ops.bzl", "op")

_FOLDER = "operators/normalization/"

def _calls(function, names, header):
    return calls(function, names, header, "FLOATING_TYPES")

def _along_axis(name, function, header):
    """A function along an axis, whose gradient needs Out but not X."""
    return op(
        name,
        schema_deps = [":softmax_base"],
        kernel = _calls(function, ["X", "axis", "Out"], header),
        grad_kernel = _calls(
            function + "Grad",
            ["Out", "Out@GRAD", "axis", "X@GRAD"],
            header,
        ),
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
        schema_deps = [schema],
        kernel = _calls(
            "NormalizeRowsOf" + arguments,
            attributes + ["X", "Scale", bias, "epsilon", "Y", mean, spread],
            header,
        ),
        grad_kernel = _calls(
            "NormalizeRowsOfGrad" + arguments,
            attributes + ["X", "Scale", mean, spread, "Y@GRAD", "epsilon"] +
            ["X@GRAD", "Scale@GRAD", bias + "@GRAD" if bias else ""],
            header,
        ),
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
        schema_deps = [":channel_shape"],
        kernel = _calls(
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
            _BATCH_NORM,
        ),
        grad_kernel = _calls(
            "BatchNormOfGrad",
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
        ),
    ),
    op(
        "cos_sim",
        schema_deps = [
            ":channel_shape",
            "//framework/types:data_type",
            "//framework/types:size_match",
        ],
        kernel = _calls(
            "CosSim",
            ["X", "Y", "Out", "XNorm", "YNorm"],
            _COS_SIM,
        ),
        grad_kernel = _calls(
            "CosSimGrad",
            ["X", "Y", "Out", "XNorm", "YNorm", "Out@GRAD", "X@GRAD", "Y@GRAD"],
            _COS_SIM,
        ),
    ),
    _of_rows("group_norm", "GroupRows", ["groups"], ":image_norm_base"),
    _of_rows("instance_norm", "InstanceRows", [], ":image_norm_base"),
    _of_rows("layer_norm", "LayerRows", ["begin_norm_axis"], ":row_norm_base"),
    _along_axis("log_softmax", "LogSoftmax", _FOLDER + "log_softmax.h"),
    op(
        "lrn",
        schema_deps = [":channel_shape"],
        kernel = _calls("Lrn", _LRN_WINDOW + ["X", "Out", "MidOut"], _LRN),
        grad_kernel = _calls(
            "LrnGrad",
            _LRN_WINDOW + ["X", "MidOut", "Out@GRAD", "X@GRAD"],
            _LRN,
        ),
    ),
    op(
        "maxout",
        kernel = _calls("Maxout", ["X", "axis", "Out"], _MAXOUT),
        grad_kernel = _calls(
            "MaxoutGrad",
            ["X", "Out", "Out@GRAD", "axis", "X@GRAD"],
            _MAXOUT,
        ),
    ),
    op(
        "norm",
        schema_deps = [":channel_shape"],
        kernel = _calls("Norm", ["X", "axis", "epsilon", "Out", "Norm"], _NORM),
        grad_kernel = _calls(
            "NormGrad",
            ["Out", "Norm", "Out@GRAD", "axis", "X@GRAD"],
            _NORM,
        ),
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
