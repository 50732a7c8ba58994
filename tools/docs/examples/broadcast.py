import paddle as pd

job = pd.distributed.init()  # alone, or started by "paddle run"
x = pd.layer.data("x", [None, 2])
out, = pd.layer.broadcast([x], group=job.group())

value, = job.run(pd.Executor(), pd.default_main_program(),
                 feed={"x": [[1.0, 2.0]]}, fetch_list=[out])
print(value)
