import paddle as pd

job = pd.distributed.init()  # alone, or started by "paddle run"
x = pd.layer.data("x", [1, 2])
buffer, pending = pd.layer.allreduce_start([x], group=job.group())
meanwhile = pd.layer.exp(x)
y = x * 1.0
out, = pd.layer.allreduce_wait(buffer, pending, [y])

value, = job.run(pd.Executor(), pd.default_main_program(),
                 feed={"x": [[1.0, 2.0]]}, fetch_list=[out])
print(value)
