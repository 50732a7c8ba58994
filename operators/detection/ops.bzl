"""The operators of this folder."""

load("//tools/bazel:kernel_source.bzl", "calls", "calls_with_gradient")
load("//tools/bazel:ops.bzl", "op")

_BOXES = "operators/detection/boxes.h"

_NMS = "operators/detection/nms.h"

_ROI = "operators/detection/roi.h"

_ROI_BASE = [":roi_schema_base"]

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

def _suppressing(name, function, names):
    """Non-maximum suppression."""
    return op(
        name,
        schema_deps = [":nms_dims", "//operators/common:unknown_size"],
        kernel = calls(function, names, _NMS),
    )

_ROIS = ["ROIs", "BatchIndex"]

# Members of RoiGrid and RoiBins.
_BINS = ["spatial_scale", "pooled_height", "pooled_width"]

_GRID = _BINS + ["sampling_ratio", "aligned"]

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
    _suppressing(
        "multiclass_nms",
        "MulticlassNms",
        [
            "BBoxes",
            "Scores",
            "background_label",
            "score_threshold",
            "nms_top_k",
            "nms_threshold",
            "nms_eta",
            "keep_top_k",
            "normalized",
            "Out",
        ],
    ),
    _suppressing(
        "non_max_suppression",
        "ChooseBoxes",
        [
            "Boxes",
            "Scores",
            "MaxOutputBoxesPerClass",
            "IouThreshold",
            "ScoreThreshold",
            "center_point_box",
            "Out",
        ],
    ),
    _grid("prior_box", [":prior_sizes"]),
    op(
        "roi_align",
        second_gradient = "Linear()",
        schema_deps = _ROI_BASE,
        **calls_with_gradient(
            "RoiAlign",
            ["X"] + _ROIS + _GRID + ["Out"],
            _ROIS + _GRID + ["Out@GRAD", "X@GRAD"],
            _ROI,
        )
    ),
    op(
        "roi_align_max",
        schema_deps = _ROI_BASE,
        kernel = calls("RoiAlignMax", ["X"] + _ROIS + _GRID + ["Out"], _ROI),
    ),
    op(
        "roi_pool",
        schema_deps = _ROI_BASE,
        **calls_with_gradient(
            "RoiPool",
            ["X"] + _ROIS + _BINS + ["Out", "Argmax"],
            ["Argmax", "Out@GRAD", "X@GRAD"],
            _ROI,
        )
    ),
    op(
        "yolo_box",
        schema_deps = [
            "//framework/types:data_type",
            "//framework/types:size_match",
            _WINDOW,
        ],
        kernel = calls(
            "YoloBox",
            [
                "X",
                "ImgSize",
                "anchors",
                "class_num",
                "conf_thresh",
                "downsample_ratio",
                "clip_bbox",
                "scale_x_y",
                "iou_aware",
                "iou_aware_factor",
                "Boxes",
                "Scores",
            ],
            "operators/detection/yolo.h",
        ),
    ),
]
