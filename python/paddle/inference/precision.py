"""Makes models compute with fewer bits."""

from typing import Any, Iterable, Optional

from .. import amp, core, quantization
from ..io import InferenceModel

DTYPES = ("float32", "bfloat16", "int8")


def dtype_of(program: core.Program) -> str:
    """Returns what a program computes in where it is faster: "int8",
    "bfloat16", "float16", or else "float32"."""
    ops = [op for block in program.blocks for op in block.ops]
    if any(op.type == "quantize_linear" or op.attrs.get("dynamic_int8")
           for op in ops):
        return "int8"
    dtypes = {var.name: _dtype(var) for block in program.blocks
              for var in block.vars}
    written = {dtypes.get(name) for op in ops
               for names in op.outputs.values() for name in names}
    for dtype in ("bfloat16", "float16"):
        if dtype in written:
            return dtype
    return "float32"


def _dtype(variable: core.Variable) -> Optional[str]:
    """None of what holds the scopes of steps."""
    try:
        return variable.dtype
    except ValueError:
        return None


def lowered(model: InferenceModel, dtype: str, scope: core.Scope,
            calibration: Optional[Iterable[Any]] = None,
            method: str = "minmax") -> core.Program:
    """Returns the program of a model, so that it computes in `dtype`.

    A model that has been saved with fewer bits stays as it is.

    Args:
      model: of load; its program stays as it is.
      dtype: one of DTYPES.
      scope: has the parameters.
      calibration: of "int8": feeds, as of pd.quantization.calibrate. LSTMs,
        which round numbers as they run, need none.
      method: one of pd.quantization.METHODS.

    Raises:
      ValueError: another dtype; a model of other few bits; no calibration where
        it is needed, or some for another dtype; nothing to quantize.
    """
    if dtype not in DTYPES:
        raise ValueError(f"dtype is one of {', '.join(DTYPES)}, not {dtype!r}")
    if calibration is not None and dtype != "int8":
        raise ValueError(f"calibration is for int8, not for {dtype}")
    if dtype == "float32":
        return model.program
    present = dtype_of(model.program)
    if present == dtype:
        return model.program
    if present != "float32":
        raise ValueError(f"the model was saved in {present}, and cannot be "
                         f"computed in {dtype}")
    if dtype == "bfloat16":
        return amp.cast(model.program, dtype, feeds=model.feeds)
    return _quantized(model, scope, calibration, method)


def _quantized(model: InferenceModel, scope: core.Scope,
               calibration: Optional[Iterable[Any]],
               method: str) -> core.Program:
    program = model.program
    if _has_lstm(program):
        program = quantization.quantize_dynamic(program)
        if not core._quantizable(program):
            return program
    if calibration is None:
        raise ValueError(
            "int8 needs calibration: some feeds of real data, such as 100 "
            "rows, that show how large numbers become; `paddle quantize MODEL "
            "OUT --data FILE` writes a model that has seen them")
    return quantization.quantize(program, quantization.calibrate(
        program, calibration, model.fetches, method=method, scope=scope),
        model.fetches)


def _has_lstm(program: core.Program) -> bool:
    return any(op.type == "lstm" for block in program.blocks
               for op in block.ops)
