"""The smallest program: a line through points in 13 dimensions.

The data is made with known weights, so the loss has a known floor: the
variance of the noise.
"""

import numpy as np

import paddle as pd

BATCH, STEPS, NOISE = 20, 600, 0.1


def make_data(rows: int = 500):
    generator = np.random.default_rng(1)
    xs = generator.standard_normal((rows, 13), dtype=np.float32)
    weights = np.linspace(-1, 1, 13, dtype=np.float32).reshape(13, 1)
    noise = generator.standard_normal((rows, 1), dtype=np.float32)
    return xs, xs @ weights + np.float32(2) + np.float32(NOISE) * noise


def run() -> float:
    """Trains; prints and returns the mean squared error over all points."""
    main, startup = pd.Program(), pd.Program()
    with pd.program_guard(main, startup):
        x = pd.layer.data("x", [None, 13])
        y = pd.layer.data("y", [None, 1])
        prediction = pd.layer.fc(x, 1)
        cost = pd.layer.mean(pd.layer.square_error_cost(prediction, y))
        pd.optimizer.SGD(learning_rate=0.05).minimize(cost)

    xs, ys = make_data()
    exe = pd.Executor(pd.CPUPlace())
    with pd.scope_guard(pd.Scope()):
        exe.run(startup)
        for step in range(STEPS):
            begin = step * BATCH % len(xs)
            exe.run(main, feed={"x": xs[begin:begin + BATCH],
                                "y": ys[begin:begin + BATCH]})
        loss, = exe.eval(main, feed={"x": xs, "y": ys}, fetch_list=[cost])
    print(f"fit_a_line loss={float(loss):.4f} (noise {NOISE ** 2:.4f})",
          flush=True)
    return float(loss)
