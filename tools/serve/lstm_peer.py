"""A server of LSTMs with padded dynamic batching, for load_lstm.py:

    python3 -m venv FOLDER
    FOLDER/bin/pip install fastapi uvicorn uvloop httptools orjson \\
        onnx onnxruntime torch
    FOLDER/bin/python lstm_peer.py WEIGHTS.npz ENGINE REQUESTS WAIT_US

It prints its port. Requests are those of the Open Inference Protocol, one
sequence [steps, width] of FP32 each, binary behind the JSON. While a batch is
computed, on one thread, others wait; the next one has up to REQUESTS of them
and begins WAIT_US microseconds after its first has come, padded to its
longest. ENGINE is onnxruntime, which computes the padding, or torch, which is
given packed sequences and does not.
"""

import asyncio
import concurrent.futures
import contextlib
import sys
from typing import Any, AsyncIterator, Callable, Dict, List, Tuple

import fastapi
import numpy as np
import orjson

import peer_app

Weights = Dict[str, np.ndarray]
# The batch [steps, requests, width] and the lengths to [requests, outputs].
Engine = Callable[[np.ndarray, np.ndarray], np.ndarray]
OUTPUT = "y"


def layers_of(weights: Weights) -> int:
    return sum(name.startswith("input") for name in weights)


def gates(array: np.ndarray, order: str) -> np.ndarray:
    """Returns the parts for the gates, which come as cell, input, forget
    and output, in another order along the last axis; transposed."""
    parts = dict(zip("cifo", np.split(array, 4, axis=-1)))
    return np.concatenate([parts[gate] for gate in order], axis=-1).T


def onnx_model(weights: Weights) -> bytes:
    """Returns the network in ONNX: an LSTM a layer, told the lengths."""
    import onnx  # pylint: disable=import-outside-toplevel
    from onnx import helper, numpy_helper

    nodes, values = [], {"out_w": weights["out_w"], "out_b": weights["out_b"],
                         "axis0": np.array([0]), "axis1": np.array([1])}
    states = "x"
    for layer in range(layers_of(weights)):
        bias = gates(weights[f"bias{layer}"], "iofc")
        values[f"w{layer}"] = gates(weights[f"input{layer}"], "iofc")[None]
        values[f"r{layer}"] = gates(weights[f"state{layer}"], "iofc")[None]
        values[f"b{layer}"] = np.append(bias, 0 * bias)[None]
        nodes += [
            helper.make_node(
                "LSTM", [states, f"w{layer}", f"r{layer}", f"b{layer}",
                         "lengths"], [f"all{layer}", f"last{layer}"],
                hidden_size=len(weights[f"state{layer}"])),
            helper.make_node("Squeeze", [f"all{layer}", "axis1"],
                             [f"states{layer}"])]
        states = f"states{layer}"
    nodes += [helper.make_node("Squeeze", [f"last{layer}", "axis0"], ["last"]),
              helper.make_node("Gemm", ["last", "out_w", "out_b"], [OUTPUT])]
    tensor = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes, "lstm",
        [tensor("x", onnx.TensorProto.FLOAT,
                ["steps", "requests", weights["input0"].shape[0]]),
         tensor("lengths", onnx.TensorProto.INT32, ["requests"])],
        [tensor(OUTPUT, onnx.TensorProto.FLOAT, None)],
        [numpy_helper.from_array(np.ascontiguousarray(value), name)
         for name, value in values.items()])
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    return bytes(model.SerializeToString())


def onnxruntime_engine(weights: Weights) -> Engine:
    import onnxruntime  # pylint: disable=import-outside-toplevel

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(onnx_model(weights), options)
    return lambda batch, lengths: session.run(
        [OUTPUT], {"x": batch, "lengths": lengths})[0]


def torch_engine(weights: Weights) -> Engine:
    import torch  # pylint: disable=import-outside-toplevel

    torch.set_num_threads(1)
    hidden, layers = len(weights["state0"]), layers_of(weights)
    lstm = torch.nn.LSTM(len(weights["input0"]), hidden, layers)
    for layer in range(layers):
        for name, array in (("weight_ih", weights[f"input{layer}"]),
                            ("weight_hh", weights[f"state{layer}"]),
                            ("bias_ih", weights[f"bias{layer}"])):
            value = torch.tensor(gates(array, "ifco").copy())
            getattr(lstm, f"{name}_l{layer}").data = value
        getattr(lstm, f"bias_hh_l{layer}").data.zero_()
    out_w, out_b = (torch.tensor(weights[name]) for name in ("out_w", "out_b"))

    def run(batch: np.ndarray, lengths: np.ndarray) -> np.ndarray:
        with torch.inference_mode():
            packed = torch.nn.utils.rnn.pack_padded_sequence(
                torch.from_numpy(batch), torch.from_numpy(lengths).long(),
                enforce_sorted=False)
            _, (last, _) = lstm(packed)
            return (last[-1] @ out_w + out_b).numpy()

    return run


class Batcher:
    """Computes what waits, so many requests together, one batch at a time."""

    def __init__(self, engine: Engine, most: int, wait: float) -> None:
        self._engine, self._most, self._wait = engine, most, wait
        self._queue: "asyncio.Queue[Any]" = asyncio.Queue()
        self._pool = concurrent.futures.ThreadPoolExecutor(1)

    async def answer(self, sequence: np.ndarray) -> np.ndarray:
        future = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((sequence, future))
        return await future

    async def work(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            batch = await self._next_batch(loop)
            try:
                rows = await loop.run_in_executor(
                    self._pool, self._compute, [x for x, _ in batch])
                for (_, future), row in zip(batch, rows):
                    if not future.done():
                        future.set_result(row)
            except Exception as error:  # pylint: disable=broad-except
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)

    async def _next_batch(self, loop: Any) -> List[Tuple[np.ndarray, Any]]:
        batch = [await self._queue.get()]
        end = loop.time() + self._wait
        while len(batch) < self._most:
            if not self._queue.empty():
                batch.append(self._queue.get_nowait())
                continue
            left = end - loop.time()
            if left <= 0:
                break
            try:
                batch.append(await asyncio.wait_for(self._queue.get(), left))
            except asyncio.TimeoutError:
                break
        return batch

    def _compute(self, sequences: List[np.ndarray]) -> np.ndarray:
        lengths = np.array([len(x) for x in sequences], np.int32)
        batch = np.zeros((lengths.max(), len(sequences),
                          sequences[0].shape[1]), np.float32)
        for column, sequence in enumerate(sequences):
            batch[:len(sequence), column] = sequence
        return self._engine(batch, lengths)


def app_of(engine: Engine, most: int, wait: float) -> fastapi.FastAPI:
    batcher = Batcher(engine, most, wait)

    @contextlib.asynccontextmanager
    async def working(_: fastapi.FastAPI) -> AsyncIterator[None]:
        task = asyncio.create_task(batcher.work())
        yield
        task.cancel()

    app = fastapi.FastAPI(lifespan=working)

    @app.post("/v2/models/{model}/infer")
    async def infer(model: str, request: fastapi.Request) -> Any:
        data = await request.body()
        size = int(request.headers["Inference-Header-Content-Length"])
        shape = orjson.loads(data[:size])["inputs"][0]["shape"]
        y = await batcher.answer(
            np.frombuffer(data, np.float32, offset=size).reshape(shape))
        head = orjson.dumps({"model_name": model, "outputs": [{
            "name": OUTPUT, "datatype": "FP32", "shape": [1, len(y)],
            "parameters": {"binary_data_size": y.nbytes}}]})
        return fastapi.Response(
            head + y.tobytes(), media_type="application/octet-stream",
            headers={"Inference-Header-Content-Length": str(len(head))})

    return app


def main() -> None:
    path, engine, requests, wait = sys.argv[1:]
    with np.load(path) as file:
        weights = dict(file)
    made = {"onnxruntime": onnxruntime_engine, "torch": torch_engine}[engine]
    peer_app.serve(app_of(made(weights), int(requests), int(wait) / 1e6))


if __name__ == "__main__":
    main()
