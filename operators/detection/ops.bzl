"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls")
load("//tools/bazel:ops.bzl", "op")

_BOXES = "operators/detection/boxes.h"

_WINDOW = "//operators/common:window_shape"

def _grid(name, schema_deps = []):
    """Boxes at each place of a feature map."""
    return op(
        name,
        schema_deps = [_WINDOW] + schema_deps,
        kernel_deps = [
            ":grid_boxes",
            ":prior_sizes",
            "//operators/common:function_kernel",
        ],
    )

OPS = [
    _grid("anchor_generator"),
    op(
        "box_coder",
        schema_deps = [":box_dims"],
        kernel = calls(
            "CodeBoxes",
            [
                "PriorBox",
                "PriorBoxVar",
                "TargetBox",
                "code_type",
                "box_normalized",
                "axis",
                "variance",
                "OutputBox",
            ],
            _BOXES,
        ),
    ),
    op(
        "iou_similarity",
        schema_deps = [":box_dims"],
        kernel = calls(
            "IouSimilarity",
            ["X", "Y", "box_normalized", "Out"],
            _BOXES,
        ),
    ),
    _grid("prior_box", [":prior_sizes"]),
]
