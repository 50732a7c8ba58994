"""Layers: functions that write programs.

Here stand the composed layers, and one function for each operator of the
build (see `ops`), made from the operator's own description. A function adds to
the default main program, and parameters to the default startup program, too;
mistakes are reported at the line that made them.
"""

from typing import Any, List

from . import ops
from .conv import (
    adaptive_pool2d, adaptive_pool3d, conv2d_transpose, conv3d,
    conv3d_transpose, depthwise_conv2d, im2sequence, max_pool2d_with_index,
    max_pool3d_with_index, pool3d, resize_bilinear, resize_nearest, row_conv,
    unpool, upsampling_bilinear2d)
from .attention import multi_head_attention, scaled_dot_product_attention
from .learning_rate import (
    exponential_decay, inverse_time_decay, natural_exp_decay, noam_decay,
    piecewise_decay, polynomial_decay)
from .literal import minibatch, sequence, var
from .logical import (
    equal, greater_equal, greater_than, increment, is_empty, larger_than,
    less_equal, less_than, logical_and, logical_not, logical_or, logical_xor,
    not_equal)
from .loss import (
    bilinear_tensor_product, cross_entropy, dice_loss, hinge_loss, hsigmoid,
    huber_loss, l1_loss, label_smooth, log_loss, margin_rank_loss, mse_loss,
    nce, nll_loss, smooth_l1, softmax_with_cross_entropy, square_error_cost)
from .metric import auc, mean_iou, precision_recall
from .nn import (
    accuracy, add, add_scalar, batch_norm, conv2d, create_global_var,
    create_parameter, data, dropout, embedding, fc, pool2d, reduce_max,
    reduce_mean, reduce_sum)
from .normalization import (
    group_norm, instance_norm, l2_normalize, layer_norm, lrn, rms_norm)
from .parts import split
from .reduction import (
    logsumexp, p_norm, reduce_all, reduce_any, reduce_min, reduce_prod)
from .rnn import (
    dynamic_gru, dynamic_lstm, dynamic_lstmp, gru_unit, lstm_unit)
from .sequences import (
    sequence_conv, sequence_first_step, sequence_last_step, sequence_pad,
    sequence_pool)
from .structured import (
    chunk_eval, crf_decoding, edit_distance, linear_chain_crf)
from .tensor import (
    arange, eye, full, full_like, meshgrid, ones, ones_like, range, unstack,
    zeros, zeros_like)
from .tensor_array import create_array

__all__ = [
    "accuracy", "adaptive_pool2d", "adaptive_pool3d", "add", "add_scalar",
    "arange", "auc", "batch_norm", "bilinear_tensor_product", "chunk_eval",
    "conv2d", "conv2d_transpose", "conv3d", "conv3d_transpose", "create_array",
    "create_global_var", "create_parameter", "crf_decoding", "cross_entropy",
    "data", "depthwise_conv2d", "dice_loss", "dropout", "dynamic_gru",
    "dynamic_lstm", "dynamic_lstmp",
    "edit_distance", "embedding", "equal", "exponential_decay",
    "eye", "fc", "full", "full_like", "greater_equal", "greater_than",
    "group_norm", "gru_unit", "hinge_loss", "hsigmoid", "huber_loss",
    "im2sequence",
    "increment", "instance_norm", "inverse_time_decay", "is_empty", "l1_loss",
    "l2_normalize", "label_smooth", "larger_than", "layer_norm", "less_equal",
    "less_than", "linear_chain_crf", "log_loss", "logical_and", "logical_not",
    "logical_or", "logical_xor", "logsumexp", "lrn", "lstm_unit",
    "margin_rank_loss", "max_pool2d_with_index", "max_pool3d_with_index",
    "mean_iou", "meshgrid", "minibatch", "mse_loss", "multi_head_attention",
    "natural_exp_decay", "nce", "nll_loss", "noam_decay", "not_equal", "ones",
    "ones_like", "ops", "p_norm", "piecewise_decay", "polynomial_decay",
    "pool2d", "pool3d", "precision_recall", "range", "reduce_all", "reduce_any",
    "reduce_max", "reduce_mean", "reduce_min", "reduce_prod", "reduce_sum",
    "resize_bilinear", "resize_nearest", "rms_norm", "row_conv",
    "scaled_dot_product_attention", "sequence", "sequence_conv",
    "sequence_first_step", "sequence_last_step", "sequence_pad",
    "sequence_pool", "smooth_l1", "softmax_with_cross_entropy", "split",
    "square_error_cost", "unpool", "unstack", "upsampling_bilinear2d", "var",
    "zeros", "zeros_like",
]


def __getattr__(name: str) -> Any:
    return getattr(ops, name)


def __dir__() -> List[str]:
    return sorted(set(__all__) | set(dir(ops)))
