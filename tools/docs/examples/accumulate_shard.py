import os

import paddle as pd

os.environ["PADDLE_SHARDS"] = "2"  # as "paddle run --shards 2" does
job = pd.distributed.init()
del os.environ["PADDLE_SHARDS"]
x = pd.layer.data("x", [1, 2])
y = pd.layer.data("y", [1, 2])
both = {"group": job.group(), "shards": job.shard_sums()}
pd.layer.accumulate_shard([x], **both)
buffer, pending = pd.layer.allreduce_start([y], **both)
out, = pd.layer.allreduce_wait(buffer, pending, [y * 1.0])

value, = job.run(pd.Executor(), pd.default_main_program(),
                 feed={"x": [[1.0, 2.0]], "y": [[3.0, 6.0]]},
                 fetch_list=[out])
print(value)
