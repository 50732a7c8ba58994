"""The server, as kserve's clients see it, where they are installed.

It is a process of its own, as messages of kserve and of tritonclient have the
same names.
"""

import asyncio
from typing import Any

from serving_case import ClientCase, installed

X = ClientCase.X


class KserveTest(ClientCase):
    def request(self, kserve: Any) -> Any:
        x = kserve.InferInput("x", list(X.shape), "FP32")
        x.set_data_from_numpy(X, binary_data=False)
        return kserve.InferRequest(model_name="mlp", infer_inputs=[x])

    def test_http(self) -> None:
        kserve = installed("kserve")
        if kserve is None:
            self.skipTest("kserve is not installed")
        url = "http://" + self.http

        async def ask() -> Any:
            client = kserve.InferenceRESTClient(
                kserve.RESTConfig(protocol="v2"))
            self.assertTrue(await client.is_server_live(url))
            self.assertTrue(await client.is_server_ready(url))
            self.assertTrue(await client.is_model_ready(url, "mlp"))
            return await client.infer(url, self.request(kserve),
                                      model_name="mlp")

        self.check(asyncio.run(ask()).outputs[0].as_numpy())

    def test_grpc(self) -> None:
        kserve = installed("kserve")
        if kserve is None:
            self.skipTest("kserve is not installed")

        async def ask() -> Any:
            client = kserve.InferenceGRPCClient(self.grpc)
            self.assertTrue(await client.is_server_live())
            self.assertTrue(await client.is_server_ready())
            self.assertTrue(await client.is_model_ready("mlp"))
            reply = await client.infer(self.request(kserve))
            await client.close()
            return reply

        self.check(asyncio.run(ask()).outputs[0].as_numpy())
