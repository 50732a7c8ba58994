import os

import numpy as np
import paddle as pd

os.environ["PADDLE_SHARDS"] = "2"  # as "paddle run --shards 2" does
job = pd.distributed.init()
del os.environ["PADDLE_SHARDS"]
ids = pd.layer.data("ids", [None, 1], "int64")
loss = pd.layer.mean(pd.layer.embedding(ids, [5, 1], is_sparse=True))
pd.append_backward(loss)
block = pd.default_main_program().global_block()
rows = block.var(pd.default_main_program().all_parameters()[0].name + "@GRAD")
both = {"group": job.group(), "shards": job.shard_sums()}
pd.layer.accumulate_shard_rows(rows, **both)
out = pd.layer.allgather(x=rows, mean=True, **both)

exe = pd.Executor()
exe.run(pd.default_startup_program())
value, = job.run(exe, pd.default_main_program(), feed={"ids": [[2], [4]]},
                 fetch_list=[out])
print(value.rows, np.asarray(value.value).ravel())
