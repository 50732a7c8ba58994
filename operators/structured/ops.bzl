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
]
