"""Training beside PyTorch's, where that is installed."""

import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

try:
    import torch
    from torch.nn import functional
except ImportError:
    torch = None

ops = pd.layer.ops
RANDOM = np.random.default_rng(3)
TOLERANCE = {"float64": 1e-10, "float32": 1e-4}
PARAMETERS = {"table": RANDOM.uniform(-2, 2, (9, 6)),
              "shared": RANDOM.uniform(-1, 1, (6, 6)),
              "bias": RANDOM.uniform(-1, 1, 6)}
# ids, labels, and what is added to the rows
BATCHES = [(RANDOM.integers(0, 9, 5), RANDOM.integers(0, 6, (5, 1)),
            RANDOM.uniform(-1, 1, (5, 6))) for _ in range(20)]


@unittest.skipIf(torch is None, "PyTorch cannot be imported")
class TorchTrainingTest(ProgramTestCase):
    """Twenty steps on a table, a layer used twice, and a bias."""

    def test_trajectories(self):
        optimizers = [
            (pd.optimizer.SGD, dict(),
             lambda p: torch.optim.SGD(p, 0.05)),
            (pd.optimizer.Momentum, dict(momentum=0.9),
             lambda p: torch.optim.SGD(p, 0.05, 0.9)),
            (pd.optimizer.Momentum, dict(momentum=0.9, use_nesterov=True),
             lambda p: torch.optim.SGD(p, 0.05, 0.9, nesterov=True)),
            (pd.optimizer.Adam, dict(beta1=0.8, beta2=0.95, epsilon=0.0),
             lambda p: torch.optim.Adam(p, 0.05, (0.8, 0.95), eps=0))]
        norm = pd.clip.ClipByGlobalNorm(0.5)
        for make, settings, theirs in optimizers:
            for dtype, tolerance in TOLERANCE.items():
                for sparse, clip in ((False, norm), (False, None),
                                     (True, None)):
                    with self.subTest(make.__name__, dtype=dtype,
                                      sparse=sparse, **settings):
                        self.compare(dtype, tolerance, sparse, make(
                            0.05, grad_clip=clip,
                            regularization=pd.regularizer.L2Decay(0.1),
                            **settings), theirs, clip is not None)

    def compare(self, dtype, tolerance, sparse, optimizer, theirs, clips):
        ours = self.paddle_steps(dtype, sparse, optimizer)
        expected = self.torch_steps(dtype, theirs, clips)
        for step, wanted in zip(ours, expected):
            for name in PARAMETERS:
                np.testing.assert_allclose(step[name], wanted[name], tolerance,
                                           tolerance, err_msg=name)

    def paddle_steps(self, dtype, sparse, optimizer):
        main, startup = pd.Program(), pd.Program()
        with pd.program_guard(main, startup):
            rows = pd.layer.data("ids", [None], "int64")
            label = pd.layer.data("label", [None, 1], "int64")
            x = pd.layer.data("x", [None, 6], dtype)
            p = {}
            for name, value in PARAMETERS.items():
                start = pd.initializer.Values(value.ravel())
                p[name] = pd.layer.create_parameter(
                    value.shape, dtype, pd.ParamAttr(name, start))
            out = ops.lookup_table(p["table"], rows, is_sparse=sparse) + x
            for _ in range(2):
                out = ops.tanh(ops.matmul(out, p["shared"]) + p["bias"])
            optimizer.minimize(ops.mean(
                ops.softmax_with_cross_entropy(out, label)))
        self.exe.run(startup)
        for rows, label, x in BATCHES:
            self.exe.run(main, {"ids": rows, "label": label,
                                "x": x.astype(dtype)})
            yield {name: self.value(name) for name in PARAMETERS}

    @staticmethod
    def torch_steps(dtype, make, clips):
        p = {name: torch.tensor(value.astype(dtype), requires_grad=True)
             for name, value in PARAMETERS.items()}
        optimizer = make(p.values())
        for rows, label, x in BATCHES:
            optimizer.zero_grad()
            out = p["table"][torch.tensor(rows)] + torch.tensor(
                x.astype(dtype))
            for _ in range(2):
                out = torch.tanh(out @ p["shared"] + p["bias"])
            functional.cross_entropy(
                out, torch.tensor(label[:, 0])).backward()
            with torch.no_grad():
                norm = sum((v.grad ** 2).sum() for v in p.values()) ** 0.5
                for v in p.values():
                    if clips and norm > 0.5:
                        v.grad *= 0.5 / norm
                    v.grad += 0.1 * v
            optimizer.step()
            yield {name: v.detach().numpy().copy() for name, v in p.items()}
