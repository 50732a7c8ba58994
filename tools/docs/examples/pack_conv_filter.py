import numpy as np

import paddle as pd

x = pd.layer.data("x", [1, 8, 8, 3])
filter = pd.layer.data("filter", [4, 3, 3, 3])
packed = pd.layer.pack_conv_filter(filter, image_size=[8, 8])
print(packed.shape, packed.dtype)
plain = pd.layer.fused_conv2d(x, filter)
faster = pd.layer.fused_conv2d(x, filter, packed_filter=packed)

feed = {"x": np.linspace(-1, 1, 192, dtype="float32").reshape(1, 8, 8, 3),
        "filter": np.ones((4, 3, 3, 3), "float32")}
values = pd.Executor().run(feed=feed, fetch_list=[plain, faster])
print(values[0].shape, np.allclose(*values, atol=1e-5))
