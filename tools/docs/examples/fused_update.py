import numpy as np

import paddle as pd

x = hidden = pd.layer.data("x", [None, 150])
for _ in range(12):
    hidden = pd.layer.fc(hidden, 150, act="tanh")
cost = pd.layer.mean(hidden)
pd.optimizer.SGD(0.1).minimize(cost)

# An executor does so with what it runs.
joined = pd.optimize(pd.default_main_program(), targets=[cost],
                     place=pd.CPUPlace())
print(joined.global_block().ops[-1])

exe = pd.Executor()
exe.run(pd.default_startup_program())
feed = {"x": np.linspace(0, 1, 150, dtype="float32").reshape(1, 150)}
losses = [float(exe.run(joined, feed=feed, fetch_list=[cost.name])[0])
          for _ in range(2)]
print(losses[1] < losses[0])
