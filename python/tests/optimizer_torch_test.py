"""Trajectories of optimizers beside PyTorch's, where that is installed."""

import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

try:
    import torch
except ImportError:
    torch = None

RANDOM = np.random.default_rng(7)
STEPS = 20
TABLE = RANDOM.uniform(-1, 1, (7, 3))
WEIGHT = RANDOM.uniform(-1, 1, (3, 4))
IDS = [RANDOM.integers(0, 7, 5) for _ in range(STEPS)]
SLOPES = [RANDOM.uniform(-1, 1, (5, 4)) for _ in range(STEPS)]
RATE = 0.05
BETAS = dict(beta1=0.8, beta2=0.95, epsilon=1e-3)
THEIR_BETAS = dict(betas=(0.8, 0.95), eps=1e-3)

# Our name, our settings, PyTorch's name, its settings.
OPTIMIZERS = [
    ("SGD", {}, "SGD", {}),
    ("Momentum", dict(momentum=0.9), "SGD", dict(momentum=0.9)),
    ("Momentum", dict(momentum=0.9, use_nesterov=True),
     "SGD", dict(momentum=0.9, nesterov=True)),
    ("Adagrad", dict(epsilon=1e-3), "Adagrad", dict(eps=1e-3)),
    ("Adagrad", dict(initial_accumulator_value=0.1, epsilon=1e-10),
     "Adagrad", dict(initial_accumulator_value=0.1)),
    ("DecayedAdagrad", dict(decay=0.8, epsilon=1e-3),
     "RMSprop", dict(alpha=0.8, eps=1e-3)),
    ("Adadelta", dict(rho=0.8, epsilon=1e-3),
     "Adadelta", dict(rho=0.8, eps=1e-3)),
    ("RMSProp", dict(rho=0.8, epsilon=1e-3),
     "RMSprop", dict(alpha=0.8, eps=1e-3)),
    ("RMSProp", dict(rho=0.8, epsilon=1e-3, momentum=0.9),
     "RMSprop", dict(alpha=0.8, eps=1e-3, momentum=0.9)),
    ("RMSProp", dict(rho=0.8, epsilon=1e-3, momentum=0.9, centered=True),
     "RMSprop", dict(alpha=0.8, eps=1e-3, momentum=0.9, centered=True)),
    ("Adam", BETAS, "Adam", THEIR_BETAS),
    ("Adam", {}, "Adam", {}),
    ("Adamax", BETAS, "Adamax", THEIR_BETAS),
    ("AdamW", dict(weight_decay=0.1, **BETAS),
     "AdamW", dict(weight_decay=0.1, **THEIR_BETAS)),
    ("NAdam", dict(momentum_decay=0.1, **BETAS),
     "NAdam", dict(momentum_decay=0.1, **THEIR_BETAS)),
    ("RAdam", BETAS, "RAdam", THEIR_BETAS),
    ("RAdam", dict(beta1=0.8, beta2=0.999),
     "RAdam", dict(betas=(0.8, 0.999))),
]
COUPLED = {"DecayedAdagrad", "SGD", "Momentum", "Adagrad", "Adadelta",
           "RMSProp", "Adam", "Adamax", "NAdam", "RAdam"}


@unittest.skipIf(torch is None, "PyTorch cannot be imported")
class OptimizerTorchTest(ProgramTestCase):
    """Rows of a table times a weight: `slopes` weigh what comes out."""

    def test_steps(self):
        for ours, settings, theirs, their_settings in OPTIMIZERS:
            for sparse in (False, True):
                with self.subTest(ours, sparse=sparse, **settings):
                    self.compare(
                        make(ours, settings),
                        lambda p: getattr(torch.optim, theirs)(
                            [{"params": [v]} for v in p], lr=RATE,
                            **their_settings), sparse=sparse)

    def test_float32(self):
        for ours, settings, theirs, their_settings in OPTIMIZERS:
            with self.subTest(ours, **settings):
                self.compare(
                    make(ours, settings),
                    lambda p: getattr(torch.optim, theirs)(
                        p, lr=RATE, **their_settings),
                    dtype="float32", tolerance=2e-4)

    def test_rates_of_parameters(self):
        for ours, settings, theirs, their_settings in OPTIMIZERS:
            with self.subTest(ours, **settings):
                self.compare(
                    make(ours, settings),
                    lambda p: getattr(torch.optim, theirs)(
                        [{"params": [p[0]], "lr": RATE / 4},
                         {"params": [p[1]]}], lr=RATE, **their_settings),
                    table=dict(learning_rate=0.25))

    def test_decay_and_clip(self):
        extras = dict(regularization=pd.regularizer.L2Decay(0.1),
                      grad_clip=pd.clip.ClipByGlobalNorm(0.5))
        for ours, settings, theirs, their_settings in OPTIMIZERS:
            if ours not in COUPLED:
                continue
            for sparse in (False, True):
                with self.subTest(ours, sparse=sparse, **settings):
                    self.compare(
                        make(ours, dict(settings, **extras)),
                        lambda p: getattr(torch.optim, theirs)(
                            p, lr=RATE, weight_decay=0.1, **their_settings),
                        sparse=sparse,
                        clip=lambda p: torch.nn.utils.clip_grad_norm_(p, 0.5))

    def test_other_clips(self):
        clips = [
            (pd.clip.ClipByValue(-0.1, 0.2),
             lambda p: [v.grad.clamp_(-0.1, 0.2) for v in p]),
            (pd.clip.ClipByNorm(0.25),
             lambda p: [torch.nn.utils.clip_grad_norm_([v], 0.25)
                        for v in p])]
        for ours, theirs in clips:
            for sparse in (False, True):
                with self.subTest(ours, sparse=sparse):
                    # PyTorch adds 1e-6 to norms.
                    self.compare(make("Momentum", dict(momentum=0.5,
                                                       grad_clip=ours)),
                                 lambda p: torch.optim.SGD(p, RATE, 0.5),
                                 sparse=sparse, clip=theirs, tolerance=1e-5)

    def test_rows_without_gradient_stay(self):
        """Lazily, as with PyTorch's sparse Adam, whose epsilon counts
        differently."""
        ours = dict(BETAS, epsilon=1e-15)
        theirs = dict(THEIR_BETAS, eps=1e-15)
        self.compare(make("Adam", dict(lazy_mode=True, **ours)),
                     lambda p: (torch.optim.SparseAdam([p[0]], RATE, **theirs),
                                torch.optim.Adam([p[1]], RATE, **theirs)),
                     sparse=True)

    def compare(self, optimizer, theirs, dtype="float64", tolerance=1e-5,
                sparse=False, clip=None, table=None):
        if dtype == "float64" and clip is None:
            tolerance = 1e-10
            if isinstance(optimizer, pd.optimizer.NAdam):
                tolerance = 1e-6  # PyTorch keeps its momenta in float32
        ours = self.paddle_steps(optimizer, dtype, sparse, table or {})
        expected = torch_steps(theirs, dtype, clip)
        for step, (got, wanted) in enumerate(zip(ours, expected)):
            for name in wanted:
                np.testing.assert_allclose(
                    got[name], wanted[name], tolerance, tolerance,
                    err_msg=f"{name} in step {step}")

    def paddle_steps(self, optimizer, dtype, sparse, table):
        main, startup = pd.Program(), pd.Program()
        with pd.program_guard(main, startup):
            ids = pd.layer.data("ids", [None], "int64")
            slopes = pd.layer.data("slopes", [None, 4], dtype)
            parameters = {}
            for name, value, attr in (("table", TABLE, table),
                                      ("weight", WEIGHT, {})):
                start = pd.initializer.Values(value)
                parameters[name] = pd.layer.create_parameter(
                    value.shape, dtype, pd.ParamAttr(name, start, **attr))
            rows = pd.layer.lookup_table(parameters["table"], ids,
                                         is_sparse=sparse)
            out = pd.layer.tanh(pd.layer.matmul(rows, parameters["weight"]))
            optimizer.minimize(pd.layer.reduce_sum(out * slopes))
        self.exe.run(startup)
        for batch, slope in zip(IDS, SLOPES):
            self.exe.run(main, {"ids": batch, "slopes": slope.astype(dtype)})
            yield {name: self.value(name) for name in parameters}


def make(name, settings):
    return getattr(pd.optimizer, name)(RATE, **settings)


def torch_steps(make_optimizer, dtype, clip):
    table, weight = [torch.tensor(value.astype(dtype), requires_grad=True)
                     for value in (TABLE, WEIGHT)]
    optimizers = make_optimizer([table, weight])
    if not isinstance(optimizers, tuple):
        optimizers = (optimizers,)
    for batch, slope in zip(IDS, SLOPES):
        table.grad = weight.grad = None
        rows = torch.nn.functional.embedding(
            torch.tensor(batch), table, sparse=len(optimizers) > 1)
        out = torch.tanh(rows @ weight) * torch.tensor(slope.astype(dtype))
        out.sum().backward()
        if clip is not None:
            clip([table, weight])
        for optimizer in optimizers:
            optimizer.step()
        yield {"table": table.detach().numpy().copy(),
               "weight": weight.detach().numpy().copy()}
