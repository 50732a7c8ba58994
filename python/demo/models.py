"""The two networks, from images in [-1, 1] to logits of ten classes."""

import paddle as pd


def mlp(image: pd.Variable) -> pd.Variable:
    """784-200-200-10."""
    hidden = pd.layer.fc(image, 200, act="relu")
    hidden = pd.layer.fc(hidden, 200, act="relu")
    return pd.layer.fc(hidden, pd.dataset.mnist.CLASSES)


def conv(image: pd.Variable) -> pd.Variable:
    """20 and 50 filters of 5 x 5, each followed by a pool."""
    x = pd.layer.reshape(image, [-1, 1, 28, 28])
    x = pd.layer.conv2d(x, 20, 5, act="relu")
    x = pd.layer.pool2d(x, 2, pool_stride=2)
    x = pd.layer.conv2d(x, 50, 5, act="relu")
    x = pd.layer.pool2d(x, 2, pool_stride=2)
    return pd.layer.fc(x, pd.dataset.mnist.CLASSES)
