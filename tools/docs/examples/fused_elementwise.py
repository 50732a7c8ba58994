import numpy as np

import paddle as pd

x = pd.layer.data("x", [None, 1024])
y = pd.layer.data("y", [None, 1024])
out = pd.layer.relu(x + y)

# An executor does so with what it runs.
joined = pd.optimize(pd.default_main_program(), targets=[out],
                     place=pd.CPUPlace())
for op in joined.global_block().ops:
    print(op.type, op.attrs["types"])

feed = {"x": np.full((2, 1024), 1.0, "float32"),
        "y": np.linspace(-2, 2, 2048, dtype="float32").reshape(2, 1024)}
value, = pd.Executor().run(joined, feed=feed, fetch_list=[out.name])
print(value[:, :3])
