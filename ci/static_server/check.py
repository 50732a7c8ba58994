"""A static server in a folder with nothing but itself and models, as in a
container from scratch: started, and its answers compared with Python's.

    ./tools/dev python ci/static_server/check.py PROGRAM...

Ends with "N passed, M failed".
"""

import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Any, List, Tuple

import numpy as np

import paddle as pd

WIDTH, HIDDEN = 16, 32
STARTS = 9
START_MS = 50
BOUND = 1e-5  # of the largest score: sums in another order


def image_net() -> Tuple[List[pd.Variable], List[pd.Variable]]:
    image = pd.layer.data("x", [None, 784])
    x = pd.layer.reshape(image, [-1, 1, 28, 28])
    x = pd.layer.pool2d(pd.layer.conv2d(x, 16, 5, act="relu"), 2, pool_stride=2)
    return [image], [pd.layer.fc(x, 10, act="softmax")]


def sequence_net() -> Tuple[List[pd.Variable], List[pd.Variable]]:
    x = pd.layer.data("x", [None, WIDTH], lod_level=1)
    gates = pd.layer.fc(x, 4 * HIDDEN, bias_attr=False)
    hidden, _ = pd.layer.dynamic_lstm(gates, 4 * HIDDEN)
    return [x], [pd.layer.fc(pd.layer.sequence_last_step(hidden), 3)]


def save(folder: str, net: Any) -> None:
    main, startup = pd.Program(), pd.Program()
    with pd.program_guard(main, startup):
        feeds, fetches = net()
    pd.Executor(pd.CPUPlace()).run(startup)
    pd.io.save_inference_model(folder, feeds, fetches, main)


class Server:
    """The program in a root of its own."""

    def __init__(self, root: str) -> None:
        begin = time.perf_counter()
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            ["chroot", root, "/paddle_serve", "--models=/models", "--port=0"],
            stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.ms = 1e3 * (time.perf_counter() - begin)

    def infer(self, model: str, array: np.ndarray) -> np.ndarray:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, 60)
        body = {"inputs": [{"name": "x", "shape": list(array.shape),
                            "datatype": "FP32", "data": array.tolist()}]}
        connection.request("POST", f"/v2/models/{model}/infer",
                           json.dumps(body))
        reply = json.loads(connection.getresponse().read())
        connection.close()
        output, = reply["outputs"]
        return np.array(output["data"]).reshape(output["shape"])

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()


def check(program: str, root: str) -> List[Tuple[str, bool]]:
    shutil.copy(program, os.path.join(root, "paddle_serve"))
    rows, times = [], []
    for _ in range(STARTS):
        server = Server(root)
        times.append(server.ms)
        server.end()
    start = sorted(times)[STARTS // 2]
    rows.append((f"ready in {start:.1f} ms", start <= START_MS))
    server = Server(root)
    draw = np.random.RandomState(0)
    for name, shape in (("image", (1, 784)), ("sequence", (7, WIDTH))):
        x = draw.rand(*shape).astype("float32")
        predictor = pd.Predictor(os.path.join(root, "models", name, "1"))
        fed = pd.LoDTensor(x, [[len(x)]]) if name == "sequence" else x
        wanted, = map(np.array, predictor.predict({"x": fed}).values())
        found = server.infer(name, x)
        error = np.abs(found - wanted).max() / np.abs(wanted).max()
        rows.append((f"{name}: difference {error:.1e}", error <= BOUND))
    server.end()
    return rows


def main() -> int:
    passed = failed = 0
    with tempfile.TemporaryDirectory() as root:
        for name, net in (("image", image_net), ("sequence", sequence_net)):
            folder = os.path.join(root, "models", name)
            os.makedirs(folder)
            save(os.path.join(folder, "1"), net)
        for program in sys.argv[1:]:
            for row, good in check(program, root):
                print(f"{os.path.basename(program)}: {row}"
                      f"{'' if good else ': FAILED'}")
                passed += good
                failed += not good
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
