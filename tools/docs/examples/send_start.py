import paddle as pd

job = pd.distributed.init()  # alone, or started by "paddle run"
if job.is_first:
    x = pd.layer.fill_constant([2], "float32", 3.0)
    pending = pd.layer.send_start(x, group=job.group(), peer=1)
    y = pd.layer.scale(x, 2.0)  # while x travels
    pd.layer.send_wait(x, pending=pending, group=job.group(), peer=1)
else:
    x = pd.layer.recv(group=job.group(), peer=0, shape=[2])

if job.size == 2:
    job.run(pd.Executor(), pd.default_main_program())
print(pd.default_main_program(), end="")
