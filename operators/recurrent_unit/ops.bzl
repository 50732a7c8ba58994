"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")

_FOLDER = "operators/recurrent_unit/"
_HALF = _FOLDER + "half_units.h"
_LSTM_UNIT = _FOLDER + "lstm_unit.h"
_LEVELS = "//operators/common:levels"
_PRECISION = "//framework/registry:precision"
_SUM_TYPE = "//operators/common:sum_type"

def _gradients(names):
    return [name + "@GRAD" if name else "" for name in names]

def _gru(
        name,
        function,
        header,
        state,
        prefix,
        rows,
        reverse,
        schema_deps = [],
        types = ["float", "double"]):
    """A gated recurrent unit.

    Args:
      name: the op type.
      function: of `header`; its gradient has Grad at its end.
      header: in this folder.
      state: the input for the state before the first step.
      prefix: of the names of the outputs that are saved for the gradient.
      rows: the input and the output whose rows form the sequences; "" for
        sequences of one row.
      reverse: the attribute that reverses the sequences, or "".
      types: as for calls_with_gradient.
      schema_deps: what the schema half uses beyond :shapes.
    """
    saved = ["Hidden", prefix + "Gate", prefix + "ResetHiddenPrev"]
    attributes = [
        reverse,
        "origin_mode",
        "reset_after",
        "gate_activation",
        "activation",
    ]
    return op(
        name,
        schema_deps = [
            ":gate_maker",
            ":shapes",
        ] + schema_deps,
        **calls_with_gradient(
            function,
            ["Input", state, "", "Weight", "Bias", rows[0]] + attributes + saved,
            ["", state, "", "Weight", "", rows[1]] + saved + ["Hidden@GRAD"] +
            attributes + _gradients(["Input", state, "", "Weight", "Bias"]),
            _FOLDER + header,
            types = types,
        )
    )

_MATCH = "//framework/types:size_match"
_LSTM_INPUTS = ["H0", "C0", "Weight", "Bias"]
_LSTM_SAVED = ["Hidden", "Cell", "BatchGate", "BatchCellPreAct"]
_LSTM_NAMES = [
    "use_peepholes",
    "is_reverse",
    "gate_activation",
    "cell_activation",
    "candidate_activation",
    "dynamic_int8",
]
_LSTMP_SAVED = ["BatchHidden", "Cell", "BatchGate", "BatchCellPreAct"]
_LSTMP_NAMES = _LSTM_NAMES[:5] + ["", "proj_activation", "proj_clip"]

OPS = [
    _gru(
        "gru",
        "AnyGru",
        "half_units.h",
        state = "H0",
        prefix = "Batch",
        rows = ("Input", "Hidden"),
        reverse = "is_reverse",
        schema_deps = [
            _LEVELS,
            _PRECISION,
        ],
        types = "FLOATING_TYPES",
    ),
    _gru(
        "gru_unit",
        "GruStep",
        "gru_step.h",
        state = "HiddenPrev",
        prefix = "",
        rows = ("", ""),
        reverse = "",
    ),
    op(
        "lstm",
        schema_deps = [
            ":gate_maker",
            ":shapes",
            _LEVELS,
            _PRECISION,
            _SUM_TYPE,
        ],
        # The input itself is not kept until the backward pass.
        **calls_with_gradient(
            "AnyLstm",
            ["Input"] + _LSTM_INPUTS + ["Input"] + _LSTM_NAMES + _LSTM_SAVED,
            [""] + _LSTM_INPUTS + ["Hidden"] + _LSTM_SAVED +
            ["Hidden@GRAD", "Cell@GRAD"] + _LSTM_NAMES +
            _gradients(["Input"] + _LSTM_INPUTS),
            _HALF,
            types = "FLOATING_TYPES",
        )
    ),
    op(
        "lstm_unit",
        schema_deps = [
            ":shapes",
            _MATCH,
        ],
        **calls_with_gradient(
            "LstmUnit",
            ["X", "C_prev", "forget_bias", "C", "H"],
            [
                "X",
                "C_prev",
                "C@GRAD",
                "H@GRAD",
                "forget_bias",
                "X@GRAD",
                "C_prev@GRAD",
            ],
            _LSTM_UNIT,
        )
    ),
    op(
        "lstmp",
        schema_deps = [
            ":gate_maker",
            ":shapes",
            _LEVELS,
            _MATCH,
        ],
        **calls_with_gradient(
            "Lstmp",
            ["Input"] + _LSTM_INPUTS + ["Input", "ProjWeight"] + _LSTMP_NAMES +
            _LSTMP_SAVED + ["Projection"],
            [""] + _LSTM_INPUTS + ["Projection", "ProjWeight"] + _LSTMP_SAVED +
            ["Projection", "Projection@GRAD", "Cell@GRAD"] + _LSTMP_NAMES +
            _gradients(["Input"] + _LSTM_INPUTS + ["ProjWeight"]),
            _FOLDER + "lstmp.h",
        )
    ),
]
