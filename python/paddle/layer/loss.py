"""Losses: how far a prediction is from the truth.

Those that take a reduction give the mean of their losses, "mean", the sum,
"sum", or each of them, "none"; all others give each, to be passed to
layer.mean. Labels that are classes are int64; IndexError, when run, for one
that is no class, naming its row. Labels of yes or no are 1 or 0 in the type of
the prediction.
"""

from .._composed import composed


@composed
def cross_entropy() -> None:
    """-log(input[label]) of rows of probabilities [N, classes], as [N, 1].

    Labels are int64 [N, 1] or [N], or, if soft, probabilities of the input's
    shape. Rows of the class ignore_index have loss and gradient 0. IndexError
    for an axis that there is not.

    The classes lie along `axis`, where the loss has size 1 and a label that is
    not soft has size 1 or no axis: of images [N, classes, H, W], with axis 1,
    labels are [N, H, W] and losses [N, 1, H, W].

    Example:
      >>> chances = pd.layer.softmax(pd.layer.data("x", [None, 10]))
      >>> label = pd.layer.data("label", [None, 1], "int64")
      >>> pd.layer.cross_entropy(chances, label).shape
      (-1, 1)
      >>> image = pd.layer.data("image", [None, 10, 8, 8])
      >>> classes = pd.layer.data("classes", [None, 8, 8], "int64")
      >>> chances = pd.layer.ops.softmax(image, axis=1)
      >>> pd.layer.cross_entropy(chances, classes, axis=1).shape
      (-1, 1, 8, 8)
    """


@composed
def softmax_with_cross_entropy() -> None:
    """cross_entropy of softmax(logits), more accurate and faster: [N, 1].

    The classes lie along `axis`, as cross_entropy says.

    Example:
      >>> logits = pd.layer.data("logits", [None, 10])
      >>> label = pd.layer.data("label", [None, 1], "int64")
      >>> pd.layer.softmax_with_cross_entropy(logits, label).shape
      (-1, 1)
    """


@composed
def nll_loss() -> None:
    """-weight[label] * input[label] of rows of logarithms of probabilities,
    [N, classes], as [N, 1]; weight is [classes], ones by default.

    The mean is weighted: sum(loss) / sum(weight[label]), over rows that are not
    of the class ignore_index. The classes lie along `axis`, as cross_entropy
    says: PyTorch's losses of images are those with axis 1.

    Example:
      >>> scores = pd.layer.log_softmax(pd.layer.data("x", [None, 10]))
      >>> label = pd.layer.data("label", [None, 1], "int64")
      >>> pd.layer.nll_loss(scores, label).shape
      ()
    """


@composed
def square_error_cost() -> None:
    """(input - label)^2, element by element; the shapes broadcast.

    Example:
      >>> x = pd.layer.data("x", [None, 1])
      >>> pd.layer.square_error_cost(x, pd.layer.data("y", [None, 1])).shape
      (-1, 1)
    """


@composed
def mse_loss() -> None:
    """The mean of (input - label)^2; the shapes broadcast.

    Example:
      >>> x = pd.layer.data("x", [None, 1])
      >>> pd.layer.mse_loss(x, pd.layer.data("y", [None, 1])).shape
      ()
    """


@composed
def l1_loss() -> None:
    """The mean of |input - label|; the shapes broadcast.

    Example:
      >>> x = pd.layer.data("x", [None, 1])
      >>> y = pd.layer.data("y", [None, 1])
      >>> pd.layer.l1_loss(x, y, reduction="none").shape
      (-1, 1)
    """


@composed
def smooth_l1() -> None:
    """The sum over each row, [rows, 1], of outside_weight * loss(d) with d =
    inside_weight * (x - y): (sigma * d)^2 / 2 where |d| < 1 / sigma^2, else
    |d| - 1 / (2 * sigma^2). All inputs have the same shape, [rows, ...].

    Example:
      >>> x = pd.layer.data("x", [None, 4])
      >>> pd.layer.smooth_l1(x, pd.layer.data("y", [None, 4])).shape
      (-1, 1)
    """


@composed
def huber_loss() -> None:
    """r^2 / 2 where |r| <= delta, else delta * (|r| - delta / 2), with
    r = label - input, element by element.

    Example:
      >>> x = pd.layer.data("x", [None, 1])
      >>> pd.layer.huber_loss(x, pd.layer.data("y", [None, 1]), delta=1.0).shape
      (-1, 1)
    """


@composed
def hinge_loss() -> None:
    """max(0, 1 - (2 * label - 1) * input), element by element; labels are 0 or
    1.

    Example:
      >>> x = pd.layer.data("x", [None, 1])
      >>> pd.layer.hinge_loss(x, pd.layer.data("y", [None, 1])).shape
      (-1, 1)
    """


@composed
def log_loss() -> None:
    """-label * log(input + epsilon) - (1 - label) * log(1 - input + epsilon),
    element by element; input holds probabilities.

    sigmoid_cross_entropy_with_logits is more accurate than sigmoid and this.

    Example:
      >>> x = pd.layer.sigmoid(pd.layer.data("x", [None, 1]))
      >>> pd.layer.log_loss(x, pd.layer.data("y", [None, 1])).shape
      (-1, 1)
    """


@composed
def margin_rank_loss() -> None:
    """max(0, margin - label * (left - right)), element by element; labels are 1
    where left should rank above right, -1 where below.

    Example:
      >>> label, left, right = [pd.layer.data(name, [None, 1])
      ...                       for name in ("label", "left", "right")]
      >>> pd.layer.margin_rank_loss(label, left, right).shape
      (-1, 1)
    """


@composed
def dice_loss() -> None:
    """1 - 2 * sum(input * label) / (sum(input) + sum(label) + epsilon) of each
    row, the mean of these: how little a segmentation overlaps the true one.

    Both are [rows, ...], of one shape; one_hot makes such a label of classes.
    Source: Milletari et al., "V-Net" (3DV 2016).

    Example:
      >>> x = pd.layer.data("x", [None, 8, 8])
      >>> pd.layer.dice_loss(x, pd.layer.data("y", [None, 8, 8])).shape
      ()
    """


@composed
def label_smooth() -> None:
    """(1 - epsilon) * label + epsilon * prior_dist: soft labels that leave some
    doubt. The prior, [classes], is uniform by default.

    Example:
      >>> label = pd.layer.one_hot(
      ...     pd.layer.data("label", [None, 1], "int64"), depth=10)
      >>> pd.layer.label_smooth(label, epsilon=0.1).shape
      (-1, 10)
    """


@composed
def nce() -> None:
    """The cost, [rows, 1], of noise contrastive estimation: trains a classifier
    of rows [rows, width] among very many classes, at the cost of a few.

    Each row has one true class or more, label [rows] or [rows, T], and is told
    from num_neg_samples classes (10 by default) that the sampler draws:
    "uniform", or "log_uniform" for classes sorted by falling frequency. The
    weight is [num_total_classes, width], the bias [num_total_classes]: once
    trained, input * weight^T + bias are logarithms of probabilities.
    is_sparse: their gradients hold only the classes in use.
    custom_neg_classes are the noise of every row instead.

    Example:
      >>> x = pd.layer.data("x", [None, 64])
      >>> label = pd.layer.data("label", [None, 1], "int64")
      >>> pd.layer.nce(x, label, num_total_classes=10000).shape
      (-1, 1)
    """


@composed
def hsigmoid() -> None:
    """The cost, [rows, 1], of hierarchical softmax: trains a classifier of rows
    [rows, width] among very many classes, in the time of log2(classes) of them.

    The classes are the leaves of a binary tree, each inner node of which
    decides where to go on: -log of the probability of the way to the label,
    int64 [rows] or [rows, 1]. The tree is complete, with a weight
    [num_classes - 1, width] and a bias [num_classes - 1]; or path_table and
    path_code, int64 [rows, length], are the nodes of each row's path and the
    turns at them, 0 or 1. A negative node is none, and num_classes is the
    number of nodes then. is_sparse: gradients hold only the nodes in use.
    IndexError, when it runs, for a label that is no class and a node that is
    not there; ValueError for shapes that do not fit.

    Example:
      >>> x = pd.layer.data("x", [None, 64])
      >>> label = pd.layer.data("label", [None, 1], "int64")
      >>> pd.layer.hsigmoid(x, label, num_classes=10000).shape
      (-1, 1)
    """


@composed
def bilinear_tensor_product() -> None:
    """act(x[i] W[s] y[i]^T + b[s]) for each row i and output s, [rows, size].

    x is [rows, a], y [rows, b], the weight [size, a, b] and the bias [size].

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> y = pd.layer.data("y", [None, 4])
      >>> pd.layer.bilinear_tensor_product(x, y, size=5).shape
      (-1, 5)
    """
