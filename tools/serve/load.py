"""Measures a server under load by wrk, in processor time and by the clock.

    bazel build //tools/serve:paddle_serve
    ./tools/dev python tools/serve/load.py bazel-bin/tools/serve/paddle_serve \\
        [PYTHON]

With the Python of peer_app.py, FastAPI and onnxruntime take turns with it.
The server has one core and wrk another. Processor time holds on a busy
machine too; requests per second and latencies do so on an idle one only.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
from typing import Any, Dict, Iterator, List, Optional, Tuple

import numpy as np

import paddle as pd

SECONDS = 5
RANDOM = np.random.default_rng(0)
Body = Tuple[bytes, int]  # and how much of it is JSON
Process = Tuple["subprocess.Popen[bytes]", int]  # and its port


def mlp() -> Any:
    x = y = pd.layer.data("x", [None, 784])
    for size in (128, 64):
        y = pd.layer.fc(y, size, act="relu")
    return [x], [pd.layer.softmax(pd.layer.fc(y, 10))]


def lstm() -> Any:
    x = y = pd.layer.data("x", [None, 64], lod_level=1)
    for _ in range(3):
        y, _ = pd.layer.dynamic_lstm(pd.layer.fc(y, 512), 512)
    return [x], [pd.layer.fc(pd.layer.sequence_last_step(y), 10)]


def save(folder: str, name: str, build: Any, **config: Any) -> None:
    with pd.program_guard(pd.Program(), pd.Program()):
        feeds, fetches = build()
        pd.Executor().run(pd.default_startup_program())
        os.makedirs(f"{folder}/{name}")
        pd.io.save_inference_model(f"{folder}/{name}/1", feeds, fetches)
    with open(f"{folder}/{name}/config.json", "w", encoding="utf-8") as file:
        json.dump(config, file)


def body(rows: int, width: int, binary: bool) -> Body:
    x = RANDOM.normal(size=(rows, width)).astype("float32")
    tensor: Dict[str, Any] = {"name": "x", "datatype": "FP32",
                              "shape": list(x.shape)}
    if not binary:
        tensor["data"] = [round(float(value), 6) for value in x.ravel()]
        text = json.dumps({"inputs": [tensor]}).encode()
        return text, len(text)
    tensor["parameters"] = {"binary_data_size": x.nbytes}
    text = json.dumps({"inputs": [tensor], "parameters": {
        "binary_data_output": True}}).encode()
    return text + x.tobytes(), len(text)


def write_script(folder: str, bodies: List[Body]) -> str:
    """Writes what wrk sends: the bodies in turn."""
    lines = ["local requests = {}"]
    for index, (data, size) in enumerate(bodies):
        path = os.path.join(folder, f"body{index}")
        with open(path, "wb") as file:
            file.write(data)
        lines.append(
            f'requests[{index}] = wrk.format("POST", nil, '
            f'{{["Inference-Header-Content-Length"] = "{size}"}}, '
            f'io.open("{path}", "rb"):read("*a"))')
    lines += ["local next = 0", "function request()",
              f"  next = (next + 1) % {len(bodies)}",
              "  return requests[next]", "end"]
    path = os.path.join(folder, "script.lua")
    with open(path, "w", encoding="utf-8") as script:
        script.write("\n".join(lines))
    return path


def processor_time(process: int) -> float:
    with open(f"/proc/{process}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(server: "subprocess.Popen[bytes]", port: int, model: str,
            bodies: List[Body], connections: int) -> None:
    """Prints a line: answers and refusals in processor and in wall time."""
    with tempfile.TemporaryDirectory() as folder:
        script = write_script(folder, bodies)
        before = processor_time(server.pid)
        output = subprocess.run(
            ["taskset", "-c", "0", "wrk", "-t1", f"-c{connections}",
             f"-d{SECONDS}", "--latency", "--timeout", "30s", "-s", script,
             f"http://127.0.0.1:{port}/v2/models/{model}/infer"],
            check=True, stdout=subprocess.PIPE, text=True).stdout
        used = processor_time(server.pid) - before

    def found(pattern: str) -> str:
        match = re.search(pattern, output)
        return match[1] if match else "0"

    refused = int(found(r"Non-2xx or 3xx responses: (\d+)"))
    answered = int(found(r"(\d+) requests in")) - refused
    print(f"{answered / used:8.0f} answers per second of the processor, "
          f"{answered / SECONDS:8.0f} per second, p99 {found('99%(.*)')}, "
          f"{refused} refused")


@contextlib.contextmanager
def started(*command: str, core: Optional[int] = 1) -> Iterator[Process]:
    """Runs a server that prints its port, on one core; None: on any.

    Beside it, PYTHONPATH would bring packages to another Python.
    """
    environ = {name: value for name, value in os.environ.items()
               if name != "PYTHONPATH"}
    on = [] if core is None else ["taskset", "-c", str(core)]
    with subprocess.Popen([*on, *command], stdout=subprocess.PIPE,
                          env=environ) as process:
        assert process.stdout is not None
        try:
            yield process, int(process.stdout.readline())
        finally:
            process.terminate()


def compare(server: "subprocess.Popen[bytes]", port: int, folder: str) -> None:
    """Measures a peer between the rounds of the server."""
    model = pd.io.load_inference_model(f"{folder}/mlp/1")
    pd.onnx.save(f"{folder}/mlp.onnx", model.feeds, model.fetches,
                 model.program)
    app = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "peer_app.py")
    bodies = [body(1, 784, False)]
    with started(sys.argv[2], app, f"{folder}/mlp.onnx") as (peer, other):
        for _ in range(5):
            print(f"{'JSON':22}", end="", flush=True)
            measure(server, port, "mlp", bodies, 16)
            print(f"{'JSON, FastAPI + ORT':22}", end="", flush=True)
            measure(peer, other, "mlp", bodies, 16)


def main() -> None:
    cases: List[Tuple[str, str, List[Body], int]] = [
        ("JSON", "mlp", [body(1, 784, False)], 16),
        ("binary", "mlp", [body(1, 784, True)], 16),
        ("sequences, joined", "lstm", [
            body(int(rows), 64, True) for rows in RANDOM.integers(10, 401, 64)
        ], 16)]
    cases.append(("sequences, each alone", "alone", cases[2][2], 16))
    cases.append(("too many sequences", "lstm", cases[2][2], 200))
    with tempfile.TemporaryDirectory() as folder:
        save(folder, "mlp", mlp)
        save(folder, "lstm", lstm, max_batch_rows=8192, queue=64)
        save(folder, "alone", lstm, joining="never")
        with started(sys.argv[1], f"--models={folder}", "--port=0") as (
                server, port):
            if len(sys.argv) > 2:
                compare(server, port, folder)
            for _ in range(2):
                for name, model, bodies, connections in cases:
                    print(f"{name:22}", end="", flush=True)
                    measure(server, port, model, bodies, connections)


if __name__ == "__main__":
    main()
