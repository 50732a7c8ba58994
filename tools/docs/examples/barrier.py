import paddle as pd

job = pd.distributed.init()  # alone, or started by "paddle run"
pd.layer.barrier(group=job.group())

job.run(pd.Executor(), pd.default_main_program())
print("all are here")
