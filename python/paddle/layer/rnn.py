"""Recurrent layers: units over sequences, and single steps of them.

Inputs of the units over sequences have been multiplied by their weight already,
by `fc` with as many columns as the unit has gates. Sequences are not padded,
may be empty, and have initial states of their own: row i of a state belongs to
sequence i. An activation is "sigmoid", "tanh", "relu" or "identity". ValueError
for rows that form no sequences, and for widths that do not fit.
"""

from .._composed import composed


@composed
def dynamic_lstm() -> None:
    """Long short-term memory over sequences: hidden states and cells.

    input is [rows, size], size being four times that of a state: parts for
    the candidate and for the gates for input, forgetting and output. The weight
    is [size / 4, size], in the same order; the bias is [1, size], and 3 / 4
    size longer with peepholes, by which the gates see the cell. h_0 and c_0
    are [sequences, size / 4], zeros by default. is_reverse: from the last row
    of each sequence to its first. Both results are [rows, size / 4].

    Example:
      >>> x = pd.layer.data("x", [None, 16], lod_level=1)
      >>> h, c = pd.layer.dynamic_lstm(pd.layer.fc(x, 4 * 32), size=4 * 32)
      >>> h.shape, h.lod_level
      ((-1, 32), 1)
    """


@composed
def dynamic_lstmp() -> None:
    """Long short-term memory over sequences whose hidden state is projected to
    proj_size elements before the next step sees it: projections and cells.

    input is [rows, size] as for dynamic_lstm. The weight is [proj_size, size],
    that of the projection [size / 4, proj_size] (proj_attr), the bias that of
    dynamic_lstm. h_0 is [sequences, proj_size], c_0 [sequences, size / 4],
    zeros by default. Projections go through proj_activation and, with
    proj_clip, stay in [-proj_clip, proj_clip]. The results are [rows,
    proj_size] and [rows, size / 4].

    Example:
      >>> x = pd.layer.data("x", [None, 16], lod_level=1)
      >>> gates = pd.layer.fc(x, 4 * 32)
      >>> r, c = pd.layer.dynamic_lstmp(gates, size=4 * 32, proj_size=8)
      >>> r.shape, c.shape
      ((-1, 8), (-1, 32))
    """


@composed
def dynamic_gru() -> None:
    """Gated recurrent units over sequences: hidden states [rows, size].

    input is [rows, 3 size]: parts for the gates for update and reset and for
    the candidate. The weight is [size, 3 size], the bias [1, 3 size]; h_0 is
    [sequences, size], zeros by default. The update gate tells how much of the
    state to replace; in origin_mode, how much to keep. The reset gate
    multiplies the state before its product; with reset_after, the product, as
    in PyTorch and cuDNN, which has a bias of its own: the bias is [1, 4 size].

    Example:
      >>> x = pd.layer.data("x", [None, 16], lod_level=1)
      >>> pd.layer.dynamic_gru(pd.layer.fc(x, 3 * 32), size=32).shape
      (-1, 32)
    """


@composed
def lstm_unit() -> None:
    """One step of long short-term memory: the hidden state and the cell.

    x_t is [batch, n], the states are [batch, D]; the weight [n + D, 4 D]
    multiplies x_t and hidden_t_prev, the bias is [4 D]. forget_bias is added to
    what opens the forget gate.

    Example:
      >>> x, h, c = [pd.layer.data(name, [None, 32]) for name in "xhc"]
      >>> h, c = pd.layer.lstm_unit(x, h, c)
      >>> h.shape, c.shape
      ((-1, 32), (-1, 32))
    """


@composed
def gru_unit() -> None:
    """One step of a gated recurrent unit: the state [batch, size / 3].

    input is [batch, size], multiplied by its weight already; hidden is the
    state before. The weight is [size / 3, size], the bias [1, size], and 1 / 3
    size longer with reset_after; see dynamic_gru.

    Example:
      >>> x = pd.layer.data("x", [None, 3 * 32])
      >>> h = pd.layer.data("h", [None, 32])
      >>> pd.layer.gru_unit(x, h, size=3 * 32).shape
      (-1, 32)
    """
