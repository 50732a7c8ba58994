"""Calls of the C interface at random, most of them wrong: each gives a result
or an error that says something, and the library goes on.

PADDLE_FUZZ_COUNT is the number of calls, PADDLE_FUZZ_FIRST the first seed.
"""

import ctypes
import os
import random
import shutil
import tempfile
import unittest
from typing import Any, List, Tuple

import numpy as np

import paddle_c
import saved_line

COUNT = int(os.environ.get("PADDLE_FUZZ_COUNT", "20000"))
FIRST = int(os.environ.get("PADDLE_FUZZ_FIRST", "0"))
TRACE = "PADDLE_FUZZ_TRACE" in os.environ
ROUND = 1000  # calls with one seed

# Handles by type, in what function gives and frees them.
KINDS = {"PaddleTensor*": "paddle_tensor_free",
         "PaddleModel*": "paddle_model_free",
         "PaddleProfile*": "paddle_profile_free"}
# Called apart: what they change or take holds for the whole process, or is
# theirs afterwards.
APART = {"paddle_set_threads", "paddle_load_op_library",
         "paddle_tensor_from_dlpack", "paddle_error_free"}


DELETERS: List[Any] = []


class Caller:
    """Calls functions with arguments that are right, wrong or stale."""

    def __init__(self, seed: int, folder: str) -> None:
        self.random = random.Random(seed)
        self.folder = folder
        self.library = paddle_c.load()
        self.functions = [one for one in paddle_c.functions().values()
                          if one.name not in APART]
        self.handles: List[Tuple[str, int]] = []
        self.freed: List[int] = []
        self.kept: List[Any] = []
        self.good = self.bad = self.returned = self.steps = 0

    def handle(self, kind: str) -> Any:
        choice = self.random.random()
        fitting = [at for of, at in self.handles if of == kind]
        if fitting and choice < 0.7:
            return self.random.choice(fitting[-4:])
        if self.freed and choice < 0.8:
            return self.random.choice(self.freed)
        if self.handles and choice < 0.85:
            return self.random.choice(self.handles)[1]
        return self.random.choice([None, 1, 8, 0x7fff00000000, 2**64 - 16])

    def text(self) -> Any:
        names = [b"x", b"y", b"fc_0.w_0", b"", b"\xff\xfe", b"nothing", None,
                 b"a" * 5000, self.path("model"), self.path("out"),
                 self.path("model/parameters"), b"/proc/self/mem", b"/",
                 b"mean_0.tmp_0", self.path("model/program")]
        return self.random.choice(names)

    def path(self, name: str) -> bytes:
        return os.path.join(self.folder, name).encode()

    def number(self) -> int:
        return self.random.choice(
            [0, 0, 1, 1, 2, 3, 4, 8, 9, 10, 16, 32, 100, -1, -2, 2**31 - 1,
             -2**31])

    def array(self, values: Any) -> int:
        self.kept.append(values)
        return ctypes.addressof(values)

    def struct(self) -> int:
        """A struct of any kind: most sizes are wrong, its members too."""
        bytes_ = (ctypes.c_uint64 * 64)()
        bytes_[0] = self.random.choice([0, 7, 32, 64, 112, 120, 128, 200, 512,
                                        2**63])
        if self.random.random() < 0.3:
            for i in range(1, 64):
                bytes_[i] = self.random.getrandbits(64)
            # No number of threads: it holds for the process.
            bytes_[1] &= 0xffffffff
        return self.array(bytes_)

    def options(self) -> Any:
        if self.random.random() < 0.5:
            return None
        made = paddle_c.Options(
            self.random.choice([32, 32, 32, 31, 0, 40]),
            self.random.choice([0, 0, 8, 7, 3, 9, 99]), 0,
            self.random.choice([0, -1, 1, 2, 3]),
            self.random.choice([0, 1]), 0, self.random.choice([0, 0, 0, 5]))
        padded = (ctypes.c_uint64 * 8)()
        ctypes.memmove(padded, ctypes.addressof(made), 32)
        return self.array(padded)

    def sizes(self) -> int:
        values = [self.random.choice([0, 1, 2, 4, 8, -1, 2**31, 2**62])
                  if self.random.random() < 0.2 else
                  self.random.choice([1, 2, 4, 8]) for _ in range(16)]
        return self.array((ctypes.c_int64 * 16)(*values))

    def names(self) -> Any:
        made = (ctypes.c_char_p * 16)(*[self.text() for _ in range(16)])
        if self.random.random() < 0.5:
            made[0], made[1] = b"x", b"y"
        return self.random.choice([None, self.array(made)])

    def argument(self, type_: str, name: str) -> Any:
        plain = type_.replace("const ", "")
        if plain in KINDS:
            return self.handle(plain)
        if type_ == "const char*":
            return self.text()
        if "const char*" in type_:
            return self.names()
        if plain in ("PaddleTensor* const*", "PaddleTensor**"):
            tensors = [self.handle("PaddleTensor*") or 0 for _ in range(16)]
            return self.array((ctypes.c_uint64 * 16)(*tensors))
        if plain == "PaddleLoadOptions*":
            return self.options()
        if plain.endswith("Info*") or plain == "PaddleProfiledOp*":
            return self.random.choice([None, self.struct(), self.struct()])
        if plain == "int64_t* const*":
            return self.array((ctypes.c_uint64 * 16)(
                *[self.sizes() for _ in range(16)]))
        if name == "counts":
            return self.array((ctypes.c_size_t * 16)(
                *[self.random.choice([0, 1, 2, 4, 16]) for _ in range(16)]))
        if plain in ("int64_t*", "size_t*"):
            return self.random.choice([None, self.sizes(), self.sizes()])
        if type_ == "deleter":
            # It may be called for as long as the process lives.
            DELETERS.append(paddle_c.DELETER(self.returns))
            return DELETERS[-1]
        if plain == "void*":
            return self.random.choice(
                [None, self.array((ctypes.c_uint64 * 64)())])
        if type_ == "size_t":
            # Never more than the arrays have.
            most = 512 if "bytes" in name or "_size" in name else 16
            exact = [4, 8, 16, 32, 64, 128]
            return min(self.random.choice(exact + [0, 1, 2, 2, 3]), most)
        if type_ in ("int32_t", "int64_t", "PaddleDataType", "PaddleStatus"):
            number = self.number()
            # Levels have arrays of sixteen, and 64 is the limit.
            return min(number, 16) if name == "levels" else number
        raise TypeError(f"what is {type_}?")

    def returns(self, _: Any) -> None:
        self.returned += 1

    def call(self) -> str:
        if self.random.random() < 0.05:
            model = self.handle("PaddleModel*")
            self.steps += not np.isnan(right_step(self.library, model, 1))
            return "right_step"
        function = self.random.choice(self.functions)
        error = ctypes.c_void_p(0)
        arguments = []
        wants = self.random.random() < 0.9
        for type_, name in zip(function.types, function.names):
            if type_ == "PaddleError**":
                arguments.append(ctypes.addressof(error) if wants else None)
            elif type_ == "const PaddleError*":
                arguments.append(self.handle("PaddleTensor*"))
            else:
                arguments.append(self.argument(type_, name))
        if TRACE:
            print(function.name, arguments, flush=True)
        result = getattr(self.library, function.name)(*arguments)
        self.note(function, arguments, result)
        self.check(function, result, error)
        return function.name

    def note(self, function: Any, arguments: List[Any], result: Any) -> None:
        if function.result in KINDS and result:
            self.handles.append((function.result, result))
        if function.name in KINDS.values():
            gone = arguments[0]
            kind = function.types[0]
            if (kind, gone) in self.handles:
                self.handles.remove((kind, gone))
                self.freed = self.freed[-20:] + [gone]
        if "PaddleTensor**" in function.types and result == 0:
            # Fetched tensors: as many as names.
            at = function.types.index("PaddleTensor**")
            count = arguments[at + 1]
            array = (ctypes.c_uint64 * 16).from_address(arguments[at])
            for value in array[:count]:
                self.library.paddle_tensor_free(value)

    def check(self, function: Any, result: Any, error: ctypes.c_void_p) -> None:
        if not error.value:
            self.good += 1
            return
        self.bad += 1
        status = self.library.paddle_error_status(error)
        message = self.library.paddle_error_message(error)
        if not 1 <= status <= 11 or not message:
            raise AssertionError(f"{function.name}: {status} {message}")
        # A defect of the library has this status.
        if status == 11:
            raise AssertionError(f"{function.name}: {message!r}")
        self.library.paddle_error_free(error)

    def end(self) -> None:
        for kind, at in self.handles:
            getattr(self.library, KINDS[kind])(at)


def right_step(library: ctypes.CDLL, model: int, step: int) -> float:
    """Trains as it should be done; returns the loss, NaN after an error."""
    tensors = []
    for value in saved_line.SavedLine.batch(step):
        dims = (ctypes.c_int64 * 2)(*value.shape)
        tensors.append(library.paddle_tensor_new(
            9, ctypes.addressof(dims), 2, value.ctypes.data, value.nbytes,
            None))
    names = (ctypes.c_char_p * 2)(b"x", b"y")
    feeds = (ctypes.c_void_p * 2)(*tensors)
    fetch = (ctypes.c_char_p * 1)(b"mean_0.tmp_0")
    fetched = ctypes.c_void_p()
    status = library.paddle_model_run(
        model, ctypes.addressof(names), ctypes.addressof(feeds), 2,
        ctypes.addressof(fetch), ctypes.addressof(fetched), 1, None)
    loss = float("nan")
    if status == 0:
        at = library.paddle_tensor_data(fetched, None)
        loss = ctypes.c_float.from_address(at).value
    for tensor in [*tensors, fetched]:
        library.paddle_tensor_free(tensor)
    return loss


class FuzzTest(unittest.TestCase):

    def test_calls_at_random(self):
        with tempfile.TemporaryDirectory() as folder:
            model, untouched = (os.path.join(folder, name)
                                for name in ("model", "untouched"))
            saved_line.SavedLine(untouched)
            good = bad = steps = 0
            for seed in range(FIRST, FIRST + max(1, COUNT // ROUND)):
                # Calls may have saved another one there.
                shutil.rmtree(model, ignore_errors=True)
                shutil.copytree(untouched, model)
                caller = Caller(seed, folder)
                names = []
                try:
                    for _ in range(ROUND):
                        names.append(caller.call())
                except AssertionError as error:
                    raise AssertionError(
                        f"seed {seed}, call {len(names)}") from error
                caller.end()
                good, bad = good + caller.good, bad + caller.bad
                steps += caller.steps
            print(f"{good} calls succeeded, {bad} failed; {steps} steps of "
                  "training between them")
            self.assertGreater(good, COUNT // 20)
            self.assertGreater(bad, COUNT // 20)
            self.assertGreater(steps, COUNT // 500)
            self.assert_works(untouched)

    def assert_works(self, folder):
        """After all of it, a model still trains."""
        library = paddle_c.load()
        model = library.paddle_model_load(folder.encode(), None, None)
        self.assertTrue(model)
        losses = [right_step(library, model, 0) for _ in range(100)]
        self.assertLess(losses[-1], losses[0])
        library.paddle_model_free(model)


if __name__ == "__main__":
    unittest.main()
