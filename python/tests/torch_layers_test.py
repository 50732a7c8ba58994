"""Every layer that PyTorch has, too: values, gradients and twenty steps.

Bazel hides the environment from tests; with PyTorch in a folder of its own:
--test_env=PYTHONPATH=<folder>.
"""

import re
import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase
from torch_layer_cases import all_cases, torch

STEPS = 20
TOLERANCE = 1e-10  # in float64; a few units in the last place add up


def projection(shape):
    """Weights that turn a result into one number; no two of its elements weigh
    the same."""
    return np.random.default_rng(7).normal(size=shape)


def dense(value):
    """Turns sequences into their rows, and SelectedRows into the tensor they
    represent."""
    if isinstance(value, list):
        return np.concatenate(value)
    return value.to_dense() if isinstance(value, pd.SelectedRows) else value


class Ours:
    """A layer with a mean square cost and SGD, all inputs parameters."""

    def __init__(self, test, case):
        self.test = test
        self.feed = {}
        arguments = {name: self._input(name, value)
                     for name, value in case.inputs.items()}
        self.out = case.ours(*arguments.values())
        test.run_startup()
        for name, value in case.inputs.items():
            if name not in self.feed:
                test.set_value(name, value)
        shape = np.shape(dense(test.eval(self.out, **self.feed)))
        weights = pd.layer.var(projection(shape))
        self.cost = pd.layer.mean(pd.layer.square(
            pd.layer.elementwise_sub(self.out, weights)))
        self.pairs = pd.optimizer.SGD(case.rate).minimize(
            self.cost, startup_program=test.startup)
        test.run_startup()
        for name, value in case.inputs.items():
            if name not in self.feed:
                test.set_value(name, value)

    def _input(self, name, value):
        if value.dtype.kind == "f":
            return pd.layer.create_parameter(
                list(value.shape), "float64", pd.ParamAttr(name=name))
        self.feed[name] = value
        return pd.layer.data(name, list(value.shape), dtype=str(value.dtype))

    def values(self):
        out, *gradients = self.test.eval(
            [self.out] + [g for _, g in self.pairs], **self.feed)
        return dense(out), {
            p.name: dense(g) for (p, _), g in zip(self.pairs, gradients)}


class Theirs:
    """Computes a layer in PyTorch with our parameters."""

    def __init__(self, case, at):
        self.inputs = [torch.tensor(v, requires_grad=v.dtype.kind == "f")
                       for v in case.inputs.values()]
        self.weights = {}
        self.apply = case.theirs
        if isinstance(case.theirs, torch.nn.Module):
            case.theirs.double()
            self.weights = dict(case.theirs.named_parameters())
        wanted = case.weights(at) if case.weights else {}
        if not self.weights and wanted:
            self.weights = {name: torch.tensor(value, requires_grad=True)
                            for name, value in wanted.items()}
            self.apply = lambda *x: case.theirs(*x, *self.weights.values())
        with torch.no_grad():
            for name, value in wanted.items():
                self.weights[name].copy_(torch.tensor(np.array(value)))
        self.trained = [x for x in self.inputs if x.requires_grad] + list(
            self.weights.values())
        self.optimizer = torch.optim.SGD(self.trained, case.rate)

    def cost(self):
        out = self.apply(*self.inputs)
        return out, (out - torch.tensor(projection(out.shape))).square().mean()

    def step(self):
        self.optimizer.zero_grad()
        out, cost = self.cost()
        cost.backward()
        self.optimizer.step()
        return out.detach().numpy(), cost.item()


@unittest.skipIf(torch is None, "needs PyTorch")
class LayersTest(ProgramTestCase):
    def close(self, got, expected, what):
        np.testing.assert_allclose(got, expected, rtol=TOLERANCE,
                                   atol=TOLERANCE, err_msg=what)

    def compare(self, case):
        ours = Ours(self, case)
        theirs = Theirs(case, self.value)
        out, gradients = ours.values()
        expected, cost = theirs.cost()
        self.close(out, expected.detach().numpy(), "value")
        cost.backward()
        for name, peer in zip((n for n in case.inputs if n not in ours.feed),
                              (x for x in theirs.inputs if x.requires_grad)):
            self.close(gradients[name], peer.grad.numpy(), name + "@GRAD")
        at = (lambda name: np.array(gradients[name])) if case.weights else None
        for name, value in (case.weights(at) if at else {}).items():
            self.close(value, theirs.weights[name].grad.numpy(),
                       name + "@GRAD")
        for step in range(STEPS):
            mine = self.exe.run(self.main, ours.feed, [ours.cost])[0]
            self.close(mine, theirs.step()[1], f"cost of step {step}")

    def test_there_are_enough(self):
        self.assertGreaterEqual(len(CASES), 40)


def add_test(case):
    name = re.sub(r"\W+", "_", case.name)
    setattr(LayersTest, "test_" + name, lambda self: self.compare(case))


CASES = list(all_cases())
for each in CASES:
    add_test(each)
