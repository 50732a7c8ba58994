"""Multiplies matrices whose shapes do not fit."""

import paddle as pd

x = pd.layer.data("x", [None, 13])
w = pd.layer.data("w", [7, 2])
pd.layer.matmul(x, w)  # the mistake
