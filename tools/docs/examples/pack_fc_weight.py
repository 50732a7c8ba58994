import numpy as np

import paddle as pd

x = pd.layer.data("x", [2, 3])
y = pd.layer.data("y", [3, 4])
packed = pd.layer.pack_fc_weight(y)
print(packed.shape, packed.dtype)
plain = pd.layer.fused_fc(x, y)
faster = pd.layer.fused_fc(x, y, packed_w=packed)

feed = {"x": np.arange(6, dtype="float32").reshape(2, 3),
        "y": np.linspace(-1, 1, 12, dtype="float32").reshape(3, 4)}
values = pd.Executor().run(feed=feed, fetch_list=[plain, faster])
print(values[0].shape, np.allclose(*values, atol=1e-5))
