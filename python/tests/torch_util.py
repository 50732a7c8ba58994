"""Comparing operators with PyTorch's, where it is installed."""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

try:
    import torch
except ImportError:
    torch = None


def uniform(*shape, low=-2.0, high=2.0):
    generator = np.random.default_rng(len(shape) + sum(shape))
    return generator.uniform(low, high, shape)


def is_real(array):
    return array.dtype.kind == "f"


def dense(value):
    return value.to_dense() if isinstance(value, pd.SelectedRows) else value


class TorchTestCase(ProgramTestCase):
    """Values and gradients beside PyTorch's."""

    def compare(self, ours, theirs, arrays, tolerance):
        expected, weights, gradients = self.torch_values(theirs, arrays)
        values = self.paddle_values(ours, arrays, weights)
        self.assertEqual(len(values), len(expected + gradients))
        for ours, theirs in zip(values, expected + gradients):
            self.assertEqual(ours.shape, theirs.shape)
            np.testing.assert_allclose(ours, theirs, tolerance, tolerance)

    @staticmethod
    def torch_values(function, arrays):
        """Results, random weights of them, and gradients of the weighed sum."""
        tensors = [torch.tensor(a, requires_grad=is_real(a)) for a in arrays]
        out = function(*tensors)
        out = [out] if isinstance(out, torch.Tensor) else list(out)
        smooth = [o for o in out if o.requires_grad]
        weights = [uniform(*o.shape).astype(arrays[0].dtype) for o in smooth]
        gradients = torch.autograd.grad(
            smooth, [t for t in tensors if t.requires_grad],
            [torch.tensor(w) for w in weights],
            allow_unused=True) if weights else []
        return ([o.detach().numpy() for o in out], weights,
                [g.numpy() for g in gradients if g is not None])

    def paddle_values(self, function, arrays, weights):
        """Computes the values, which must be the same bits with two threads
        and without planned memory."""
        with pd.program_guard(pd.Program(), pd.Program()):
            def data(name, arrays):
                return [pd.layer.data(f"{name}{i}", a.shape, a.dtype.name)
                        for i, a in enumerate(arrays)]
            x, w = data("x", arrays), data("w", weights)
            out = function(*x)
            out = list(out) if isinstance(out, (list, tuple)) else [out]
            fetches = list(out)
            if weights:
                gradients = pd.gradients(
                    [o for o in out if o.dtype.startswith("float")],
                    [v for v, a in zip(x, arrays) if is_real(a)],
                    target_gradients=w)
                fetches += [g for g in gradients if g is not None]
            feed = {v.name: a for v, a in zip(x + w, list(arrays) + weights)}
            self.exe.run(pd.default_startup_program())
            return self.same_bits(feed, fetches)

    def same_bits(self, feed, fetches):
        runs = []
        threads = pd.num_threads()
        for count, plan in ((1, True), (2, True), (1, False)):
            pd.set_num_threads(count)
            executor = pd.Executor(pd.CPUPlace(), plan_memory=plan)
            runs.append([dense(v) for v in executor.eval(
                feed=feed, fetch_list=fetches)])
        pd.set_num_threads(threads)
        for run in runs[1:]:
            self.assertEqual([v.tobytes() for v in run],
                             [v.tobytes() for v in runs[0]])
        return runs[0]
