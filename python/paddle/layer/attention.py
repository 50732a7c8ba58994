"""Attention: rows that look at other rows.

Batches are dense, [batch, rows, width], or sequences of rows (lod_level 1),
which are not padded: each sequence of queries sees the sequence of keys of the
same number. ValueError for shapes that do not fit and heads that do not divide
a width; NotImplementedError for a mask of sequences. Source: Vaswani et al.,
"Attention Is All You Need" (2017).
"""

from .._composed import composed


@composed
def scaled_dot_product_attention() -> None:
    """softmax(scale * queries keys^T + mask) values, for each head.

    queries are [batch, q, width], keys [batch, k, width], values
    [batch, k, value width], or sequences of rows; the heads share the columns,
    so that their number divides both widths. The result has the rows of the
    queries and the width of the values.

    dropout_rate: the probability to drop a weight, in training.
    causal: query t sees the keys 0 to t alone.
    mask: for dense batches, broadcast to [batch, heads, q, k] (not along the
    last axis): floats are added to the scores; of bool, False hides a key. A
    query that sees no key gets zeros.
    scale: 0 means 1 / sqrt(width / num_heads).

    Example:
      >>> q, k, v = [pd.layer.data(name, [None, 7, 64]) for name in "qkv"]
      >>> pd.layer.scaled_dot_product_attention(q, k, v, num_heads=8).shape
      (-1, 7, 64)
    """


@composed
def multi_head_attention() -> None:
    """Attention between four projections, each with a weight and a bias.

    Without keys the queries attend to themselves; without values the keys are
    the values. The result has the rows of the queries and `size` columns (0:
    as many as the queries): [batch, q, size]. key_size and value_size are those
    of all heads together after projection; 0 means `size`. param_attr and
    bias_attr serve all four projections; bias_attr=False leaves the biases out.
    Otherwise as scaled_dot_product_attention.

    Example:
      >>> x = pd.layer.data("x", [None, 7, 64])
      >>> pd.layer.multi_head_attention(x, num_heads=8, causal=True).shape
      (-1, 7, 64)
    """
