# Written by python/stubs/generate.py; do not edit.
from typing import Any, List, NamedTuple, Optional, Sequence

from ..core import OpProto, SlotProto, Variable

def snake_case(name: str) -> str: ...
def results_of(proto: OpProto) -> List[SlotProto]: ...
def signature_of(proto: OpProto) -> Any: ...
def documentation_of(proto: OpProto) -> str: ...
def function_of(proto: OpProto) -> Any: ...
def op_types() -> List[str]: ...

class Accuracy(NamedTuple):
    accuracy: Variable
    correct: Variable
    total: Variable

def accuracy(
    indices: Variable,
    label: Variable,
    out: Optional[Variable] = None,
    name: str = '',
) -> Accuracy:
    """How often the right class is among the k best ones that top_k found.

    Args:
      out: The best scores, [rows, k]; not read, may be left out.
      indices: The classes with the best scores, int64, [rows, k].
      label: The right classes, int64, [rows, 1] or [rows].
      name: what new variables are called after.

    Returns:
      accuracy: Correct / Total, a float32 scalar; 0 of no rows.
      correct: How many rows hold their label, an int64 scalar.
      total: The number of rows, an int64 scalar.
    """

class Adam(NamedTuple):
    param_out: Variable
    moment1_out: Variable
    moment2_out: Variable

def adam(
    param: Variable,
    grad: Variable,
    learning_rate: Variable,
    moment1: Variable,
    moment2: Variable,
    beta1_pow: Variable,
    beta2_pow: Variable,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-08,
    lazy_mode: bool = False,
    name: str = '',
) -> Adam:
    """Moment1 = beta1 * Moment1 + (1 - beta1) * Grad; Moment2 = beta2 * Moment2 +
    (1 - beta2) * Grad^2; Param -= LearningRate * sqrt(1 - Beta2Pow) / (1 -
    Beta1Pow) * Moment1 / (sqrt(Moment2) + epsilon). Kingma and Ba, Adam: A
    Method for Stochastic Optimization, 2015.

    Args:
      param: The parameter, any shape.
      grad: The gradient: like Param, or SelectedRows of it.
      learning_rate: One number, [] or [1], of Param's type.
      moment1: The running mean of gradients, like Param.
      moment2: The running mean of their squares, like Param.
      beta1_pow: beta1^t in step t: beta1 at first; one number.
      beta2_pow: beta2^t in step t: beta2 at first; one number.
      beta1: How much of Moment1 stays. (>= 0, < 1)
      beta2: How much of Moment2 stays. (>= 0, < 1)
      epsilon: Keeps the denominator from zero. (>= 0)
      lazy_mode: Rows that SelectedRows do not have keep parameter and moments;
        false: their gradient is zero.
      name: what new variables are called after.

    Returns:
      param_out: The parameter after the step.
      moment1_out: Moment1 after the step.
      moment2_out: Moment2 after the step.
    """

def assign(
    x: Variable,
    name: str = '',
) -> Variable:
    """Out = X.

    Args:
      x: Tensor or SelectedRows of any shape.
      name: what new variables are called after.

    Returns:
      out: What X is, in memory of its own.
    """

def assign_value(
    shape: Sequence[int],
    dtype: str = 'float32',
    values: Sequence[float] = (),
    int_values: Sequence[int] = (),
    name: str = '',
) -> Variable:
    """Out holds the given elements.

    Args:
      shape: The shape of Out. (>= 0)
      dtype: The data type of Out.
      values: The elements, in row-major order; the data type must be able to
        hold them.
      int_values: The elements instead of values, for integers that a double
        cannot hold.
      name: what new variables are called after.

    Returns:
      out: Tensor of the given shape and data type.
    """

class BatchNorm(NamedTuple):
    y: Variable
    mean_out: Variable
    variance_out: Variable

def batch_norm(
    x: Variable,
    scale: Variable,
    bias: Variable,
    mean: Variable,
    variance: Variable,
    is_test: bool = False,
    momentum: float = 0.9,
    epsilon: float = 1e-05,
    data_layout: str = 'NCHW',
    name: str = '',
) -> BatchNorm:
    """Y = (X - mean) / sqrt(variance + epsilon) * Scale + Bias, channel by
    channel. MeanOut = momentum * Mean + (1 - momentum) * mean, and VarianceOut
    likewise; the variance is divided by the number of elements. Source: Ioffe,
    Szegedy, "Batch Normalization" (ICML 2015).

    Args:
      x: [N, C], [N, C, H, W] or any [N, C, ...].
      scale: [C].
      bias: [C].
      mean: The running mean, [C].
      variance: The running variance, [C].
      is_test: Normalises by the running statistics, which stay as they are,
        instead of those of the batch.
      momentum: How much of the running statistics is kept at a step. (>= 0, <=
        1)
      epsilon: Added to the variance. (> 0)
      data_layout: NCHW: the channels are axis 1; NHWC: the last axis. (one of
        'NCHW', 'NHWC')
      name: what new variables are called after.

    Returns:
      y: The shape of X.
      mean_out: The new running mean, [C]: Mean, updated in place.
      variance_out: The new running variance, [C]: Variance, updated in place.
    """

def cast(
    x: Variable,
    out_dtype: str = 'float32',
    name: str = '',
) -> Variable:
    """Out = X converted to another data type. Floating point is rounded towards
    zero and kept within the range of an integer type (NaN becomes 0); integers
    wrap around; bool is whether X is not 0.

    Args:
      x: Tensor of any shape.
      out_dtype: The data type of Out.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X, of type out_dtype.
    """

def clip(
    x: Variable,
    min: float,
    max: float,
    name: str = '',
) -> Variable:
    """Out = min where X < min, max where X > max, else X. The gradient passes
    where min <= X <= max.

    Args:
      x: Tensor of any shape.
      min: The least value of Out.
      max: The greatest value of Out, at least min.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X.
    """

def concat(
    x: Sequence[Variable],
    axis: int = 0,
    name: str = '',
) -> Variable:
    """With X [2, 3] and [2, 5] and axis 1, Out is [2, 8].

    Args:
      x: Tensors whose shapes agree but for the size of one axis.
      axis: The axis; a negative one counts from the end.
      name: what new variables are called after.

    Returns:
      out: The inputs one behind the other along the axis, the sizes of which
        add up.
    """

def conv2d(
    input: Variable,
    filter: Variable,
    strides: Sequence[int] = (1, 1),
    paddings: Sequence[int] = (0, 0),
    dilations: Sequence[int] = (1, 1),
    groups: int = 1,
    name: str = '',
) -> Variable:
    """Two-dimensional convolution: Output[n, m, y, x] = sum over c, i, j of
    Filter[m, c, i, j] * Input[n, c, y * stride + i * dilation - padding, x *
    stride + j * dilation - padding].

    Args:
      input: Images, [N, C, H, W].
      filter: M filters, [M, C / groups, KH, KW].
      strides: The steps between windows: height, width. (>= 1)
      paddings: Zeros before and after the image: height, width. (>= 0)
      dilations: The steps between elements of a window: height, width. (>= 1)
      groups: Channels and filters are split into so many groups, and a filter
        sees the channels of its own group. (>= 1)
      name: what new variables are called after.

    Returns:
      output: [N, M, OH, OW].
    """

def cross_entropy(
    x: Variable,
    label: Variable,
    soft_label: bool = False,
    name: str = '',
) -> Variable:
    """Y = -log(X[label]), or -sum(label * log(X)). The loss of probability 0 is
    1e20. softmax_with_cross_entropy is more accurate than softmax and this.

    Args:
      x: Probabilities, [..., classes], as softmax gives them.
      label: The right class of each row, int64, [..., 1] or [...]; with
        soft_label, the weight of each class, of the type and shape of X.
      soft_label: Label holds weights instead of classes.
      name: what new variables are called after.

    Returns:
      y: The losses, [..., 1].
    """

def dropout(
    x: Variable,
    dropout_prob: float = 0.5,
    is_test: bool = False,
    seed: int = 0,
    name: str = '',
) -> Variable:
    """Drops elements at random (Out is 0 there) and scales what is kept by 1 / (1
    - dropout_prob), so that the mean stays and a test needs no scaling.
    Source: Srivastava et al., "Dropout" (JMLR 2014).

    Args:
      x: Of any shape.
      dropout_prob: The probability to drop an element. (>= 0, <= 1)
      is_test: Nothing is dropped: Out is X.
      seed: The seed of the random numbers; 0: the program's.
      name: what new variables are called after.

    Returns:
      out: The shape of X.
    """

def elementwise_add(
    x: Variable,
    y: Variable,
    axis: int = -1,
    name: str = '',
) -> Variable:
    """Out = X + Y, element by element. Integers wrap around; integer division
    rounds towards zero and refuses 0.

    Args:
      x: The left operand, of any shape.
      y: The right operand. Its shape and that of X broadcast by NumPy's rule,
        unless axis says otherwise.
      axis: The axis of X where the first axis of Y stands; -1 aligns the last
        axes. With X [N, C, H, W], Y [C] and axis 1, Y holds one number for
        each channel. (>= -1)
      name: what new variables are called after.

    Returns:
      out: The result, of the shape to which X and Y broadcast.
    """

def elementwise_div(
    x: Variable,
    y: Variable,
    axis: int = -1,
    name: str = '',
) -> Variable:
    """Out = X / Y, element by element. Integers wrap around; integer division
    rounds towards zero and refuses 0.

    Args:
      x: The left operand, of any shape.
      y: The right operand. Its shape and that of X broadcast by NumPy's rule,
        unless axis says otherwise.
      axis: The axis of X where the first axis of Y stands; -1 aligns the last
        axes. With X [N, C, H, W], Y [C] and axis 1, Y holds one number for
        each channel. (>= -1)
      name: what new variables are called after.

    Returns:
      out: The result, of the shape to which X and Y broadcast.
    """

def elementwise_mul(
    x: Variable,
    y: Variable,
    axis: int = -1,
    name: str = '',
) -> Variable:
    """Out = X * Y, element by element. Integers wrap around; integer division
    rounds towards zero and refuses 0.

    Args:
      x: The left operand, of any shape.
      y: The right operand. Its shape and that of X broadcast by NumPy's rule,
        unless axis says otherwise.
      axis: The axis of X where the first axis of Y stands; -1 aligns the last
        axes. With X [N, C, H, W], Y [C] and axis 1, Y holds one number for
        each channel. (>= -1)
      name: what new variables are called after.

    Returns:
      out: The result, of the shape to which X and Y broadcast.
    """

def elementwise_sub(
    x: Variable,
    y: Variable,
    axis: int = -1,
    name: str = '',
) -> Variable:
    """Out = X - Y, element by element. Integers wrap around; integer division
    rounds towards zero and refuses 0.

    Args:
      x: The left operand, of any shape.
      y: The right operand. Its shape and that of X broadcast by NumPy's rule,
        unless axis says otherwise.
      axis: The axis of X where the first axis of Y stands; -1 aligns the last
        axes. With X [N, C, H, W], Y [C] and axis 1, Y holds one number for
        each channel. (>= -1)
      name: what new variables are called after.

    Returns:
      out: The result, of the shape to which X and Y broadcast.
    """

def exp(
    x: Variable,
    name: str = '',
) -> Variable:
    """Out = exp(X), element by element. NaN gives NaN.

    Args:
      x: Tensor of any shape.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X.
    """

def fill_constant(
    shape: Sequence[int],
    dtype: str = 'float32',
    value: float = 0.0,
    name: str = '',
) -> Variable:
    """Out = value in every element.

    Args:
      shape: The shape of Out. (>= 0)
      dtype: The data type of Out.
      value: What every element is; the data type must be able to hold it.
      name: what new variables are called after.

    Returns:
      out: Tensor of the given shape and data type.
    """

def fill_zeros_like(
    x: Variable,
    name: str = '',
) -> Variable:
    """Out = 0 in every element.

    Args:
      x: Tensor of any shape, or SelectedRows; only read for its shape and data
        type.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape and data type of X.
    """

def gaussian_random(
    shape: Sequence[int],
    dtype: str = 'float32',
    seed: int = 0,
    mean: float = 0.0,
    std: float = 1.0,
    name: str = '',
) -> Variable:
    """Numbers drawn from a normal distribution.

    Args:
      shape: The shape of Out. (>= 0)
      dtype: The data type of Out: float32 or float64.
      seed: Replaces the program's seed unless it is 0. The numbers are a
        function of seed, operator and step: the same for any number of
        threads.
      mean: The mean.
      std: The standard deviation. (>= 0)
      name: what new variables are called after.

    Returns:
      out: The random tensor, of the given shape and data type.
    """

def log(
    x: Variable,
    name: str = '',
) -> Variable:
    """Out = the natural logarithm of X (-inf for 0, NaN below), element by
    element. NaN gives NaN.

    Args:
      x: Tensor of any shape.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X.
    """

def lookup_table(
    w: Variable,
    ids: Variable,
    is_sparse: bool = False,
    padding_idx: int = -1,
    name: str = '',
) -> Variable:
    """Out[i] = W[Ids[i]], rows of a table (embeddings of words).

    Args:
      w: The table, [height, width].
      ids: Numbers of rows, int64, of any shape; [N, 1] counts as [N].
      is_sparse: The gradient of W is SelectedRows: the rows that were read.
      padding_idx: The row that reads as zeros and has no gradient; -1: there
        is none. (>= -1)
      name: what new variables are called after.

    Returns:
      out: The rows: the shape of Ids, and then width.
    """

def matmul(
    x: Variable,
    y: Variable,
    transpose_x: bool = False,
    transpose_y: bool = False,
    name: str = '',
) -> Variable:
    """Out = X * Y, as numpy.matmul.

    Args:
      x: A vector [K], a matrix [M, K], or a stack of matrices [..., M, K].
      y: A vector [K], a matrix [K, N], or a stack of matrices [..., K, N]. The
        leading axes of X and Y broadcast.
      transpose_x: The matrices of X are stored as [K, M]. Of a vector: no
        effect.
      transpose_y: The matrices of Y are stored as [N, K]. Of a vector: no
        effect.
      name: what new variables are called after.

    Returns:
      out: The products, [..., M, N], without M if X is a vector and without N
        if Y is one.
    """

def mean(
    x: Variable,
    name: str = '',
) -> Variable:
    """Out = sum of X / number of elements; NaN if there are none.

    Args:
      x: Tensor of any shape.
      name: what new variables are called after.

    Returns:
      out: The mean of all elements, a scalar (rank 0).
    """

class Momentum(NamedTuple):
    param_out: Variable
    velocity_out: Variable

def momentum(
    param: Variable,
    grad: Variable,
    velocity: Variable,
    learning_rate: Variable,
    mu: float,
    use_nesterov: bool = False,
    lazy_mode: bool = False,
    name: str = '',
) -> Momentum:
    """Velocity = mu * Velocity + Grad; Param -= LearningRate * Velocity, or, with
    use_nesterov, Param -= LearningRate * (Grad + mu * Velocity). Sutskever et
    al., On the importance of initialization and momentum in deep learning,
    2013.

    Args:
      param: The parameter, any shape.
      grad: The gradient: like Param, or SelectedRows of it.
      velocity: The running sum of gradients, like Param.
      learning_rate: One number, [] or [1], of Param's type.
      mu: How much of the velocity stays. (>= 0)
      use_nesterov: Look ahead by one velocity.
      lazy_mode: Rows that SelectedRows do not have keep parameter and
        velocity; false: their gradient is zero.
      name: what new variables are called after.

    Returns:
      param_out: The parameter after the step.
      velocity_out: The velocity after the step.
    """

def mul(
    x: Variable,
    y: Variable,
    x_num_col_dims: int = 1,
    y_num_col_dims: int = 1,
    name: str = '',
) -> Variable:
    """Out = X * Y, the product of two tensors seen as matrices.

    Args:
      x: A matrix: its first x_num_col_dims axes are the rows, the others the
        columns.
      y: A matrix: its first y_num_col_dims axes are the rows, as many as X has
        columns, and the others the columns.
      x_num_col_dims: How many axes of X are its rows. (>= 1)
      y_num_col_dims: How many axes of Y are its rows. (>= 1)
      name: what new variables are called after.

    Returns:
      out: The product: the rows of X, then the columns of Y.
    """

def pool2d(
    x: Variable,
    pooling_type: str = 'max',
    ksize: Sequence[int] = (1, 1),
    global_pooling: bool = False,
    strides: Sequence[int] = (1, 1),
    paddings: Sequence[int] = (0, 0),
    ceil_mode: bool = False,
    exclusive: bool = True,
    name: str = '',
) -> Variable:
    """Two-dimensional pooling.

    Args:
      x: Images, [N, C, H, W].
      pooling_type: max: the largest element of each window; its gradient goes
        to the first of the largest. avg: the mean. (one of 'max', 'avg')
      ksize: The size of the windows: height, width. Not read with
        global_pooling. (>= 1)
      global_pooling: One window, which is the whole image.
      strides: The steps between windows: height, width. (>= 1)
      paddings: How far windows reach beyond the image: height, width. Less
        than ksize. (>= 0)
      ceil_mode: The last window may reach beyond the padded image.
      exclusive: A mean is one of the elements inside the image; otherwise the
        padding counts, as zeros.
      name: what new variables are called after.

    Returns:
      out: [N, C, OH, OW].
    """

def print(
    in_: Variable,
    message: str = '',
    first_n: int = -1,
    summarize: int = 20,
    name: str = '',
) -> Variable:
    """Out = In, and a line on standard error: message, name, data type, dims and
    elements.

    Args:
      in_: Tensor or SelectedRows of any shape.
      message: What stands in front of the value.
      first_n: How many times to print; -1 for every time it runs. (>= -1)
      summarize: How many elements to print; -1 for all. (>= -1)
      name: what new variables are called after.

    Returns:
      out: What In is.
    """

def reduce_max(
    x: Variable,
    dim: Sequence[int] = (0,),
    keep_dim: bool = False,
    reduce_all: bool = False,
    name: str = '',
) -> Variable:
    """Out is the greatest element (NaN if there is one) over the reduced axes;
    over no elements -inf, or the lowest integer.

    Args:
      x: Tensor of any shape.
      dim: The axes to reduce; negative ones count from the end. Empty: all.
      keep_dim: Whether reduced axes stay, with size 1.
      reduce_all: Whether to reduce all axes, whatever dim says.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X without the reduced axes (of size 1 with
        keep_dim); a scalar if none is left.
    """

def reduce_mean(
    x: Variable,
    dim: Sequence[int] = (0,),
    keep_dim: bool = False,
    reduce_all: bool = False,
    name: str = '',
) -> Variable:
    """Out is the mean over the reduced axes; over no elements NaN.

    Args:
      x: Tensor of any shape.
      dim: The axes to reduce; negative ones count from the end. Empty: all.
      keep_dim: Whether reduced axes stay, with size 1.
      reduce_all: Whether to reduce all axes, whatever dim says.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X without the reduced axes (of size 1 with
        keep_dim); a scalar if none is left.
    """

def reduce_sum(
    x: Variable,
    dim: Sequence[int] = (0,),
    keep_dim: bool = False,
    reduce_all: bool = False,
    name: str = '',
) -> Variable:
    """Out is the sum over the reduced axes; over no elements 0. Integers wrap
    around.

    Args:
      x: Tensor of any shape.
      dim: The axes to reduce; negative ones count from the end. Empty: all.
      keep_dim: Whether reduced axes stay, with size 1.
      reduce_all: Whether to reduce all axes, whatever dim says.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X without the reduced axes (of size 1 with
        keep_dim); a scalar if none is left.
    """

def relu(
    x: Variable,
    name: str = '',
) -> Variable:
    """Out = max(X, 0), element by element. NaN gives NaN.

    Args:
      x: Tensor of any shape.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X.
    """

def reshape(
    x: Variable,
    shape: Sequence[int],
    name: str = '',
) -> Variable:
    """With X [N, 4, 6] the shape [0, -1] gives [N, 24].

    Args:
      x: Tensor of any shape.
      shape: The shape of Out. 0 stands for the size of the same axis of X; -1,
        at most once, for what is left of the elements. (>= -1)
      name: what new variables are called after.

    Returns:
      out: The elements of X, in the same order, in another shape.
    """

def scale(
    x: Variable,
    scale: float = 1.0,
    bias: float = 0.0,
    name: str = '',
) -> Variable:
    """Out = scale * X + bias, element by element. Integers are computed in
    double, rounded towards zero and kept within their range.

    Args:
      x: Tensor of any shape, or SelectedRows if bias is 0.
      scale: What X is multiplied by.
      bias: What is added then.
      name: what new variables are called after.

    Returns:
      out: What X is, of the same shape.
    """

def sgd(
    param: Variable,
    learning_rate: Variable,
    grad: Variable,
    name: str = '',
) -> Variable:
    """Gradient descent: Param -= LearningRate * Grad. With SelectedRows only
    their rows are touched.

    Args:
      param: The parameter, any shape.
      learning_rate: One number, [] or [1], of Param's type.
      grad: The gradient: like Param, or SelectedRows of it.
      name: what new variables are called after.

    Returns:
      param_out: The parameter after the step.
    """

def sigmoid(
    x: Variable,
    name: str = '',
) -> Variable:
    """Out = 1 / (1 + exp(-X)), element by element. NaN gives NaN.

    Args:
      x: Tensor of any shape.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X.
    """

def sign(
    x: Variable,
    name: str = '',
) -> Variable:
    """Out = 1 for X > 0, -1 for X < 0, 0 for 0, element by element. NaN gives
    NaN.

    Args:
      x: Tensor of any shape.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X.
    """

def softmax(
    x: Variable,
    axis: int = -1,
    name: str = '',
) -> Variable:
    """Out = exp(X) / sum(exp(X)), the sum along the axis, without overflow.

    Args:
      x: Scores, of any shape of rank 1 or more.
      axis: The axis of the classes; negative: from the end.
      name: what new variables are called after.

    Returns:
      out: Positive numbers that add up to 1 along the axis; the shape of X.
    """

def softmax_with_cross_entropy(
    logits: Variable,
    label: Variable,
    soft_label: bool = False,
    name: str = '',
) -> Variable:
    """Loss = -sum(label * log(softmax(Logits))), computed as log(sum(exp(Logits -
    max))) - (Logits - max): no overflow, and no log(0).

    Args:
      logits: Scores before softmax, [..., classes].
      label: The right class of each row, int64, [..., 1] or [...]; with
        soft_label, the weight of each class, of the type and shape of Logits.
      soft_label: Label holds weights instead of classes.
      name: what new variables are called after.

    Returns:
      loss: The losses, [..., 1].
    """

def sqrt(
    x: Variable,
    name: str = '',
) -> Variable:
    """Out = the square root of X (NaN below 0), element by element. NaN gives
    NaN.

    Args:
      x: Tensor of any shape.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X.
    """

def square(
    x: Variable,
    name: str = '',
) -> Variable:
    """Out = X * X, element by element. NaN gives NaN.

    Args:
      x: Tensor of any shape.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X.
    """

def sum(
    x: Sequence[Variable],
    name: str = '',
) -> Variable:
    """Out = X[0] + X[1] + ..., element by element.

    Args:
      x: What to add: one or more tensors of the same shape, or SelectedRows of
        that shape, or both.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of the inputs; SelectedRows, with the rows of
        all inputs one behind the other, if all inputs are.
    """

def tanh(
    x: Variable,
    name: str = '',
) -> Variable:
    """Out = tanh(X), element by element. NaN gives NaN.

    Args:
      x: Tensor of any shape.
      name: what new variables are called after.

    Returns:
      out: Tensor of the shape of X.
    """

class TopK(NamedTuple):
    out: Variable
    indices: Variable

def top_k(
    x: Variable,
    k: int = 1,
    name: str = '',
) -> TopK:
    """The k largest elements of each row along the last axis. Of equal elements
    the one with the lower index comes first; NaN counts as larger than any
    number.

    Args:
      x: Any numbers, [..., width].
      k: How many; at most width. (>= 1)
      name: what new variables are called after.

    Returns:
      out: The k largest of each row, largest first, [..., k].
      indices: Where in the row they stand, int64, [..., k].
    """

def transpose(
    x: Variable,
    axis: Sequence[int],
    name: str = '',
) -> Variable:
    """With X [2, 3, 4] and axis [2, 0, 1], Out is [4, 2, 3].

    Args:
      x: Tensor of any shape.
      axis: Axis i of Out is axis axis[i] of X: each axis of X once. (>= 0)
      name: what new variables are called after.

    Returns:
      out: Tensor with the axes of X in another order.
    """

def truncated_gaussian_random(
    shape: Sequence[int],
    dtype: str = 'float32',
    seed: int = 0,
    mean: float = 0.0,
    std: float = 1.0,
    name: str = '',
) -> Variable:
    """Numbers drawn from a normal distribution; those farther than two standard
    deviations from the mean are drawn again.

    Args:
      shape: The shape of Out. (>= 0)
      dtype: The data type of Out: float32 or float64.
      seed: Replaces the program's seed unless it is 0. The numbers are a
        function of seed, operator and step: the same for any number of
        threads.
      mean: The mean of the normal distribution.
      std: Its standard deviation. (>= 0)
      name: what new variables are called after.

    Returns:
      out: The random tensor, of the given shape and data type.
    """

def uniform_random(
    shape: Sequence[int],
    dtype: str = 'float32',
    seed: int = 0,
    min: float = -1.0,
    max: float = 1.0,
    name: str = '',
) -> Variable:
    """Numbers drawn uniformly from [min, max).

    Args:
      shape: The shape of Out. (>= 0)
      dtype: The data type of Out: float32 or float64.
      seed: Replaces the program's seed unless it is 0. The numbers are a
        function of seed, operator and step: the same for any number of
        threads.
      min: The least value.
      max: The bound that no value reaches, but for rounding.
      name: what new variables are called after.

    Returns:
      out: The random tensor, of the given shape and data type.
    """
