"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _structured(name, schema_deps):
    return op(
        name,
        schema_deps = schema_deps,
        kernel_deps = [
            "//operators/kernels:" + name,
            "//operators/sequence:last_level",
            "//operators/tensor:cuda_twin",
        ],
    )

OPS = [
    _structured("chunk_eval", [":row_labels", "//operators/sequence:levels"]),
    _structured("crf_decoding", [":chain_shape"]),
    _structured("edit_distance", ["//operators/sequence:levels"]),
    _structured(
        "linear_chain_crf",
        [":chain_shape", "//operators/sequence:levels"],
    ),
]
