import numpy as np

import paddle as pd

x = pd.layer.data("x", [1, 8, 8, 4], "int8")
x_scale = pd.layer.data("x_scale", [1])
filter = pd.layer.data("filter", [8, 4, 3, 3], "int8")
scales = pd.layer.data("scales", [8])
packed = pd.layer.pack_quantized_filter(filter, image_size=[8, 8])
print(packed.shape, packed.dtype)
plain = pd.layer.quantized_conv2d(x, x_scale, filter, scales)
faster = pd.layer.quantized_conv2d(x, x_scale, filter, scales,
                                   packed_filter=packed)

feed = {"x": np.arange(-128, 128, dtype="int8").reshape(1, 8, 8, 4),
        "x_scale": np.array([0.5], "float32"),
        "filter": np.full((8, 4, 3, 3), 3, "int8"),
        "scales": np.full(8, 0.25, "float32")}
values = pd.Executor().run(feed=feed, fetch_list=[plain, faster])
print(values[0].shape, np.array_equal(*values))
