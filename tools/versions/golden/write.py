"""Writes a small model, half trained, and what it computes, to a new folder.

usage: write.py FOLDER, with the paddle to be remembered on PYTHONPATH. Run it
once for a release, commit the folder, and never write that folder again.

Only what the oldest Paddle had stands here, so that it runs with any.
"""

import os
import sys

import numpy as np

import paddle as pd

layer = pd.layer
IMAGE, WORDS, CLASSES = 6, 12, 3
LENGTHS = (3, 0, 2, 1)


def network():
    """An image and a sentence each; conv, rnn, batch_norm, parameters of all
    kinds. Nothing random: what it computes is the same for ever."""
    image = layer.data("image", [None, 1, IMAGE, IMAGE])
    words = layer.data("words", [None, 1], "int64", lod_level=1)
    label = layer.data("label", [None, 1], "int64")
    seen = layer.pool2d(layer.conv2d(image, 2, 3, act="relu"), 2, "avg",
                        pool_stride=2)
    embedded = layer.embedding(words, (WORDS, 4))
    rnn = pd.rnn()
    with rnn.step():
        word = rnn.step_input(embedded)
        state = rnn.memory(shape=[5])
        new = layer.fc([word, state], 5, act="tanh")
        rnn.update_memory(state, new)
        rnn.output(new)
    read = layer.sequence_last_step(rnn()[0])
    hidden = layer.batch_norm(layer.fc([seen, read], 6, act="relu"))
    out = layer.softmax(layer.fc(hidden, CLASSES))
    return out, layer.mean(layer.cross_entropy(out, label))


def batch(seed):
    random = np.random.RandomState(seed)
    return {
        "image": random.randn(len(LENGTHS), 1, IMAGE, IMAGE).astype("float32"),
        "words": [random.randint(0, WORDS, (n, 1)) for n in LENGTHS],
        "label": random.randint(0, CLASSES, (len(LENGTHS), 1)),
    }


def line(name, value, lengths=()):
    """name type rank dim... lengths length... value..."""
    value = np.asarray(value)
    return " ".join(map(str, [
        name, value.dtype, value.ndim, *value.shape, len(lengths), *lengths,
        *(repr(each.item()) for each in value.ravel())])) + "\n"


def main():
    folder = sys.argv[1]
    os.mkdir(folder)

    def path(name):
        return os.path.join(folder, name)
    out, loss = network()
    # A large epsilon: where it stands in the formula must be seen.
    pd.optimizer.Adam(0.05, epsilon=0.1).minimize(loss)
    program = pd.default_main_program()
    exe = pd.Executor(pd.CPUPlace())
    pd.seed(7)
    exe.run(pd.default_startup_program())
    for step in range(5):
        exe.run(feed=batch(step), fetch_list=[loss])
    with open(path("training_program"), "wb") as file:
        file.write(program.serialize())
    pd.io.save(path("checkpoint"), program)
    pd.io.save_inference_model(path("model"), ["image", "words"], [out])
    test = program.clone(for_test=True)
    feed = batch(100)
    lines = [line(name, np.concatenate(value) if name == "words" else value,
                  LENGTHS if name == "words" else ())
             for name, value in feed.items()]
    fetch = {"image": feed["image"], "words": feed["words"]}
    lines.append(line("out", exe.eval(test, feed=fetch, fetch_list=[out])[0]))
    for step in (1, 2):  # the same batch twice: the second sees the first
        lines.append(line(f"loss_{step}",
                          exe.run(feed=feed, fetch_list=[loss])[0]))
    lines.append(line("trained_out",
                      exe.eval(test, feed=fetch, fetch_list=[out])[0]))
    with open(path("values"), "w") as file:
        file.write(f"{loss.name}\n")
        file.writelines(lines)


if __name__ == "__main__":
    main()
