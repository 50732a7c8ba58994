"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")

def _structured(name, schema_deps):
    return op(
        name,
        schema_deps = schema_deps,
        kernel_deps = [
            ":" + name,
            "//operators/common:function_kernel",
        ],
    )

_FOLDER = "operators/structured/"
_CRF = _FOLDER + "linear_chain_crf.h"

OPS = [
    _structured("chunk_eval", [":row_labels", "//operators/common:levels"]),
    op(
        "crf_decoding",
        schema_deps = [":chain_shape"],
        kernel = calls(
            "CrfDecoding",
            ["Emission", "Transition", "Label", "Emission", "ViterbiPath"],
            _FOLDER + "crf_decoding.h",
        ),
    ),
    op(
        "ctc_align",
        schema_deps = [
            "//operators/common:levels",
            "//operators/common:unknown_size",
        ],
        kernel = calls(
            "CtcAlign",
            ["Input", "blank", "merge_repeated", "Output"],
            _FOLDER + "ctc_align.h",
            ["int64_t"],
            of_types = False,
        ),
    ),
    _structured("edit_distance", ["//operators/common:levels"]),
    op(
        "linear_chain_crf",
        schema_deps = [":chain_shape", "//operators/common:levels"],
        **calls_with_gradient(
            "LinearChainCrf",
            [
                "Emission",
                "Transition",
                "Label",
                "Emission",
                "Alpha",
                "LogLikelihood",
            ],
            [
                "Emission",
                "Transition",
                "Label",
                "Alpha",
                "LogLikelihood@GRAD",
                "Emission",
                "Emission@GRAD",
                "Transition@GRAD",
            ],
            _CRF,
        )
    ),
    op(
        "warpctc",
        schema_deps = ["//operators/common:levels"],
        **calls_with_gradient(
            "CtcLoss",
            ["Logits", "Logits", "Label", "Label", "blank", "Loss"],
            [
                "Logits",
                "Logits",
                "Label",
                "Label",
                "Loss@GRAD",
                "blank",
                "norm_by_times",
                "Logits@GRAD",
            ],
            _FOLDER + "ctc_loss.h",
        )
    ),
]
