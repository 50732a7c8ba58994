"""Counts the floating-point operations of an operator.

A multiply and an add are two. What an operator of these formulas does besides
(checks, index arithmetic, moving data) is not counted; an operator that only
moves data takes none, and one without a formula is not known: None.

    matmul, mul           2 m n k a matrix product
    conv                  2 x outputs x filter size x channels of a group
    lstm, gru             the products with the recurrent weights, and gates
    softmax, layer_norm   a small number for each element
    elementwise, pools    one for each element read or written
    losses, distances     a small number for each element of the largest input
    *_grad                as often the forward operator as there are products
                          in it: once for each gradient that is wanted
    optimizers            a small number for each parameter
"""

from math import prod
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Tuple


Shape = Tuple[int, ...]


class _Op:
    """An operator and the shapes of its variables."""

    def __init__(self, op: Any, shapes: Mapping[str, Shape],
                 of_gradient: bool = False) -> None:
        self.attrs = op.attrs
        self._slots = {**op.inputs, **op.outputs}
        self._shapes = shapes
        # A gradient operator has "Out@GRAD" where "Out" was.
        self._ends = ("", "@GRAD") if of_gradient else ("",)

    def shape(self, slot: str, i: int = 0) -> Shape:
        """KeyError if the slot or the shape is not there."""
        for end in self._ends:
            names = self._slots.get(slot + end)
            if names:
                return self._shapes[names[i]]
        raise KeyError(slot)

    def size(self, slot: str) -> int:
        """The elements of all variables of a slot."""
        for end in self._ends:
            names = self._slots.get(slot + end)
            if names:
                return sum(prod(self._shapes[name]) for name in names if name)
        raise KeyError(slot)

    def largest(self) -> int:
        """The elements of the largest variable; KeyError without any."""
        sizes = [prod(self._shapes[name]) for names in self._slots.values()
                 for name in names if name]
        if not sizes:
            raise KeyError("no variables")
        return max(sizes)


Formula = Callable[[_Op], float]


def _matmul(op: _Op) -> float:
    x = op.shape("X")
    inner = x[-2] if op.attrs.get("transpose_X") and len(x) > 1 else x[-1]
    return 2 * op.size("Out") * inner


def _mul(op: _Op) -> float:
    """X is [m, k], Y is [k, n], after flattening."""
    x, y = op.shape("X"), op.shape("Y")
    inner = prod(y[:op.attrs["y_num_col_dims"]])
    rows = prod(x[:op.attrs["x_num_col_dims"]])
    return 2 * rows * inner * prod(y[op.attrs["y_num_col_dims"]:])


def _conv(op: _Op) -> float:
    """Filters are [out, in / groups, *window]: each output element takes a
    product with one of them."""
    return 2 * op.size("Output") * prod(op.shape("Filter")[1:])


def _conv_transpose(op: _Op) -> float:
    """Filters are [in, out / groups, *window]: each input element gives one
    of them."""
    return 2 * op.size("Input") * prod(op.shape("Filter")[1:])


def _window(op: _Op) -> float:
    """Each output element reads a window."""
    if op.attrs.get("global_pooling"):
        return op.size("X")
    window: Sequence[int] = op.attrs["ksize"]
    return op.size("Out") * prod(window)


def _lstm(op: _Op) -> float:
    """Weight is [H, 4H]; of each of the 4H gate values: product, two sums
    (input, bias) and an activation; then for each of H: the new cell (3), its
    activation and the product with the output gate; peepholes take 6 more."""
    rows, (hidden, gates) = op.shape("Input")[0], op.shape("Weight")
    peepholes = 6 if op.attrs.get("use_peepholes") else 0
    return rows * (2 * hidden * gates + 3 * gates + (5 + peepholes) * hidden)


def _gru(op: _Op) -> float:
    """Weight is [H, 3H]; of each of the 3H gate values: product, two sums and
    an activation; then for each of H: the reset state and the new one (3)."""
    rows, (hidden, gates) = op.shape("Input")[0], op.shape("Weight")
    return rows * (2 * hidden * gates + 3 * gates + 4 * hidden)


def _sequence_conv(op: _Op) -> float:
    """Filter is [context * d, n]: a matrix product for each row."""
    return 2 * op.shape("X")[0] * prod(op.shape("Filter"))


def _crf(op: _Op) -> float:
    """Each row: log-sum-exp over all pairs of tags (add, exp, add)."""
    rows, tags = op.shape("Emission")
    return rows * tags * (3 * tags + 2)


def _edit_distance(op: _Op) -> float:
    return 3 * op.size("Hyps") * op.size("Refs")


def _attention(op: _Op) -> float:
    """Q [..., m, d], K [..., n, d], V [..., n, e]: scores, softmax, sum."""
    q, k, v = op.shape("Q"), op.shape("K"), op.shape("V")
    scores = prod(q[:-1]) * k[-2]
    return scores * (2 * q[-1] + 5 + 2 * v[-1])


def _bilinear(op: _Op) -> float:
    """x' W_i y for each row and output; Weight is [size, m, n]."""
    size, m, n = op.shape("Weight")
    return 2 * op.shape("X")[0] * size * (m + 1) * n


def _of(slot: str, operations: float) -> Formula:
    """So many operations for each element of a slot."""
    return lambda op: operations * op.size(slot)


def _of_largest(operations: float) -> Formula:
    """So many operations for each element of the largest variable."""
    return lambda op: operations * op.largest()


def _each(formula: Formula, types: str) -> Dict[str, Formula]:
    return {name: formula for name in types.split()}


# One operator of each output element, but for transcendental functions, which
# count as one, too: their cost differs from machine to machine.
_FORMULAS: Dict[str, Formula] = {
    "matmul": _matmul,
    "mul": _mul,
    "lstm": _lstm,
    "gru": _gru,
    "gru_unit": _gru,
    "lstm_unit": _of("C", 9),
    "sequence_conv": _sequence_conv,
    "linear_chain_crf": _crf,
    "crf_decoding": _crf,
    "edit_distance": _edit_distance,
    "bilinear_tensor_product": _bilinear,
    "sum": lambda op: op.size("X") - op.size("Out"),
    "row_conv": lambda op: 2 * op.size("X") * op.shape("Filter")[0],
    **_each(_conv, "conv2d conv3d depthwise_conv2d"),
    **_each(_conv_transpose, "conv2d_transpose conv3d_transpose"),
    **_each(_window, "pool2d pool3d max_pool2d_with_index "
                     "max_pool3d_with_index"),
    **_each(_attention, "attention multi_head_attention "
                        "scaled_dot_product_attention"),
    # Mean, variance, normalised, scaled and shifted.
    **_each(_of("X", 8), "batch_norm layer_norm group_norm instance_norm"),
    "rms_norm": _of("X", 4),
    # The largest, the difference, exp, the sum and the quotient.
    **_each(_of("X", 5), "softmax sequence_softmax log_softmax"),
    "softmax_with_cross_entropy": _of("Logits", 5),
    "cross_entropy": _of("Y", 2),
    "square_error_cost": _of("Out", 2),
    "sigmoid_cross_entropy_with_logits": _of("Out", 5),
    "scale": _of("Out", 2),
    "dropout": _of("Out", 2),
    **_each(_of("Out", 1), """
        elementwise_add elementwise_sub elementwise_mul elementwise_div
        elementwise_floordiv elementwise_max elementwise_min elementwise_pow
        elementwise_mod
        relu relu6 leaky_relu prelu abs exp log square sqrt rsqrt reciprocal
        sign ceil floor round sin cos tanh sigmoid logsigmoid clip pow
        increment brelu thresholded_relu hard_shrink
        equal not_equal less_than less_equal greater_than greater_equal
        logical_and logical_or logical_xor logical_not"""),
    # Three to eight of each element, most often a quotient of exponentials.
    **_each(_of("Out", 4), """
        elu selu gelu silu swish mish stanh softplus softsign softshrink
        tanh_shrink soft_relu hard_sigmoid hard_swish"""),
    **_each(_of("X", 1), """
        mean reduce_sum reduce_mean reduce_max reduce_min reduce_prod
        reduce_all reduce_any cumsum sequence_pool argmax argmin top_k"""),
    **_each(_of("X", 2), "norm l1_norm squared_l2_norm logsumexp"),
    # A distance, a logarithm or a case, and what makes a mean of it.
    **_each(_of_largest(4), """
        hinge_loss huber_loss modified_huber_loss smooth_l1_loss log_loss
        kl_div label_smooth nll_loss bpr_loss rank_loss margin_rank_loss"""),
    **_each(_of_largest(3), "cos_sim squared_l2_distance p_norm"),
    "maxout": _of("X", 1),
    "lrn": lambda op: op.size("X") * (2.0 * int(op.attrs["n"]) + 3),
    "sgd": _of("Param", 2),
    "accumulate_gradient": _of("Sum", 1),
    "moving_average": _of("X", 3),
    "momentum": _of("Param", 4),
    **_each(_of("Param", 12), "adam adamw adamax lamb nadam radam"),
    **_each(_of("Param", 6), "adagrad decayed_adagrad rmsprop adadelta ftrl "
                             "proximal_gd proximal_adagrad"),
    # Operators that only move data, or create it.
    **_each(lambda op: 0.0, """
        accuracy auc mean_iou precision_recall chunk_eval
        assign assign_value cast concat crop expand eye fill_constant
        fill_zeros_like flip gather gather_nd gaussian_random is_empty
        lod_reset lookup_table merge_by_mask multiplex one_hot pad print range
        reshape scatter scatter_nd sequence_concat sequence_expand
        sequence_mask sequence_pad sequence_reverse sequence_slice
        sequence_unpad shape slice split split_by_mask squeeze stack transpose
        truncated_gaussian_random uniform_random unsqueeze unstack where
        create_array array_length array_read array_write
        array_to_tensor"""),
}

# Whose gradients each take as much as the forward operator.
_PRODUCTS = {
    "matmul", "mul", "conv2d", "conv3d", "depthwise_conv2d",
    "conv2d_transpose", "conv3d_transpose", "sequence_conv",
    "elementwise_mul", "elementwise_div", "bilinear_tensor_product",
    "row_conv",
}
# Whose gradient operator goes through the same recurrence with both the
# gradient of the state and that of the weights.
_TWICE = {
    "lstm", "gru", "gru_unit", "linear_chain_crf", "attention",
    "multi_head_attention", "scaled_dot_product_attention",
}


def flops(op: Any, shapes: Mapping[str, Shape]) -> Optional[float]:
    """The floating-point operations of one run of `op`.

    op: an operator of a program (Block.ops).
    shapes: of its variables, by name, without unknown sizes.
    None for an operator without a formula, one that owns blocks, or one whose
    shapes are not all there.
    """
    kind = op.type
    try:
        if kind in _FORMULAS:
            return float(_FORMULAS[kind](_Op(op, shapes)))
        return _of_gradient(kind, op, shapes)
    except KeyError:
        return None


def _of_gradient(kind: str, op: Any,
                 shapes: Mapping[str, Shape]) -> Optional[float]:
    forward = kind[:-len("_grad")] if kind.endswith("_grad") else ""
    if forward not in _FORMULAS:
        return None
    once = float(_FORMULAS[forward](_Op(op, shapes, of_gradient=True)))
    if forward in _PRODUCTS:
        wanted = [name for names in op.outputs.values() for name in names
                  if name]
        return once * len(wanted)
    return 2 * once if forward in _TWICE else once
