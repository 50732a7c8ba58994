import paddle as pd

job = pd.distributed.init()  # alone, or started by "paddle run"
x = pd.layer.data("x", [None, 2])
lengths = pd.layer.fill_constant([job.size], "int64", 1)
out, out_lengths = pd.layer.alltoall(x, lengths, group=job.group())

value, = job.run(pd.Executor(), pd.default_main_program(),
                 feed={"x": [[1.0, 2.0]]}, fetch_list=[out])
print(value)
