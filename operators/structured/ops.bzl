"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _structured(name, schema_deps):
    return op(
        name,
        schema_deps = schema_deps,
        kernel_deps = [
            ":" + name,
            "//operators/common:last_level",
        ],
    )

OPS = [
    _structured("chunk_eval", [":row_labels", "//operators/common:levels"]),
    _structured("crf_decoding", [":chain_shape"]),
    _structured("edit_distance", ["//operators/common:levels"]),
    _structured(
        "linear_chain_crf",
        [":chain_shape", "//operators/common:levels"],
    ),
]
