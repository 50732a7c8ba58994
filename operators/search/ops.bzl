"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls")
load("//tools/bazel:ops.bzl", "op")

def _search(name, function, names):
    return op(
        name,
        schema_deps = ["//framework/types:size_match"],
        kernel = calls(function, names, "operators/search/beam_search.h"),
    )

OPS = [
    _search(
        "beam_search",
        "BeamSearch",
        [
            "beam_size",
            "end_id",
            "is_accumulated",
            "pre_ids",
            "pre_scores",
            "scores",
            "ids",
            "selected_ids",
            "selected_scores",
            "parent_idx",
        ],
    ),
    _search(
        "beam_search_decode",
        "BeamSentences<T>",
        [
            "beam_size",
            "end_id",
            # Scores are only copied, summed or not.
            "",
            "Ids",
            "ParentIdx",
            "Scores",
            "SentenceIds",
            "SentenceScores",
        ],
    ),
]
