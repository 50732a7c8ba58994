"""What examples of operators need that their descriptions do not tell."""

from typing import Any, Dict, List, Optional

# What the names in shapes stand for.
SIZES = {
    "B": 2, "C": 4, "D": 4, "H": 8, "K": 4, "KD": 3, "KH": 3, "KW": 3, "M": 8,
    "N": 2, "T": 5, "W": 8, "a": 3, "b": 4, "batch": 2, "beam_size": 3,
    "candidates": 8, "class_number": 10, "classes": 10, "columns": 4,
    "contextLength": 3, "d": 4, "e": 4, "future_context": 2, "groups": 1,
    "heads": 1, "height": 100, "items": 6, "k": 2, "keys": 7, "length": 5,
    "longest": 5, "m": 5, "n": 3, "num_classes": 10, "num_thresholds": 4095,
    "num_total_classes": 100, "queries": 5, "rows": 6, "sequences": 2,
    "size": 2, "sources": 2, "steps": 4, "tags": 5, "width": 4,
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

# Inputs by slot: an expression; None leaves an optional one out.
INPUTS: Dict[str, Dict[str, Optional[str]]] = {
    "array_length": _ARRAY,
    "array_read": {**_ARRAY, **_INDEX},
    "array_to_tensor": _ARRAY,
    "array_write": {**_ARRAY, **_INDEX},
    "auc": {"Label": _IDS.format("label", [6]),
            "StatNeg": _counts([4096])},
    "beam_search_decode": {"ParentIdx": _IDS.format("parent_idx", [4, 6])},
    "cross_entropy": {"Label": _IDS.format("label", [3, 1])},
    "depthwise_conv2d": {"Filter": 'pd.layer.data("filter", [8, 1, 3, 3])'},
    "edit_distance": {
        slot: f'pd.layer.data("{slot.lower()}", [None, 1], "int64", '
              'lod_level=1)' for slot in ("Hyps", "Refs")},
    "lstm": {"Bias": 'pd.layer.data("bias", [1, 28])'},
    "mean_iou": {"Labels": 'pd.layer.data("labels", [2, 3], "int32")',
                 "InWrongs": _counts([10]), "InCorrects": _counts([10])},
    "merge_by_mask": {
        "InTrue": 'pd.layer.data("in_true", [None, 4])',
        "InFalse": 'pd.layer.data("in_false", [None, 4])',
        "Mask": 'pd.layer.data("mask", [None], "bool")'},
    "moving_average": {"Weight": 'pd.layer.data("weight", [1])'},
    "mul": {"Y": 'pd.layer.data("y", [3, 4])'},
    "pixel_shuffle": {"X": _IMAGES.format("x")},
    "precision_recall": {
        "Labels": _IDS.format("labels", [6, 1]),
        "StatesInfo": _counts([10, 4], "float64")},
    "prelu": {"Alpha": 'pd.layer.data("alpha", [1])'},
    "range": {slot: f'pd.layer.data("{slot.lower()}", [1])'
              for slot in ("Start", "End", "Step")},
    "reduce_all": {"X": 'pd.layer.data("x", [2, 3], "bool")'},
    "reduce_any": {"X": 'pd.layer.data("x", [2, 3], "bool")'},
    "scaled_dot_product_attention": {
        slot: f'pd.layer.data("{slot.lower()}", [2, {rows}, 4])'
        for slot, rows in (("Q", 5), ("K", 7), ("V", 7))},
    "scatter_nd_add": {
        "X": 'pd.layer.data("x", [8, 3])',
        "Index": 'pd.layer.data("index", [2, 1], "int64")',
        "Updates": 'pd.layer.data("updates", [2, 3])'},
    "gather_nd": {"Index": 'pd.layer.data("index", [4, 2], "int64")'},
    "selected_rows_clip": _SELECTED_ROWS,
    "selected_rows_divide": _SELECTED_ROWS,
    "selected_rows_squared_norm": _SELECTED_ROWS,
    "sequence_concat": {"X": _SEQUENCES.format("x")},
    "sequence_expand": {"X": 'pd.layer.data("x", [None, 4])',
                        "Y": _SEQUENCES.format("y")},
    "sequence_pad": {"X": _SEQUENCES.format("x"),
                     "PadValue": 'pd.layer.data("pad_value", [1])'},
    "softmax_with_cross_entropy": {"Label": _IDS.format("label", [3, 1])},
    "unpool": {"X": 'pd.layer.data("x", [2, 4, 4, 4])',
               "Indices": _IDS.format("indices", [2, 4, 4, 4])},
}

_SHAPE = {"shape": [2, 3]}
_BATCH = {"shape": [-1, 5]}

# Attributes: those without a default, and what makes an example telling.
ATTRS: Dict[str, Dict[str, Any]] = {
    "assign_value": {"shape": [2, 2], "values": [1.0, 2.0, 3.0, 4.0]},
    "beam_search": {"beam_size": 3, "end_id": 0},
    "beam_search_decode": {"beam_size": 3, "end_id": 0},
    "bilinear_interp": {"scale": 2.0},
    "broadcast_to": {"shape": [4, 2, 3]},
    "cast": {"out_dtype": "int64"},
    "chunk_eval": {"num_chunk_types": 3},
    "clip": {"min": -1.0, "max": 1.0},
    "concat": {"axis": 1},
    "crop": {"offsets": [0, 1], "shape": [2, 2]},
    "depthwise_conv2d": {"groups": 4},
    "expand": {"expand_times": [2, 1]},
    "eye": {"num_rows": 3},
    "fill_constant": _SHAPE,
    "fill_constant_batch_size_like": _BATCH,
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
    "nce": {"num_total_classes": 100},
    "nearest_interp": {"scale": 2.0},
    "one_hot": {"depth": 10},
    "orthogonal_random": _SHAPE,
    "pad": {"paddings": [0, 0, 1, 2]},
    "pixel_shuffle": {"upscale_factor": 2},
    "pool2d": {"ksize": [2, 2], "strides": [2, 2]},
    "pool3d": {"ksize": [2, 2, 2], "strides": [2, 2, 2]},
    "precision_recall": {"class_number": 10},
    "reshape": {"shape": [3, -1]},
    "roll": {"shifts": [1], "axis": [1]},
    "selected_rows_clip": {"min": -1.0, "max": 1.0},
    "sequence_conv": {"context_length": 3, "context_start": -1},
    "sequence_mask": {"maxlen": 5},
    "slice": {"axes": [1], "starts": [0], "ends": [2]},
    "split": {"sections": [1, 2], "axis": 1},
    "transpose": {"axis": [1, 0]},
    "truncated_gaussian_random": _SHAPE,
    "uniform_random": _SHAPE,
    "uniform_random_batch_size_like": _BATCH,
    "unpool": {"ksize": [2, 2], "strides": [2, 2]},
    "unsqueeze": {"axes": [0]},
}

# Operators whose own functions do not show them: whole examples.
CODE: Dict[str, List[str]] = {
    "print": ['x = pd.layer.data("x", [2, 3])',
              'pd.layer.print(x, message="the input:")'],
    "split": ['x = pd.layer.data("x", [2, 3])',
              "out = pd.layer.split(x, [1, 2], dim=1)",
              "print([each.shape for each in out])"],
    "unstack": ['x = pd.layer.data("x", [2, 3])',
                "out = pd.layer.unstack(x, axis=0)",
                "print([each.shape for each in out])"],
}
