"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

def _search(name):
    return op(
        name,
        schema_deps = ["//framework/types:size_match"],
        kernel_deps = [
            ":beam_search",
        ],
    )

OPS = [
    _search("beam_search"),
    _search("beam_search_decode"),
]
