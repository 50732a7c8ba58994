"""Programs with blocks beside the same programs written out without them.

Everything a test varies is fed, so that every gradient can be checked.
"""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

TOLERANCE = 1e-12


def rows(*shape, seed=1):
    """float64 values in [-1, 1)."""
    return np.random.default_rng(seed).uniform(-1, 1, shape)


def ragged(lengths, width, seed=1):
    """Random float64 sequences of these lengths, a list of arrays."""
    generator = np.random.default_rng(seed)
    return [generator.uniform(-1, 1, (n, width)) for n in lengths]


def data(name, shape, lod_level=0):
    return pd.layer.data(name, shape, dtype="float64", lod_level=lod_level)


def loss_of(outputs):
    """One number that depends on every element of the outputs."""
    terms = [pd.layer.reduce_sum(pd.layer.square(output + 0.25 * (i + 1)))
             for i, output in enumerate(outputs)]
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total


class ControlFlowTestCase(ProgramTestCase):

    def run_with_gradients(self, outputs, inputs, feed):
        """(outputs, gradients of the loss by name), after comparing those with
        central differences over every fed number."""
        loss = loss_of(outputs)
        grads = pd.gradients([loss], inputs)
        values = self.exe.eval(self.main, feed=feed,
                               fetch_list=list(outputs) + grads)
        by_name = {v.name: g for v, g in zip(inputs, values[len(outputs):])}
        for name, grad in by_name.items():
            self.check_numerically(loss, feed, name, grad)
        return values[:len(outputs)], by_name

    def check_numerically(self, loss, feed, name, grad, step=1e-6):
        for part, grad_part in zip(flat(feed[name]), flat(grad), strict=True):
            self.assertEqual(part.shape, grad_part.shape)
            for index in np.ndindex(*part.shape):
                kept = part[index]
                sides = []
                for side in (step, -step):
                    part[index] = kept + side
                    sides.append(self.exe.eval(self.main, feed=feed,
                                               fetch_list=[loss])[0])
                part[index] = kept
                np.testing.assert_allclose(
                    grad_part[index], (sides[0] - sides[1]) / (2 * step),
                    rtol=1e-6, atol=1e-7, err_msg=f"{name}[{index}]")

    def assert_same(self, actual, expected):
        """Arrays, or (nested) lists of arrays, equal to 1e-12."""
        for a, e in zip(flat(actual), flat(expected), strict=True):
            np.testing.assert_allclose(a, e, rtol=TOLERANCE, atol=TOLERANCE)


def flat(value):
    """The arrays in (nested) lists, or the array itself."""
    if not isinstance(value, (list, tuple)):
        return [value]
    return [array for part in value for array in flat(part)]


class Unrolled:
    """A program without control flow, for the same numbers.

    `value(name, array)` makes a fed variable and remembers its value;
    `gradients(outputs, names)` runs the program.
    """

    def __init__(self):
        self.program = pd.Program()
        self.feed = {}
        self.variables = {}

    def value(self, name, array):
        if name not in self.variables:
            self.variables[name] = data(name, list(array.shape))
            self.feed[name] = array
        return self.variables[name]

    def run(self, outputs, losses):
        """Values of the outputs, and the gradient of loss_of(losses), a list
        of lists of variables (one list for each output of the other program),
        for every value, by name."""
        total = None
        for i, parts in enumerate(losses):
            for part in parts:
                term = pd.layer.reduce_sum(
                    pd.layer.square(part + 0.25 * (i + 1)))
                total = term if total is None else total + term
        grads = pd.gradients([total], list(self.variables.values()))
        wanted = [g for g in grads if g is not None]
        values = pd.Executor().eval(self.program, feed=self.feed,
                                    fetch_list=list(outputs) + wanted)
        fetched = iter(values[len(outputs):])
        by_name = {}
        for name, grad in zip(self.variables, grads):
            by_name[name] = (np.zeros_like(self.feed[name]) if grad is None
                             else next(fetched))
        return values[:len(outputs)], by_name
