"""Whole examples, of operators whose own functions do not show them."""

from typing import Dict

_START_AND_WAIT = """\
job = pd.distributed.init()  # alone, or started by "paddle run"
x = pd.layer.data("x", [1, 2])
buffer, pending = pd.layer.allreduce_start([x], group=job.group())
meanwhile = pd.layer.exp(x)
y = x * 1.0
out, = pd.layer.allreduce_wait(buffer, pending, [y])

value, = job.run(pd.Executor(), pd.default_main_program(),
                 feed={"x": [[1.0, 2.0]]}, fetch_list=[out])
print(value)
"""

PROGRAMS: Dict[str, str] = {
    "accumulate_shard": """\
import os

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
""",
    "accumulate_shard_rows": """\
import os

import numpy as np

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
""",
    "allgather": """\
job = pd.distributed.init()  # alone, or started by "paddle run"
x = pd.layer.data("x", [None, 2])
out = pd.layer.allgather(x=x, group=job.group())

value, = job.run(pd.Executor(), pd.default_main_program(),
                 feed={"x": [[1.0, 2.0]]}, fetch_list=[out])
print(value)
""",
    "allreduce": """\
job = pd.distributed.init()  # alone, or started by "paddle run"
x = pd.layer.data("x", [None, 2])
out, = pd.layer.allreduce([x], group=job.group(), reduce="mean")

value, = job.run(pd.Executor(), pd.default_main_program(),
                 feed={"x": [[1.0, 2.0]]}, fetch_list=[out])
print(value)
""",
    "allreduce_start": _START_AND_WAIT,
    "allreduce_wait": _START_AND_WAIT,
    "alltoall": """\
job = pd.distributed.init()  # alone, or started by "paddle run"
x = pd.layer.data("x", [None, 2])
lengths = pd.layer.fill_constant([job.size], "int64", 1)
out, out_lengths = pd.layer.alltoall(x, lengths, group=job.group())

value, = job.run(pd.Executor(), pd.default_main_program(),
                 feed={"x": [[1.0, 2.0]]}, fetch_list=[out])
print(value)
""",
    "array_length": """\
x = pd.layer.data("x", [2])
array = pd.layer.array_write(x, pd.layer.fill_constant([1], "int64", 2))
length = pd.layer.array_length(array)

value, = pd.Executor().run(feed={"x": [1.0, 2.0]}, fetch_list=[length])
print(value)
""",
    "array_read": """\
first = pd.layer.fill_constant([1], "int64", 0)
second = pd.layer.fill_constant([1], "int64", 1)
x = pd.layer.data("x", [2])
array = pd.layer.array_write(x, first)
array = pd.layer.array_write(x * 10.0, second, array=array)
out = pd.layer.array_read(array, second)

value, = pd.Executor().run(feed={"x": [1.0, 2.0]}, fetch_list=[out])
print(value)
""",
    "array_to_tensor": """\
first = pd.layer.fill_constant([1], "int64", 0)
second = pd.layer.fill_constant([1], "int64", 1)
x = pd.layer.data("x", [2])
array = pd.layer.array_write(x, first)
array = pd.layer.array_write(x * 10.0, second, array=array)
out = pd.layer.array_to_tensor(array)
print(out.shape, out.dtype)

value, = pd.Executor().run(feed={"x": [1.0, 2.0]}, fetch_list=[out])
print(value)
""",
    "array_write": """\
x = pd.layer.data("x", [2])
array = pd.layer.array_write(x, pd.layer.fill_constant([1], "int64", 0))
out = pd.layer.array_to_tensor(array)

value, = pd.Executor().run(feed={"x": [1.0, 2.0]}, fetch_list=[out])
print(value)
""",
    "barrier": """\
job = pd.distributed.init()  # alone, or started by "paddle run"
pd.layer.barrier(group=job.group())

job.run(pd.Executor(), pd.default_main_program())
print("all are here")
""",
    "broadcast": """\
job = pd.distributed.init()  # alone, or started by "paddle run"
x = pd.layer.data("x", [None, 2])
out, = pd.layer.broadcast([x], group=job.group())

value, = job.run(pd.Executor(), pd.default_main_program(),
                 feed={"x": [[1.0, 2.0]]}, fetch_list=[out])
print(value)
""",
    "conditional_block": """\
x = pd.layer.data("x", [1])
size = pd.cond(x < 0.0, lambda: x * -1.0, lambda: x * 1.0)

exe = pd.Executor()
for number in (-3.0, 4.0):
    value, = exe.run(feed={"x": [number]}, fetch_list=[size])
    print(value)
""",
    "create_array": """\
array = pd.layer.create_array(shape=[2])
length = pd.layer.array_length(array)

value, = pd.Executor().run(fetch_list=[length])
print(value)
""",
    "ifelse": """\
x = pd.layer.data("x", [None, 1])
branches = pd.ifelse()
with branches.true_block():
    branches.output(pd.layer.sqrt(x))
with branches.false_block():
    branches.output(x * 0.0)
root, = branches(x > 0.0)

value, = pd.Executor().run(feed={"x": [[4.0], [-1.0], [9.0]]},
                           fetch_list=[root])
print(value)
""",
    "print": """\
x = pd.layer.data("x", [2, 3])
pd.layer.print(x, message="the input:")

pd.Executor().run(feed={"x": [[1, 2, 3], [4, 5, 6]]})
""",
    "recurrent": """\
x = pd.layer.data("x", [4, 1, 2])
begin = pd.layer.zeros([1, 2])
rnn = pd.rnn()
with rnn.step():
    now = rnn.step_input(x)
    sum = rnn.memory(init=begin)
    rnn.update_memory(sum, sum + now)
    rnn.output(sum + now)
sums, = rnn()

steps = [[[1.0, 10.0]], [[2.0, 20.0]], [[3.0, 30.0]], [[4.0, 40.0]]]
value, = pd.Executor().run(feed={"x": steps}, fetch_list=[sums])
print(value.reshape(4, 2))
""",
    "recv": """\
job = pd.distributed.init()  # alone, or started by "paddle run"
if job.is_first:
    x = pd.layer.recv(group=job.group(), peer=1, shape=[2])
else:
    x = pd.layer.fill_constant([2], "float32", 3.0)
    pd.layer.send(x, group=job.group(), peer=0)

if job.size == 2:
    job.run(pd.Executor(), pd.default_main_program())
print(pd.default_main_program(), end="")
""",
    "reduce_scatter": """\
job = pd.distributed.init()  # alone, or started by "paddle run"
x = pd.layer.data("x", [None, 2])
out = pd.layer.reduce_scatter(x, group=job.group())

value, = job.run(pd.Executor(), pd.default_main_program(),
                 feed={"x": [[1.0, 2.0]]}, fetch_list=[out])
print(value)
""",
    "send": """\
job = pd.distributed.init()  # alone, or started by "paddle run"
if job.is_first:
    x = pd.layer.fill_constant([2], "float32", 3.0)
    pd.layer.send(x, group=job.group(), peer=1)
else:
    x = pd.layer.recv(group=job.group(), peer=0, shape=[2])

if job.size == 2:
    job.run(pd.Executor(), pd.default_main_program())
print(pd.default_main_program(), end="")
""",
    "split": """\
x = pd.layer.data("x", [2, 3])
out = pd.layer.split(x, [1, 2], dim=1)
print([each.shape for each in out])

feed = {"x": [[1, 2, 3], [4, 5, 6]]}
values = pd.Executor().run(feed=feed, fetch_list=out)
print(*values, sep="\\n")
""",
    "switch": """\
step = pd.layer.data("step", [1])
with pd.Switch() as switch:
    with switch.case(step < 1000.0):
        switch.output(pd.layer.full([1], 0.1))
    with switch.default():
        switch.output(pd.layer.full([1], 0.01))
rate, = switch()

exe = pd.Executor()
for number in (10.0, 2000.0):
    value, = exe.run(feed={"step": [number]}, fetch_list=[rate])
    print(value)
""",
    "unstack": """\
x = pd.layer.data("x", [2, 3])
out = pd.layer.unstack(x, axis=0)
print([each.shape for each in out])

feed = {"x": [[1, 2, 3], [4, 5, 6]]}
values = pd.Executor().run(feed=feed, fetch_list=out)
print(*values, sep="\\n")
""",
    "while": """\
limit = pd.layer.data("limit", [1], "int64")
i = pd.layer.full([1], 1, "int64")
doubled, = pd.while_loop(lambda i: i < limit, lambda i: [i + i], [i])

value, = pd.Executor().run(feed={"limit": [100]}, fetch_list=[doubled])
print(value)
""",
}
