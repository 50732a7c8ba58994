"""A server of FastAPI and onnxruntime for load.py, which starts it:

    python3 -m venv FOLDER
    FOLDER/bin/pip install fastapi uvicorn uvloop httptools orjson onnxruntime
    FOLDER/bin/python peer_app.py MODEL.onnx

It prints its port, and answers requests in JSON for that model, one at a time,
on one thread.
"""

import socket
import sys
from typing import Any

import fastapi
import numpy as np
import onnxruntime
import orjson
import uvicorn


def app_of(path: str) -> fastapi.FastAPI:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, options)
    name = session.get_outputs()[0].name
    app = fastapi.FastAPI()

    @app.post("/v2/models/{model}/infer")
    async def infer(model: str, request: fastapi.Request) -> Any:
        tensor = orjson.loads(await request.body())["inputs"][0]
        x = np.array(tensor["data"], np.float32).reshape(tensor["shape"])
        y, = session.run([name], {tensor["name"]: x})
        reply = {"model_name": model, "outputs": [{
            "name": name, "datatype": "FP32", "shape": list(y.shape),
            "data": y.ravel()}]}
        return fastapi.Response(
            orjson.dumps(reply, option=orjson.OPT_SERIALIZE_NUMPY),
            media_type="application/json")

    return app


def serve(app: fastapi.FastAPI) -> None:
    """Prints a free port, and answers there until a signal comes."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=4096)
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(app, log_level="warning", loop="uvloop",
                            http="httptools", access_log=False,
                            timeout_keep_alive=75)
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    serve(app_of(sys.argv[1]))
