"""Has types that fit; mypy reads it, and nobody runs it."""

from typing import List

import numpy as np
import paddle as pd

x = pd.layer.data("x", [None, 13])
hidden: pd.Variable = pd.layer.relu(pd.layer.fc(x, 4) * 2.0 + 1.0)
cost = pd.layer.mean(hidden)
pd.optimizer.Adam(learning_rate=0.1).minimize(cost)
exe = pd.Executor(pd.CPUPlace())
result, = exe.run(feed={"x": np.ones((2, 13))}, fetch_list=[cost])
names: List[str] = [v.name for v in pd.default_main_program().list_vars()]
