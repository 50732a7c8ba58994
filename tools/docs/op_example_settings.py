"""Settings for examples of operators that the descriptions do not give."""

from typing import Any, Dict, List, Optional

# Sizes for the names in shapes.
SIZES = {
    "B": 2, "C": 4, "D": 4, "H": 8, "K": 4, "KD": 3, "KH": 3, "KW": 3, "M": 8,
    "N": 2, "T": 5, "W": 8, "a": 3, "b": 4, "batch": 2, "beam_size": 3,
    "candidates": 8, "class_number": 10, "classes": 10, "columns": 4,
    "contextLength": 3, "d": 4, "e": 4, "future_context": 2, "groups": 1,
    "heads": 1, "height": 100, "items": 6, "k": 2, "keys": 7, "length": 5,
    "longest": 5, "m": 5, "n": 3, "num_classes": 10, "num_thresholds": 4095,
    "num_total_classes": 100, "queries": 5, "rows": 6, "sequences": 2,
    "size": 2, "sources": 2, "steps": 4, "tags": 5, "width": 4,
    "P": 3, "nodes": 9,
}

_IDS = 'pd.layer.data("{}", {}, "int64")'
_ARRAY = {"Array": 'pd.layer.create_array(shape=[2, 5])'}
_INDEX = {"I": 'pd.layer.fill_constant([1], "int64", 0)'}
_SEQUENCES = 'pd.layer.data("{}", [None, 4], lod_level=1)'
_IMAGES = 'pd.layer.data("{}", [2, 4, 8, 8])'


def _counts(shape: List[int], dtype: str = "int64") -> str:
    return f'pd.layer.create_global_var({shape}, 0.0, "{dtype}")'


# The gradient of a sparse embedding.
_SELECTED_ROWS = {"X": """pd.gradients(pd.layer.embedding(
    pd.layer.data("ids", [6], "int64"), [100, 4], is_sparse=True),
    pd.default_main_program().all_parameters())[0]"""}

_REGIONS = {"X": 'pd.layer.data("x", [2, 4, 8, 8])',
            "ROIs": 'pd.layer.data("rois", [2, 4])',
            "BatchIndex": _IDS.format("batch_index", [2])}
_INTEGERS = {slot: f'pd.layer.data("{slot.lower()}", [2, 3], "int64")'
             for slot in ("X", "Y")}
_PLACED = {"X": 'pd.layer.data("x", [8, 3])',
           "Index": 'pd.layer.data("index", [2, 1], "int64")',
           "Updates": 'pd.layer.data("updates", [2, 3])'}

_STEP = {"Scale": 'pd.layer.data("scale", [1])'}
_INT8_FILTER = {"Filter": 'pd.layer.data("filter", [8, 4, 3, 3], "int8")'}

# Inputs by slot: an expression; None leaves an optional one out.
INPUTS: Dict[str, Dict[str, Optional[str]]] = {
    "array_length": _ARRAY,
    "array_read": {**_ARRAY, **_INDEX},
    "array_to_tensor": _ARRAY,
    "array_write": {**_ARRAY, **_INDEX},
    "auc": {"Label": _IDS.format("label", [6]),
            "StatNeg": _counts([4096])},
    "beam_search_decode": {"ParentIdx": _IDS.format("parent_idx", [4, 6])},
    "box_coder": {"TargetBox": 'pd.layer.data("target_box", [2, 4])',
                  "PriorBox": 'pd.layer.data("prior_box", [3, 4])'},
    "bitwise_and": _INTEGERS,
    "bitwise_left_shift": _INTEGERS,
    "bitwise_or": _INTEGERS,
    "bitwise_right_shift": _INTEGERS,
    "bitwise_xor": _INTEGERS,
    "cross_entropy": {"Label": _IDS.format("label", [3, 1])},
    "dequantize_linear": {"X": 'pd.layer.data("x", [2, 3], "int8")', **_STEP},
    "depthwise_conv2d": {"Filter": 'pd.layer.data("filter", [8, 1, 3, 3])'},
    "edit_distance": {
        slot: f'pd.layer.data("{slot.lower()}", [None, 1], "int64", '
              'lod_level=1)' for slot in ("Hyps", "Refs")},
    "fused_conv2d": {"Residual": None, "PackedFilter": None},
    "fused_fc": {"W": 'pd.layer.data("w", [3, 4])',
                 "Bias": 'pd.layer.data("bias", [4])', "Residual": None,
                 "PackedW": None},
    "hierarchical_sigmoid": {
        "Label": 'pd.layer.data("label", [6, 1], "int64")', "PathTable": None,
        "PathCode": None},
    "iou_similarity": {"X": 'pd.layer.data("x", [2, 4])',
                       "Y": 'pd.layer.data("y", [3, 4])'},
    "lstm": {"Bias": 'pd.layer.data("bias", [1, 28])'},
    "lstmp": {"Bias": 'pd.layer.data("bias", [1, 28])'},
    "mean_iou": {"Labels": 'pd.layer.data("labels", [2, 3], "int32")',
                 "InWrongs": _counts([10]), "InCorrects": _counts([10])},
    "merge_by_mask": {
        "InTrue": 'pd.layer.data("in_true", [2, 4])',
        "InFalse": 'pd.layer.data("in_false", [1, 4])',
        "Mask": 'pd.layer.data("mask", [3], "bool")'},
    "moving_average": {"Weight": 'pd.layer.data("weight", [1])'},
    "multiclass_nms": {"BBoxes": 'pd.layer.data("bboxes", [1, 3, 4])',
                       "Scores": 'pd.layer.data("scores", [1, 2, 3])'},
    "mul": {"Y": 'pd.layer.data("y", [3, 4])'},
    "non_max_suppression": {
        "Boxes": 'pd.layer.data("boxes", [1, 3, 4])',
        "Scores": 'pd.layer.data("scores", [1, 2, 3])',
        "MaxOutputBoxesPerClass":
            'pd.layer.fill_constant([1], "int64", 2)',
        "IouThreshold": 'pd.layer.fill_constant([1], "float32", 0.5)'},
    "pixel_shuffle": {"X": _IMAGES.format("x")},
    "quantize_linear": _STEP,
    "quantized_pool2d": {"X": 'pd.layer.data("x", [1, 1, 4, 4], "int8")'},
    "quantized_conv2d": {
        "Input": 'pd.layer.data("input", [2, 8, 8, 4], "int8")',
        **_INT8_FILTER},
    "quantized_mul": {
        "X": 'pd.layer.data("x", [2, 3], "int8")',
        "Y": 'pd.layer.data("y", [4, 3, 1, 1], "int8")',
        "YScale": 'pd.layer.data("y_scale", [4])'},
    "precision_recall": {
        "Labels": _IDS.format("labels", [6, 1]),
        "StatesInfo": _counts([10, 4], "float64")},
    "prelu": {"Alpha": 'pd.layer.data("alpha", [1])'},
    "range": {slot: f'pd.layer.data("{slot.lower()}", [1])'
              for slot in ("Start", "End", "Step")},
    "reduce_all": {"X": 'pd.layer.data("x", [2, 3], "bool")'},
    "reduce_any": {"X": 'pd.layer.data("x", [2, 3], "bool")'},
    "roi_align": _REGIONS,
    "roi_align_max": _REGIONS,
    "roi_pool": _REGIONS,
    "scaled_dot_product_attention": {
        slot: f'pd.layer.data("{slot.lower()}", [2, {rows}, 4])'
        for slot, rows in (("Q", 5), ("K", 7), ("V", 7))},
    "scatter_nd_add": _PLACED,
    "scatter_nd_reduce": _PLACED,
    "gather_nd": {"Index": 'pd.layer.data("index", [4, 2], "int64")'},
    "selected_rows_clip": _SELECTED_ROWS,
    "selected_rows_divide": _SELECTED_ROWS,
    "selected_rows_squared_norm": _SELECTED_ROWS,
    "sequence_concat": {"X": _SEQUENCES.format("x")},
    "sequence_expand": {"X": 'pd.layer.data("x", [None, 4])',
                        "Y": _SEQUENCES.format("y")},
    "sequence_group": {"X": 'pd.layer.data("x", [3, 2])'},
    "sequence_pad": {"X": _SEQUENCES.format("x"),
                     "PadValue": 'pd.layer.data("pad_value", [1])'},
    "sequence_scatter": {"Updates": 'pd.layer.data("updates", [None, 1])'},
    "split_by_mask": {"Mask": 'pd.layer.data("mask", [2], "bool")'},
    "softmax_with_cross_entropy": {"Label": _IDS.format("label", [3, 1])},
    "matmul": {"X": 'pd.layer.data("x", [2, 3])',
               "Y": 'pd.layer.data("y", [3, 4])'},
    "squeeze": {"X": 'pd.layer.data("x", [2, 1, 3])'},
    "sequence_unpad": {"X": 'pd.layer.data("x", [2, 3, 2])'},
    "unique": {"X": 'pd.layer.data("x", [5], "int64")'},
    "warpctc": {"Label": 'pd.layer.data("label", [None, 1], "int64", '
                         'lod_level=1)'},
    "unpool": {"X": 'pd.layer.data("x", [2, 4, 4, 4])',
               "Indices": _IDS.format("indices", [2, 4, 4, 4])},
    "yolo_box": {"X": 'pd.layer.data("x", [1, 16, 2, 2])',
                 "ImgSize": 'pd.layer.data("img_size", [1, 2], "int32")'},
}

_SHAPE = {"shape": [2, 3]}
_BATCH = {"shape": [-1, 5]}

# Attributes: those without a default, and what makes an example telling.
ATTRS: Dict[str, Dict[str, Any]] = {
    "anchor_generator": {"anchor_sizes": [32.0], "aspect_ratios": [0.5, 1.0],
                         "stride": [16.0, 16.0]},
    "assign_value": {"shape": [2, 2], "values": [1.0, 2.0, 3.0, 4.0]},
    "beam_search": {"beam_size": 3, "end_id": 0},
    "beam_search_decode": {"beam_size": 3, "end_id": 0},
    "bilinear_interp": {"scale": 2.0},
    "bitcast": {"out_dtype": "int32"},
    "broadcast_to": {"shape": [4, 2, 3]},
    "cast": {"out_dtype": "int64"},
    "chunk_eval": {"num_chunk_types": 3},
    "clip": {"min": -0.5, "max": 0.5},
    "concat": {"axis": 1},
    "crop": {"offsets": [0, 1], "shape": [2, 2]},
    "depthwise_conv2d": {"groups": 4},
    "expand": {"expand_times": [2, 1]},
    "eye": {"num_rows": 3},
    "fill_constant": {"shape": [2, 3], "value": 1.5},
    "fill_constant_batch_size_like": {"shape": [-1, 5], "value": 1.5},
    "fill_range": {"end": 10.0, "step": 2.0},
    "flip": {"axis": [1]},
    "gaussian_random": _SHAPE,
    "gaussian_random_batch_size_like": _BATCH,
    "group_norm": {"groups": 2},
    "huber_loss": {"delta": 1.0},
    "im2sequence": {"kernels": [4, 4], "strides": [4, 4]},
    "linspace": {"start": 0.0, "stop": 1.0, "num": 5},
    "max_pool2d_with_index": {"ksize": [2, 2], "strides": [2, 2]},
    "max_pool3d_with_index": {"ksize": [2, 2, 2], "strides": [2, 2, 2]},
    "maxout": {"groups": 2},
    "mean_iou": {"num_classes": 10},
    "momentum": {"mu": 0.9},
    "multiclass_nms": {"score_threshold": 0.1, "background_label": -1},
    "hierarchical_sigmoid": {"num_classes": 10},
    "nce": {"num_total_classes": 100},
    "nearest_interp": {"scale": 2.0},
    "one_hot": {"depth": 10},
    "orthogonal_random": _SHAPE,
    "pad": {"paddings": [0, 0, 1, 2]},
    "pixel_shuffle": {"upscale_factor": 2},
    "pow": {"factor": 2.0},
    "prior_box": {"min_sizes": [4.0], "aspect_ratios": [2.0]},
    "pool2d": {"ksize": [2, 2], "strides": [2, 2]},
    "quantized_pool2d": {"ksize": [2, 2], "strides": [2, 2]},
    "pool3d": {"ksize": [2, 2, 2], "strides": [2, 2, 2]},
    "precision_recall": {"class_number": 10},
    "randint": {"shape": [2, 3], "high": 10},
    "randperm": {"n": 6},
    "reshape": {"shape": [3, -1]},
    "roll": {"shifts": [1], "axis": [1]},
    "roi_align": {"pooled_height": 2, "pooled_width": 2},
    "roi_align_max": {"pooled_height": 2, "pooled_width": 2},
    "roi_pool": {"pooled_height": 2, "pooled_width": 2},
    "scale": {"scale": 10.0, "bias": 1.0},
    "scatter_nd_reduce": {"reduce": "max"},
    "selected_rows_clip": {"min": -1.0, "max": 1.0},
    "sequence_enumerate": {"win_size": 2},
    "sequence_erase": {"tokens": [1]},
    "sequence_reshape": {"new_dim": 2},
    "sequence_conv": {"context_length": 3, "context_start": -1},
    "sequence_mask": {"maxlen": 5},
    "slice": {"axes": [1], "starts": [0], "ends": [2]},
    "split": {"sections": [1, 2], "axis": 1},
    "thresholded_relu": {"threshold": 0.5},
    "top_k": {"k": 2},
    "transpose": {"axis": [1, 0]},
    "truncated_gaussian_random": _SHAPE,
    "uniform_random": _SHAPE,
    "uniform_random_batch_size_like": _BATCH,
    "unpool": {"ksize": [2, 2], "strides": [2, 2]},
    "unsqueeze": {"axes": [0]},
    "yolo_box": {"anchors": [10, 13, 16, 30], "class_num": 3},
}

# Initial values of variables that an operator updates, where they are not 0.
INITIAL = {"Beta1Pow": 0.9, "Beta2Pow": 0.999, "MuProduct": 1.0}

_UNORDERED = {"x": "[[0.3, 0.1, 0.2], [0.5, 0.9, 0.7]]"}
_SAME_IN_PART = {"x": "[[1, 2, 3], [4, 5, 6]]", "y": "[[1, 3, 2], [4, 5, 7]]"}
_BOOLS = {"x": "[[True, True, False], [False, True, False]]",
          "y": "[[True, False, True], [False, True, True]]"}
_BITS = {"x": "[[12, 5, -1], [7, 8, 9]]", "y": "[[10, 3, 2], [1, 0, 4]]"}
_NO_NUMBERS = {"x": "[[1.0, np.inf, np.nan], [-np.inf, 0.0, 2.0]]"}
_LABELS = "[[1, 0, 1], [0, 1, 0]]"
_SHORT_IMAGES = "np.arange(128, dtype=\"float32\").reshape(2, 4, 4, 4)"

_BOXES = {"x": "[[0, 0, 2, 2], [1, 1, 3, 2]]",
          "y": "[[0, 0, 2, 2], [1, 0, 3, 2], [5, 5, 6, 6]]"}
_SCORED_BOXES = {
    "boxes": "[[[0, 0, 4, 4], [0, 1, 4, 5], [5, 5, 9, 9]]]",
    "scores": "[[[0.9, 0.8, 0.7], [0.2, 0.6, 0.05]]]"}
_REGION = {"rois": "[[0, 0, 3, 3], [2, 1, 6, 7]]", "batch_index": "[0, 1]"}

# Data by variable, where not any numbers will do.
FEEDS: Dict[str, Dict[str, str]] = {
    "accuracy": {"indices": "[[0, 1], [2, 1], [3, 0], [1, 2], [0, 2], [3, 1]]",
                 "label": "[[1], [0], [3], [2], [0], [2]]"},
    "acosh": {"x": "[[1.0, 1.5, 2.0], [3.0, 5.0, 10.0]]"},
    "argmax": _UNORDERED,
    "argmin": _UNORDERED,
    "argsort": _UNORDERED,
    "atanh": {"x": "[[-0.9, -0.5, 0.0], [0.25, 0.5, 0.75]]"},
    "bitwise_and": _BITS,
    "bitwise_left_shift": _BITS,
    "bitwise_or": _BITS,
    "bitwise_right_shift": _BITS,
    "bitwise_xor": _BITS,
    "auc": {"predict": "[[0.9, 0.1], [0.2, 0.8], [0.6, 0.4], [0.3, 0.7], "
                       "[0.4, 0.6], [0.7, 0.3]]",
            "label": "[0, 1, 1, 1, 0, 0]"},
    "beam_search_decode": {
        "ids": "[[4, 5, 6, 4, 7, 8], [6, 4, 0, 5, 5, 0], [7, 0, 0, 0, 6, 0], "
               "[0, 0, 0, 0, 0, 0]]",
        "parent_idx": "[[0, 1, 2, 3, 4, 5]] * 4"},
    "box_coder": {"target_box": _BOXES["x"], "prior_box": _BOXES["y"]},
    "chunk_eval": {"inference": "[[0], [1], [2], [2], [3], [1]]",
                   "label": "[[[0], [1], [6], [2]], [[3], [1]]]"},
    "cos_sim": {"y": "[[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]]"},
    "edit_distance": {"hyps": "[[[1], [2], [3], [4]], [[5], [6]]]",
                      "refs": "[[[1], [3], [4]], [[6], [5], [6]]]"},
    "equal": _SAME_IN_PART,
    "gather": {"index": "[2, 0, 5]"},
    "gather_nd": {"index": "[[0, 0], [1, 2], [0, 1], [1, 0]]"},
    "hinge_loss": {"labels": _LABELS},
    "huber_loss": {"y": "[[-0.5, -1.0, 2.0], [0.0, 0.5, 1.0]]"},
    "iou_similarity": _BOXES,
    "isfinite": _NO_NUMBERS,
    "isinf": _NO_NUMBERS,
    "isnan": _NO_NUMBERS,
    "kl_div": {"x": "np.log([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])"
                    ".astype(\"float32\")",
               "target": "[[0.3, 0.3, 0.4], [0.1, 0.2, 0.7]]"},
    "less_equal": _SAME_IN_PART,
    "log_loss": {"labels": _LABELS},
    "logical_and": _BOOLS,
    "logical_or": _BOOLS,
    "logical_xor": _BOOLS,
    "margin_rank_loss": {"label": "[[1, -1, 1], [-1, 1, -1]]"},
    "mean_iou": {"predictions": "[[0, 1, 2], [2, 1, 0]]",
                 "labels": "[[0, 1, 2], [1, 1, 2]]"},
    "merge_by_mask": {"in_true": "[[1, 1, 1, 1], [2, 2, 2, 2]]",
                      "in_false": "[[-1, -1, -1, -1]]",
                      "mask": "[True, False, True]"},
    "modified_huber_loss": {"y": _LABELS},
    "multiclass_nms": {"bboxes": _SCORED_BOXES["boxes"],
                       "scores": _SCORED_BOXES["scores"]},
    "multiplex": {"ids": "[1, 0, 0, 1, 1, 0]"},
    "non_max_suppression": _SCORED_BOXES,
    "not_equal": _SAME_IN_PART,
    "precision_recall": {
        "indices": "[[0], [1], [2], [2], [3], [3]]",
        "labels": "[[0], [1], [2], [3], [3], [0]]"},
    "range": {"start": "[1]", "end": "[10]", "step": "[2]"},
    "rank_loss": {"label": _LABELS},
    "reduce_all": _BOOLS,
    "reduce_any": _BOOLS,
    "roi_align": _REGION,
    "roi_align_max": _REGION,
    "roi_pool": _REGION,
    "scatter": {"ids": "[4, 0, 2]"},
    "scatter_nd_add": {"index": "[[7], [2]]"},
    "scatter_nd_reduce": {"index": "[[7], [2]]"},
    "sequence_expand": {"x": "[[1, 1, 1, 1], [2, 2, 2, 2]]"},
    "sequence_group": {"length": "[2, 1]"},
    "sequence_mask": {"x": "[[2, 0, 3], [1, 5, 4]]"},
    "sequence_slice": {"offset": "[[1], [0]]", "length": "[[2], [1]]"},
    "sequence_unpad": {"length": "[2, 1]"},
    "split_by_mask": {"mask": "[True, False]"},
    "unpool": {"x": _SHORT_IMAGES,
               "indices": "np.arange(0, 64, 4).reshape(4, 4)"
                          " * np.ones((2, 4, 1, 1), \"int64\")"},
    "unique": {"x": "[2, 1, 1, 3, 2]"},
    "warpctc": {"label": "[[[1], [2]], [[3]]]"},
    "where_index": {"condition": "[[0, 2, 0], [3, 0, 1]]"},
    "yolo_box": {"img_size": "[[64, 48]]"},
}
