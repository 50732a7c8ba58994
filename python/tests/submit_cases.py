"""Programs and data that tests send to a cluster."""

import numpy as np

import paddle as pd

ROWS = 90  # of each of two files
BATCH = 5
SHARDS = 4


def mlp():
    """Returns a program that trains, its startup, and the loss."""
    main, startup = pd.Program(), pd.Program()
    main.random_seed = startup.random_seed = 7
    with pd.program_guard(main, startup):
        x = pd.layer.data("x", [None, 6])
        y = pd.layer.data("y", [None, 1])
        h = pd.layer.dropout(pd.layer.relu(pd.layer.fc(x, 16)), 0.2)
        cost = pd.layer.mse_loss(pd.layer.fc(h, 1), y)
        pd.optimizer.Adam(0.01).minimize(cost)
    return main, startup, cost


def lstm():
    """As `mlp`, for sentences of different lengths."""
    main, startup = pd.Program(), pd.Program()
    main.random_seed = startup.random_seed = 9
    with pd.program_guard(main, startup):
        words = pd.layer.data("words", [None, 1], "int64", lod_level=1)
        y = pd.layer.data("y", [None, 1])
        rows = pd.layer.embedding(words, [50, 8])
        hidden, _ = pd.layer.dynamic_lstm(pd.layer.fc(rows, 32), 32)
        last = pd.layer.sequence_last_step(hidden)
        cost = pd.layer.mse_loss(pd.layer.fc(last, 1), y)
        pd.optimizer.Adam(0.01).minimize(cost)
    return main, startup, cost


def arrays(network, number):
    """Returns the contents of a file."""
    random = np.random.RandomState(number)
    y = random.randn(ROWS, 1).astype("float32")
    if network == "mlp":
        return {"images": random.randn(ROWS, 6).astype("float32"),
                "labels": y}
    lengths = random.randint(1, 9, ROWS).astype("int64")
    words = random.randint(0, 50, (lengths.sum(), 1)).astype("int64")
    return {"words": words, "lengths": lengths, "labels": y}


def batches(network, files):
    """Gives the feeds of one epoch, as the cluster should make them."""
    whole = {name: np.concatenate([file[name] for file in files])
             for name in files[0]}
    if network == "lstm":
        ends = np.concatenate([[0], np.cumsum(whole["lengths"])])
    for begin in range(0, len(whole["labels"]), BATCH):
        end = begin + BATCH
        feed = {"y": whole["labels"][begin:end]}
        if network == "mlp":
            feed["x"] = whole["images"][begin:end]
        else:
            feed["words"] = pd.LoDTensor(
                whole["words"][ends[begin]:ends[end]],
                [whole["lengths"][begin:end].tolist()])
        yield feed


FEEDS = {"mlp": {"x": "images", "y": "labels"},
         "lstm": {"words": ("words", "lengths"), "y": "labels"}}
