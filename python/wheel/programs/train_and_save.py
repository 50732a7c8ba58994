"""Trains a network and saves it, with data and its answers to them.

usage: train_and_save.py MODEL
"""

import sys
import numpy as np
import paddle as pd

image = pd.layer.data("image", [None, 1, 8, 8])
label = pd.layer.data("label", [None, 1], dtype="int64")
hidden = pd.layer.conv2d(image, 4, 3, act="relu")
logits = pd.layer.fc(hidden, 2)
guess = pd.layer.softmax(logits)
cost = pd.layer.mean(pd.layer.softmax_with_cross_entropy(logits, label))
pd.optimizer.Adam(learning_rate=0.01).minimize(cost)

exe = pd.Executor(pd.CPUPlace())
pd.seed(1)
exe.run(pd.default_startup_program())
rng = np.random.RandomState(0)
x = rng.rand(64, 1, 8, 8).astype("float32")
y = (x.mean((1, 2, 3), keepdims=False) > 0.5).astype("int64")[:, None]
losses = [float(exe.run(feed={"image": x, "label": y}, fetch_list=[cost])[0])
          for step in range(200)]
assert losses[-1] < 0.5 * losses[0], losses[::20]
pd.io.save_inference_model(sys.argv[1], ["image"], [guess])
test = pd.default_main_program().clone(for_test=True)
expected, = exe.run(test, feed={"image": x, "label": y}, fetch_list=[guess])
np.save(sys.argv[1] + ".x.npy", x)
np.save(sys.argv[1] + ".y.npy", expected)
print(repr(losses[-1]))
