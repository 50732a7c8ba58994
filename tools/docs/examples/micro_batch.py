import numpy as np
import paddle as pd

x = pd.layer.data("x", [None, 2])
second = pd.layer.micro_batch(x, index=1, count=2)

rows = np.arange(10, dtype="float32").reshape(5, 2)
out, = pd.Executor().run(feed={"x": rows}, fetch_list=[second])
print(out)
