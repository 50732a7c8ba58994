"""Automatic mixed precision: 16 bits where they are faster, float32 where they
would cost accuracy.

    optimizer = pd.amp.decorate(pd.optimizer.Adam(1e-3), "bfloat16")
    optimizer.minimize(loss)

Matrix products compute in 16 bits; activations, elementwise arithmetic,
normalization and changes of shape follow what they read; all others, such as
losses and sums, compute in float32 (`operators()`). Parameters, their gradients
and what an optimizer keeps of them stay float32, and so does every variable of
the program: its value in 16 bits is another one, beside it. Blocks of loops and
branches compute in float32.
"""

from typing import Any, Dict, TypeVar

from . import core

__all__ = ["cast", "decorate", "operators"]

_Optimizer = TypeVar("_Optimizer", bound=core.Optimizer)


def decorate(optimizer: _Optimizer, dtype: str = "bfloat16", *,
             init_loss_scaling: float = 2.0 ** 15,
             use_dynamic_loss_scaling: bool = True,
             incr_every_n_steps: int = 1000,
             decr_every_n_nan_or_inf: int = 2,
             incr_ratio: float = 2.0, decr_ratio: float = 0.5,
             custom_white_list: Any = None,
             custom_black_list: Any = None) -> _Optimizer:
    """Makes an optimizer train in mixed precision; returns it.

    Its minimize (and backward) makes the forward operators of the program
    compute in 16 bits before it differentiates them. With float16 it also
    multiplies the loss by a scale, so that small gradients do not vanish, and
    divides the gradients by it; a step with a gradient that is infinite or NaN
    changes neither parameters nor what the optimizer keeps. A schedule of the
    learning rate counts such a step, as PyTorch's do. bfloat16 has the range of
    float32, and needs no scale. Gradients that `backward` returns are those of
    the scaled loss.

    Args:
      optimizer: any.
      dtype: "bfloat16" or "float16".
      init_loss_scaling: the first scale, at least 1. The scale is a persistable
        variable, which optimizer.loss_scale_of() returns.
      use_dynamic_loss_scaling: False: the scale stays.
      incr_every_n_steps: the scale grows after so many finite steps in a row.
      decr_every_n_nan_or_inf: it shrinks after so many others in a row, but
        not below 1.
      incr_ratio: what it grows by.
      decr_ratio: what it shrinks by.
      custom_white_list: types of operators that compute in 16 bits, too.
      custom_black_list: types that compute in float32.

    Raises:
      ValueError: by minimize, for another dtype, a scale below 1, and a type in
        both lists.
      KeyError: by minimize, for a type that there is not.
      NotImplementedError: by a second minimize in a program, if the scale
        changes: losses are added up, or each has an optimizer of its own.

    Example:
      >>> x = pd.layer.data("x", [None, 4])
      >>> loss = pd.layer.mean(pd.layer.fc(x, 1))
      >>> optimizer = pd.amp.decorate(pd.optimizer.SGD(0.1), "float16")
      >>> pairs = optimizer.minimize(loss)
      >>> pairs[0][1].dtype, optimizer.loss_scale_of().shape
      ('float32', (1,))
    """
    core._amp_decorate(
        optimizer, dtype, custom_white_list, custom_black_list,
        init_loss_scaling, use_dynamic_loss_scaling, incr_every_n_steps,
        decr_every_n_nan_or_inf, incr_ratio, decr_ratio)
    return optimizer


def cast(program: core.Program, dtype: str = "bfloat16", *,
         custom_white_list: Any = None,
         custom_black_list: Any = None,
         feeds: Any = None) -> core.Program:
    """A program for inference that computes in 16 bits where decorate does.

    Parameters stay float32 in the scope; the executor converts them once, not
    in every run. pd.io.save_inference_model stores those that nothing else
    reads in 16 bits. The program that is given stays as it is.

    Args:
      program: does not train.
      dtype: "bfloat16" or "float16".
      custom_white_list: types of operators that compute in 16 bits, too.
      custom_black_list: types that compute in float32.
      feeds: names of variables that runs will feed, though the program
        computes them or they are parameters. Others may be fetched, but what
        is fed for them does not reach what computes in 16 bits.

    Raises:
      ValueError: another dtype, or a type in both lists.
      KeyError: a type that there is not.

    Example:
      >>> x = pd.layer.data("x", [None, 4])
      >>> y = pd.layer.fc(x, 2, bias_attr=False)
      >>> program = pd.amp.cast(pd.default_main_program())
      >>> [op.type for op in program.global_block().ops]
      ['cast', 'mul', 'cast']
    """
    return core._amp_cast(program, dtype, custom_white_list,
                          custom_black_list, feeds)


def operators() -> Dict[str, str]:
    """The types of operators that compute in 16 bits, each with "half", or
    "follows" if it does so where what it reads has been computed in them.

    Example:
      >>> pd.amp.operators()["matmul"], pd.amp.operators()["relu"]
      ('half', 'follows')
    """
    return core._amp_operators()
