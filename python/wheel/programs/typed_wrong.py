"""Has a wrong type in each of two lines; only mypy reads it."""

import paddle as pd

x = pd.layer.data(3, [None, 13])  # the mistake
y: int = pd.layer.relu(x)  # the mistake
