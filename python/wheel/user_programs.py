"""Programs that users might write, each run in a process of its own."""

TRAIN_AND_SAVE = """
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
"""

# Arrays of every data type go in and come out, and share their memory.
ARRAYS = """
import sys
import warnings
import numpy as np
warnings.simplefilter("error")
import paddle as pd

assert np.__version__.split(".")[0] == sys.argv[1], np.__version__
exe = pd.Executor(pd.CPUPlace())
for dtype in ("bool", "uint8", "int8", "int16", "int32", "int64", "float16",
              "float32", "float64"):
    x = pd.layer.data(dtype, [None, 2], dtype)
    given = np.arange(4).reshape(2, 2).astype(dtype)
    for array in (given, given.T, given[::-1], given.tolist()):
        got, = exe.run(feed={dtype: array}, fetch_list=[pd.layer.assign(x)])
        assert got.dtype == dtype and (got == array).all(), (got, array)
    tensor = pd.LoDTensor(given)
    place = given.__array_interface__["data"]
    assert np.asarray(tensor).__array_interface__["data"] == place
    assert np.array(tensor).__array_interface__["data"] != place
    if dtype != "bool":  # NumPy 1 does not share those.
        assert np.from_dlpack(tensor).tolist() == given.tolist()
        assert pd.from_dlpack(given).numpy().tolist() == given.tolist()
rows = pd.LoDTensor.from_sequences([[1, 2], [], [3]]).to_sequences()
assert [row.ravel().tolist() for row in rows] == [[1, 2], [], [3]]
for wrong in (np.zeros(2, complex), np.array(["a"]), np.zeros(2, "M8[s]")):
    try:
        pd.LoDTensor(wrong)
    except TypeError as error:
        assert "no tensor has elements of type" in str(error)
    else:
        raise AssertionError(wrong)
"""

LOAD = """
import sys
import numpy as np
import paddle as pd

exe = pd.Executor(pd.CPUPlace())
program, feeds, fetches = pd.io.load_inference_model(sys.argv[1])
x = np.load(sys.argv[1] + ".x.npy")
y, = exe.run(program, feed={feeds[0]: x}, fetch_list=fetches)
np.testing.assert_allclose(y, np.load(sys.argv[1] + ".y.npy"), rtol=1e-5)
"""

MISTAKE = """
import paddle as pd

x = pd.layer.data("x", [None, 13])
w = pd.layer.data("w", [7, 2])
pd.layer.matmul(x, w)  # the mistake
"""

# Prints what loading costs, NumPy included: seconds, those of the processor and
# resident megabytes.
COST = """
import time
begin, begin_busy = time.perf_counter(), time.process_time()
import numpy
import paddle
seconds = time.perf_counter() - begin
busy = time.process_time() - begin_busy
with open("/proc/self/status") as status:
    lines = dict(line.split(":", 1) for line in status)
print(seconds, busy, int(lines["VmRSS"].split()[0]) / 1024)
"""

# Programs of three users, each with a protobuf or OpenMP of its own.
PARTS = {
    "paddle": """
import numpy as np
import paddle as pd
p = pd.Program()
with pd.program_guard(p):
    out = pd.layer.relu(pd.layer.data("x", [None, 3]))
exe = pd.Executor(pd.CPUPlace())
got, = exe.run(p, feed={"x": -np.ones((2, 3), "float32")}, fetch_list=[out])
assert (got == 0).all()
assert "relu" in str(p)
""",
    "google.protobuf": """
from google.protobuf import struct_pb2
message = struct_pb2.Struct()
message.update({"a": [1.0, {"b": "c"}]})
copy = struct_pb2.Struct()
copy.ParseFromString(message.SerializeToString())
assert copy == message
""",
    "torch": """
import torch
weight = torch.ones(64, 64, requires_grad=True)
(weight @ weight).sum().backward()
assert float(weight.grad.sum()) == 64 * 64 * 128
""",
}

# For several processes.
RANKS = """
from paddle.distributed import environment

place = environment.read()
assert place.store.startswith("file:///")
print(place.rank, "of", place.size)
"""

RIGHT = """
from typing import List

import numpy as np
import paddle as pd

x = pd.layer.data("x", [None, 13])
hidden: pd.Variable = pd.layer.relu(pd.layer.fc(x, 4) * 2.0 + 1.0)
cost = pd.layer.mean(hidden)
pd.optimizer.Adam(learning_rate=0.1).minimize(cost)
exe = pd.Executor(pd.CPUPlace())
result, = exe.run(feed={"x": np.ones((2, 13))}, fetch_list=[cost])
names: List[str] = [v.name for v in pd.default_main_program().list_vars()]
"""

WRONG = """
import paddle as pd

x = pd.layer.data(3, [None, 13])
y: int = pd.layer.relu(x)
"""
