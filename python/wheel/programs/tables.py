"""Trains a table that servers keep; prints the parameters behind it."""
import zlib

import numpy as np
import paddle as pd

job = pd.distributed.init()
pd.seed(3)
words = pd.layer.data("words", [None, 1], "int64", lod_level=1)
y = pd.layer.data("y", [None, 1])
rows = pd.layer.embedding(words, [10**9, 8], is_sparse=True, distributed=True)
out = pd.layer.fc(pd.layer.sequence_pool(rows, "sum"), 1)
loss = pd.layer.mse_loss(out, y)
pd.optimizer.Adagrad(0.1).minimize(loss)
whole = pd.default_main_program()
main, startup = job.parallelize(whole, pd.default_startup_program(),
                                servers="sync")
exe = pd.Executor()
exe.run(startup)
random = np.random.RandomState(5)
data = [{"words": pd.LoDTensor(random.randint(40, size=(4, 1)) * 10**7,
                               [[1, 3]]),
         "y": random.randn(2, 1).astype("float32")} for _ in range(40)]
for feed in job.shard(data):
    job.run(exe, main, feed, [loss])
bias = whole.all_parameters()[-1].name
value = np.asarray(pd.global_scope().find_var(bias).get_tensor())
print(job.servers, job.steps, f"{zlib.crc32(value.tobytes()):08x}")
