# Written by python/stubs/generate.py; do not edit.

from typing import Any, Dict, List, Optional, Tuple

import numpy

class AttrProto:
    """An attribute of an operator."""
    @property
    def choices(self) -> List[str]: ...
    @property
    def comment(self) -> str: ...
    @property
    def default(self) -> Any: ...
    @property
    def is_data_type(self) -> bool: ...
    @property
    def max(self) -> Any: ...
    @property
    def max_exclusive(self) -> bool: ...
    @property
    def min(self) -> Any: ...
    @property
    def min_exclusive(self) -> bool: ...
    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...

class Block:
    """A block of a program."""
    def append_op(self, type: str, inputs: Dict[Any, Any] = {}, outputs: Dict[Any, Any] = {}, attrs: Dict[Any, Any] = {}) -> Operator:
        """Checks and appends an operator: slots to variables or names, attributes
        to values. Output variables are made where they do not exist; their
        shapes are inferred.
        """
    def create_var(self, name: str, shape: Any, dtype: Any = 'float32', persistable: bool = False) -> Variable:
        """A new variable. ValueError for a name in use."""
    @property
    def index(self) -> int: ...
    @property
    def ops(self) -> List[Operator]: ...
    @property
    def program(self) -> Program: ...
    def var(self, name: str) -> Variable:
        """The variable here or in an enclosing block; KeyError, with the nearest
        names, if there is none.
        """
    @property
    def vars(self) -> List[Variable]: ...

class Executor:
    """Runs programs. Prepared programs are kept for the next run. Thread safe, on
    different scopes.
    """
    def __init__(self, place: Place = ..., check_nan_inf: bool = False, plan_memory: bool = True) -> None:
        """check_nan_inf: after each operator look for NaN and infinity;
        RuntimeError names the first one that made any.
        plan_memory: lay intermediates out in advance; the results are the same
        bits.
        """
    def eval(self, program: Optional[Program] = None, feed: Dict[Any, Any] = {}, fetch_list: Optional[Any] = None, scope: Optional[Scope] = None, return_numpy: bool = True) -> List[Any]:
        """As run, but only what the fetched variables need: no parameter is
        updated.
        """
    @property
    def place(self) -> Place: ...
    def run(self, program: Optional[Program] = None, feed: Dict[Any, Any] = {}, fetch_list: Optional[Any] = None, scope: Optional[Scope] = None, return_numpy: bool = True) -> List[Any]:
        """Runs what the fetched variables need and everything with a lasting
        effect (updates of parameters, prints).

        program: the default main program without one.
        feed: values by variable or name: arrays of the variable's data type
        (not copied if contiguous, never changed), LoDTensors, numbers and
        lists.
        fetch_list: variables or names; their values come back in this order,
        as numpy arrays (sparse gradients as SelectedRows), or as LoDTensors
        without return_numpy.
        Raises ValueError for a feed that is missing or of another shape,
        TypeError for one of another type, KeyError for an unknown name,
        RuntimeError for a variable without value.
        """

class GradientClip:
    """Keeps a gradient small; see pd.clip."""

class Initializer:
    """First values of a parameter; see pd.initializer."""

class LoDTensor:
    """An array whose rows may form sequences. numpy.asarray(tensor) reads it
    without copying.
    """
    def __array__(self, dtype: Optional[Any] = None) -> Any: ...
    def __init__(self, data: Any, lengths: List[List[int]] = []) -> None:
        """From an array and, for sequences, their lengths, a list for each level,
        outermost first. ValueError if they do not add up.
        """
    def __repr__(self) -> str: ...
    @property
    def dtype(self) -> str: ...
    @property
    def initialized(self) -> bool: ...
    @property
    def lengths(self) -> List[List[int]]: ...
    def numpy(self) -> numpy.ndarray:
        """An array over the tensor's own memory; read-only if it belongs to a
        scope, where a later run may change it. RuntimeError if it is not
        initialised.
        """
    def set(self, data: Any, lengths: List[List[int]] = []) -> None:
        """Replaces the value by a copy of an array."""
    @property
    def shape(self) -> Tuple[Any, ...]: ...

class OpProto:
    """What an operator type is."""
    @property
    def attrs(self) -> List[AttrProto]: ...
    @property
    def comment(self) -> str: ...
    @property
    def gradient_of(self) -> str: ...
    @property
    def has_gradient(self) -> bool: ...
    @property
    def inputs(self) -> List[SlotProto]: ...
    @property
    def outputs(self) -> List[SlotProto]: ...
    @property
    def type(self) -> str: ...
    @property
    def updates(self) -> List[Tuple[str, str]]: ...
    @property
    def version(self) -> int: ...

class Operator:
    """An operator of a program, as it was when asked."""
    def __repr__(self) -> str: ...
    @property
    def attrs(self) -> Dict[Any, Any]: ...
    @property
    def call_site(self) -> List[Tuple[Any, ...]]: ...
    @property
    def id(self) -> int: ...
    @property
    def inputs(self) -> Dict[Any, Any]: ...
    @property
    def outputs(self) -> Dict[Any, Any]: ...
    @property
    def role(self) -> str: ...
    @property
    def type(self) -> str: ...

class Optimizer:
    """What makes a program train; see pd.optimizer."""
    def apply_gradients(self, params_grads: List[Tuple[Variable, Variable]], startup_program: Optional[Program] = None) -> None:
        """Appends clips, regularizers and the update of each parameter."""
    def backward(self, loss: Variable, parameter_list: Optional[Any] = None, no_grad_set: Optional[Any] = None) -> List[Tuple[Variable, Variable]]:
        """As pd.append_backward."""
    def learning_rate_of(self, main_program: Optional[Program] = None, startup_program: Optional[Program] = None) -> Variable:
        """The learning rate as a persistable variable; set its value in the scope
        to change it between runs.
        """
    def minimize(self, loss: Variable, startup_program: Optional[Program] = None, parameter_list: Optional[Any] = None, no_grad_set: Optional[Any] = None) -> List[Tuple[Variable, Variable]]:
        """backward, then apply_gradients; returns (parameter, gradient) pairs.
        After an error both programs are as they were.
        """

class ParamAttr:
    """How a layer's parameter is named, made and trained."""
    def __init__(self, name: str = '', initializer: Optional[Initializer] = None, learning_rate: float = 1.0, regularizer: Optional[Regularizer] = None, trainable: bool = True, gradient_clip: Optional[GradientClip] = None) -> None:
        """name: "" lets the layer choose; a name in use shares that parameter.
        learning_rate: a factor on the optimizer's.
        regularizer, gradient_clip: None leaves them to the optimizer.
        """
    @property
    def learning_rate(self) -> float: ...
    @property
    def name(self) -> str: ...
    @property
    def trainable(self) -> bool: ...

class Place:
    """Where a program runs; CPUPlace makes one."""
    def __eq__(self, other: object) -> bool: ...
    def __repr__(self) -> str: ...

class Program:
    """A description of what to compute. Not to be changed by several threads at
    once; any number may run it.
    """
    def __init__(self) -> None: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    def all_parameters(self) -> List[Variable]: ...
    def block(self, index: int) -> Block:
        """IndexError for a bad index."""
    @property
    def blocks(self) -> List[Block]: ...
    def clone(self, for_test: bool = False) -> Program:
        """A copy. for_test: dropout, batch_norm and the like in test mode;
        backward and optimizer gone.
        """
    def global_block(self) -> Block: ...
    def list_vars(self) -> List[Variable]: ...
    @property
    def num_blocks(self) -> int: ...
    @staticmethod
    def parse(data: bytes) -> Program:
        """What serialize wrote, verified. OSError for anything else."""
    def prune(self, feeds: Any, targets: Any) -> Program:
        """The smallest program that computes the targets from the feeds
        (variables or names). KeyError for an unknown name.
        """
    @property
    def random_seed(self) -> int: ...
    @random_seed.setter
    def random_seed(self, value: int) -> None: ...
    def serialize(self, with_call_sites: bool = False) -> bytes:
        """The bytes of a program file."""
    def to_graphviz(self) -> str:
        """For the program `dot`."""
    def verify(self) -> None:
        """ValueError, or the like, naming block and operator, if anything is
        wrong.
        """
    @property
    def version(self) -> int: ...

class Regularizer:
    """Added to a gradient; see pd.regularizer."""
    @property
    def coefficient(self) -> float: ...

class Scope:
    """Names and the values they stand for. A scope finds the names of its
    parents. One thread may use a scope at a time.
    """
    def __init__(self) -> None: ...
    def erase(self, name: str) -> None:
        """Destroys a local variable; KeyError if there is none."""
    def find_var(self, name: str) -> Any:
        """The variable here or in a parent; None if there is none."""
    def local_names(self) -> List[str]:
        """The names here, sorted."""
    def new_scope(self) -> Scope:
        """A child: it sees what stands here, and keeps this scope alive."""
    @property
    def parent(self) -> Scope: ...
    def var(self, name: str) -> ScopeVariable:
        """The local variable, made if it does not exist."""

class ScopeVariable:
    """A variable of a scope; made by Scope.var."""
    def get_tensor(self) -> LoDTensor:
        """Its value, to be read with numpy.asarray and written with set()."""
    @property
    def name(self) -> str: ...

class SelectedRows:
    """Some rows of a tall matrix: the gradient of a sparse embedding. A row may
    appear more than once; its values add up.
    """
    @property
    def height(self) -> int: ...
    @property
    def rows(self) -> List[int]: ...
    def to_dense(self) -> Any:
        """The whole matrix, a numpy array."""
    @property
    def value(self) -> numpy.ndarray: ...

class SlotProto:
    """An input or output of an operator."""
    @property
    def comment(self) -> str: ...
    @property
    def intermediate(self) -> bool: ...
    @property
    def list(self) -> bool: ...
    @property
    def name(self) -> str: ...
    @property
    def optional(self) -> bool: ...

class Variable:
    """A variable of a program; it has no value of its own. Arithmetic follows
    NumPy's rules.
    """
    def __add__(self, other: Any) -> Any: ...
    def __eq__(self, other: object) -> bool: ...
    def __matmul__(self, other: Variable) -> Variable: ...
    def __mul__(self, other: Any) -> Any: ...
    def __neg__(self) -> Variable: ...
    def __radd__(self, other: Any) -> Any: ...
    def __repr__(self) -> str: ...
    def __rmul__(self, other: Any) -> Any: ...
    def __rsub__(self, other: Any) -> Any: ...
    def __rtruediv__(self, other: Any) -> Any: ...
    def __sub__(self, other: Any) -> Any: ...
    def __truediv__(self, other: Any) -> Any: ...
    def astype(self, dtype: Any) -> Variable:
        """The same values as another data type."""
    @property
    def block_index(self) -> int: ...
    @property
    def dtype(self) -> str: ...
    @property
    def is_data(self) -> bool: ...
    @property
    def is_parameter(self) -> bool: ...
    @property
    def lod_level(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def ndim(self) -> int: ...
    @property
    def persistable(self) -> bool: ...
    @persistable.setter
    def persistable(self, value: bool) -> None: ...
    @property
    def program(self) -> Program: ...
    @property
    def shape(self) -> Tuple[Any, ...]: ...
    @property
    def stop_gradient(self) -> bool: ...
    @stop_gradient.setter
    def stop_gradient(self, value: bool) -> None: ...
    @property
    def trainable(self) -> bool: ...
    @trainable.setter
    def trainable(self, value: bool) -> None: ...

class program_guard:
    """with program_guard(main, startup): layers write to these programs, in this
    thread.
    """
    def __enter__(self) -> None: ...
    def __exit__(self, *args) -> None: ...
    def __init__(self, main: Program, startup: Optional[Program] = None) -> None: ...

class Adam(Optimizer):
    """Kingma and Ba 2015. lazy_mode: rows without gradient of a sparse embedding
    stay as they are.
    """
    def __init__(self, learning_rate: Any = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, lazy_mode: bool = False, regularization: Optional[Regularizer] = None, grad_clip: Optional[GradientClip] = None) -> None: ...

class Momentum(Optimizer):
    """velocity = momentum * velocity + grad; param -= rate * velocity, or rate *
    (grad + momentum * velocity) with use_nesterov.
    """
    def __init__(self, learning_rate: Any, momentum: float, use_nesterov: bool = False, regularization: Optional[Regularizer] = None, grad_clip: Optional[GradientClip] = None) -> None: ...

class SGD(Optimizer):
    """param -= rate * grad"""
    def __init__(self, learning_rate: Any, regularization: Optional[Regularizer] = None, grad_clip: Optional[GradientClip] = None) -> None: ...

def CPUPlace() -> Place:
    """The processors of the machine."""

def CUDAPlace(device: int = 0) -> Place:
    """A GPU. OSError, when used, if this build or machine has none."""

def ClipByGlobalNorm(norm: float, group: str = 'default') -> GradientClip:
    """Scales all gradients of a group down so that their common L2 norm is at
    most `norm`.
    """

def ClipByNorm(norm: float) -> GradientClip:
    """Scales a gradient down to an L2 norm of at most `norm`, which is positive
    (else ValueError).
    """

def ClipByValue(min: float, max: float) -> GradientClip:
    """Each element into [min, max]. ValueError unless min <= max."""

def Constant(value: float = 0.0) -> Initializer:
    """One value everywhere."""

def L1Decay(coefficient: float) -> Regularizer:
    """Adds coefficient * sign(parameter) to the gradient."""

def L2Decay(coefficient: float) -> Regularizer:
    """Adds coefficient * parameter to the gradient."""

def MSRA(uniform: bool = True, fan_in: float = 0.0, seed: int = 0) -> Initializer:
    """He et al. 2015, for relu: uniform within sqrt(6 / in), or normal with the
    same variance.
    """

def NoClip() -> GradientClip:
    """For a parameter that the optimizer's clip skips."""

def NoRegularizer() -> Regularizer:
    """For a parameter that the optimizer's regularizer skips."""

def Normal(loc: float = 0.0, scale: float = 1.0, seed: int = 0) -> Initializer:
    """Normal with mean loc and standard deviation scale."""

def TruncatedNormal(loc: float = 0.0, scale: float = 1.0, seed: int = 0) -> Initializer:
    """Normal, without what lies beyond two standard deviations."""

def Uniform(low: float = -1.0, high: float = 1.0, seed: int = 0) -> Initializer:
    """Uniform in [low, high). A seed of 0 means the program's."""

def Values(values: Any) -> Initializer:
    """Given values, in row-major order."""

def Xavier(uniform: bool = True, fan_in: float = 0.0, fan_out: float = 0.0, seed: int = 0) -> Initializer:
    """Glorot and Bengio 2010: uniform within sqrt(6 / (in + out)), or normal with
    the same variance. A fan of 0 is the shape's.
    """

def _accuracy(arg0: Variable, arg1: Variable, arg2: int) -> Variable: ...

def _append_op(type: str, inputs: Dict[Any, Any], attrs: Dict[Any, Any], outputs: Dict[Any, Any] = {}, counts: List[Tuple[str, int]] = [], name: str = '') -> Dict[Any, Any]: ...

def _batch_norm(arg0: Variable, arg1: str, arg2: bool, arg3: float, arg4: float, arg5: Any, arg6: Any, arg7: str, arg8: str, arg9: str) -> Variable: ...

def _conv2d(arg0: Variable, arg1: int, arg2: Any, arg3: Any, arg4: Any, arg5: Any, arg6: int, arg7: Any, arg8: Any, arg9: str, arg10: str) -> Variable: ...

def _cross_entropy(arg0: Variable, arg1: Variable, arg2: bool) -> Variable: ...

def _data(arg0: str, arg1: Any, arg2: Any, arg3: int) -> Variable: ...

def _dropout(arg0: Variable, arg1: float, arg2: bool, arg3: int) -> Variable: ...

def _embedding(arg0: Variable, arg1: int, arg2: int, arg3: bool, arg4: int, arg5: Any, arg6: Any, arg7: str) -> Variable: ...

def _fc(arg0: Any, arg1: int, arg2: int, arg3: Any, arg4: Any, arg5: str, arg6: str) -> Variable: ...

def _global_variable(arg0: Any, arg1: float, arg2: Any, arg3: str) -> Variable: ...

def _load_inference_model(arg0: str, arg1: Scope) -> Tuple[Any, ...]: ...

def _load_variables(arg0: str, arg1: Program, arg2: List[str], arg3: Scope) -> None: ...

def _parameter(arg0: Any, arg1: Any, arg2: Any) -> Variable: ...

def _persistable_names(arg0: Program) -> List[str]: ...

def _pool2d(arg0: Variable, arg1: Any, arg2: str, arg3: Any, arg4: Any, arg5: bool, arg6: bool, arg7: str) -> Variable: ...

def _save_inference_model(arg0: str, arg1: Program, arg2: List[str], arg3: List[str], arg4: Scope) -> None: ...

def _save_variables(arg0: str, arg1: List[str], arg2: Scope) -> None: ...

def _set_hidden_folders(folders: List[str]) -> None:
    """Files below these folders are left out of error messages."""

def _set_seed(seed: int) -> None: ...

def _softmax_with_cross_entropy(arg0: Variable, arg1: Variable, arg2: bool) -> Variable: ...

def _square_error_cost(arg0: Variable, arg1: Variable) -> Variable: ...

def _switch_scope(scope: Scope) -> Scope:
    """Makes a scope the current one; returns the one before."""

def append_backward(loss: Variable, parameter_list: Optional[Any] = None, no_grad_set: Optional[Any] = None) -> List[Tuple[Variable, Variable]]:
    """Appends what computes the gradients of a loss of one element with respect
    to parameters (all trainable ones); returns (parameter, gradient) pairs. No
    gradient flows into or through no_grad_set. ValueError if no parameter gets
    a gradient, saying why.
    """

def append_gradient_clip(params_grads: List[Tuple[Variable, Variable]], clip: Optional[GradientClip] = None) -> List[Tuple[Variable, Variable]]:
    """Appends the clips of the parameters, or `clip` for those without."""

def append_regularization(params_grads: List[Tuple[Variable, Variable]], regularizer: Optional[Regularizer] = None) -> List[Tuple[Variable, Variable]]:
    """Appends the regularizers of the parameters, or `regularizer`."""

def default_main_program() -> Program:
    """What layers write to: the program that computes. Each thread has default
    programs of its own.
    """

def default_startup_program() -> Program:
    """The program that gives parameters their first values."""

def get_variable(name: str) -> Variable:
    """The variable as seen from the current block of the default main program;
    KeyError, with the nearest names, if there is none.
    """

def global_scope() -> Scope:
    """The scope programs run in unless told otherwise."""

def gradients(targets: List[Variable], inputs: List[Variable], target_gradients: List[Variable] = [], no_grad_set: Optional[Any] = None) -> List[Any]:
    """Appends what computes the gradients of the sum of all elements of the
    targets with respect to any variables: one for each input, None where there
    is none. target_gradients weigh the elements of the targets.
    """

def num_threads() -> int: ...

def op_proto(type: str) -> OpProto:
    """What an operator type is; KeyError, with the nearest types, for an unknown
    one.
    """

def op_types() -> List[str]:
    """The operator types of this build, sorted."""

def set_num_threads(threads: int) -> None:
    """How many threads the process may compute with. ValueError below 1. Results
    do not depend on it.
    """
