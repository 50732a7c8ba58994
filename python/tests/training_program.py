"""A training that tests start in processes of their own, stop, and resume.

usage: training_program.py FOLDER STEPS [--stop N] [--every N] [--slow SECONDS]
                           [--seed N]
Trains up to STEPS batches, or stops after N of them, with checkpoints in
FOLDER, and writes the loss of each step to FOLDER/losses, a line each. At the
end it prints a checksum of each persistable variable.
"""

import argparse
import os
import time
import zlib

import numpy as np

import paddle as pd
from paddle.training.state import load_state

layer = pd.layer
SAMPLES, BATCH, EPOCHS = 120, 8, 4  # 15 steps in an epoch


def network():
    x = layer.data("x", [None, 6])
    y = layer.data("y", [None, 1], "int64")
    hidden = layer.dropout(layer.fc(x, 16, act="relu"), 0.4)
    out = layer.fc(layer.dropout(hidden, 0.1), 3)
    loss = layer.mean(layer.softmax_with_cross_entropy(out, y))
    return loss, {"accuracy": layer.accuracy(layer.softmax(out), y)}


def make_data(shuffled=True):
    random = np.random.default_rng(3)
    x = random.standard_normal((SAMPLES, 6)).astype(np.float32)
    data = pd.reader.DataPipeline.from_arrays(x, x[:, :3].argmax(1))
    if shuffled:
        data = data.shuffle(50, seed=9)
    return data.map(lambda sample: sample, threads=2).batch(BATCH).prefetch(3)


def make_trainer():
    return pd.Trainer(network, pd.optimizer.Adam(0.01))


def parameters(trainer):
    """The bytes of all that training keeps, by name."""
    return {v.name: np.array(
                trainer.scope.find_var(v.name).get_tensor()).tobytes()
            for v in trainer.program.list_vars() if v.persistable}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("steps", type=int)
    parser.add_argument("--stop", type=int)
    parser.add_argument("--every", type=int)
    parser.add_argument("--slow", type=float, default=0)
    parser.add_argument("--seed", type=int)
    arguments = parser.parse_args()
    if arguments.seed is not None:
        pd.seed(arguments.seed)
    trainer = make_trainer()
    losses = open(os.path.join(arguments.folder, "losses"), "a")

    def handle(happened):
        if isinstance(happened, pd.event.EndStep):
            print(happened.step, repr(happened.metrics["loss"]), file=losses,
                  flush=True)
            time.sleep(arguments.slow)
            if happened.step >= (arguments.stop or arguments.steps):
                trainer.stop()

    checkpoints = pd.Checkpoints(arguments.folder, arguments.every, keep=2)
    _, state = load_state(checkpoints, trainer)
    print("ready", flush=True)
    # Killed behind the last step, there is nothing left to train.
    if state.get("step", 0) < arguments.steps:
        trainer.train(make_data(), EPOCHS, event_handler=handle,
                      progress=False, checkpoints=checkpoints)
    if trainer.interrupted:
        print("interrupted", flush=True)
    for name, value in parameters(trainer).items():
        print(name, zlib.crc32(value), flush=True)


if __name__ == "__main__":
    main()
