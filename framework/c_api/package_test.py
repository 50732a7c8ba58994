"""The package: what it exports and promises, and programs that use it."""

import ctypes
import os
import re
import subprocess
import unittest
from typing import List

import numpy as np

import cxx_api
import paddle_c
import saved_line
import unpacked

ABI = os.path.join(paddle_c.FOLDER, "abi.txt")
OP_PLUGIN = os.path.join("framework", "plugin", "op_plugin.h")
# A status, a data type or the highest rank.
NUMBER = re.compile(r"\(unnamed\)::PADDLE_\w+ = |typedef int32_t Paddle")
MOST_BYTES = 12_000_000

CXX = """
#include <iostream>
#include "paddle/framework/c_api/paddle.hpp"
int main(int, char** argv) {
  std::cout << paddle::Model::Load(argv[1]).Feeds()[0].name << std::endl;
}
"""


def declarations() -> List[str]:
    """Declarations that programs are compiled with: those of the header, and
    the numbers of op_plugin.h; but not initial values and the minor version,
    which may change."""
    found = []
    for path in (paddle_c.HEADER, OP_PLUGIN):
        with open(path, encoding="utf-8") as file:
            found += [line for line in cxx_api.declarations(file.read())
                      if path == paddle_c.HEADER or NUMBER.match(line)]
    return [line for line in found
            if not re.match(r"#define PADDLE_(\w+_INIT|C_MINOR)\b", line)]


def stays(recorded: str, now: List[str]) -> bool:
    """True if a declaration is still there; structs may grow."""
    start = recorded.rsplit(" }", 1)[0] if " }" in recorded else None
    return recorded in now or start is not None and any(
        line.startswith(start) for line in now)


class PackageTest(unpacked.UnpackedTest):

    def test_the_program_of_the_guide(self):
        self.write("fit.c", unpacked.block("c"))
        self.run_in("cc", "-std=c99", "-pedantic", "-Wall", "-Wextra",
                    "-Werror", "fit.c", "-o", "fit", *self.flags())
        self.assertEqual(self.run_in("./fit", "line", *self.names, "fitted"),
                         unpacked.EXPECTED)

    def test_what_goes_wrong_is_said(self):
        self.write("fit.c", unpacked.block("c"))
        self.run_in("cc", "fit.c", "-o", "wrong", *self.flags())
        done = subprocess.run(
            ["./wrong", "line", "nothing", self.names[1], "x"],
            cwd=self.folder, env=self.environment, text=True,
            capture_output=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no variable is called 'nothing'", done.stderr)

    def test_cxx11(self):
        self.write("feeds.cc", CXX)
        self.run_in("c++", "-std=c++11", "-pedantic", "-Wall", "-Wextra",
                    "-Werror", "feeds.cc", "-o", "feeds", *self.flags())
        self.assertEqual(self.run_in("./feeds", "line"), "x\n")

    def test_exports_what_the_header_declares(self):
        library = os.path.join(self.library, "libpaddle_c.so.1")
        lines = self.run_in("nm", "-D", "-g", "--defined-only", library)
        exported = {line.split()[-1] for line in lines.splitlines()}
        self.assertEqual(exported, set(paddle_c.functions()))

    def test_is_small(self):
        size = os.path.getsize(os.path.join(self.library, "libpaddle_c.so.1"))
        print(f"libpaddle_c.so.1: {size} bytes")
        self.assertLess(size, MOST_BYTES)

    def test_its_name_and_its_links(self):
        lines = self.run_in("readelf", "-d",
                            os.path.join(self.library, "libpaddle_c.so.1"))
        self.assertIn("soname: [libpaddle_c.so.1]", lines)
        self.assertNotIn("RUNPATH", lines)
        self.assertEqual(os.readlink(
            os.path.join(self.library, "libpaddle_c.so")), "libpaddle_c.so.1")


class AbiTest(unittest.TestCase):

    def test_what_was_recorded_is_still_there(self):
        with open(ABI, encoding="utf-8") as file:
            recorded = [line for line in file.read().splitlines()
                        if line and not line.startswith("# ")]
        now = declarations()
        gone = [line for line in recorded if not stays(line, now)]
        self.assertEqual(gone, [], "changes of what programs were compiled "
                         "with need another PADDLE_C_MAJOR")
        self.assertEqual([line for line in now if line not in recorded], [],
                         f"add these lines to {ABI}, and raise PADDLE_C_MINOR "
                         "once for a release")

    def test_structs_may_grow_at_the_end_alone(self):
        now = ["typedef struct S { int a; int b; } S", "(unnamed)::A = 0"]
        self.assertTrue(stays("typedef struct S { int a; } S", now))
        self.assertFalse(stays("typedef struct S { int b; } S", now))
        self.assertFalse(stays("(unnamed)::A = 1", now))
        self.assertFalse(stays("void f(int a)", now))

    def test_structs_have_no_holes(self):
        """A hole would become a member that older programs do not set."""
        sizes = {"int32_t": 4, "PaddleDataType": 4, "int64_t": 8, "size_t": 8,
                 "const char*": 8}
        with open(paddle_c.HEADER, encoding="utf-8") as file:
            text = re.sub(r"//[^\n]*", "", file.read())
        structs = re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", text, re.S)
        self.assertEqual(len(structs), 4)
        for body, name in structs:
            at = 0
            for member in filter(None, map(str.strip, body.split(";"))):
                type_ = member.rsplit(" ", 1)[0]
                self.assertEqual(at % sizes[type_], 0, f"{name}: {member}")
                count = 9 if "[" in member else 1
                at += sizes[type_] * count
            self.assertEqual(at % 8, 0, name)


class BitsTest(unittest.TestCase):

    def test_trains_as_python_does(self):
        folder = os.path.join(os.environ["TEST_TMPDIR"], "line")
        line = saved_line.SavedLine(folder)
        library = paddle_c.load()
        model = library.paddle_model_load(folder.encode(), None, None)
        # The startup program was the first run of the scope.
        self.assertEqual(library.paddle_model_set_step(model, 1, None), 0)
        for step in range(20):
            self.assertEqual(self.step(library, model, line, step),
                             line.train(step).tobytes(), step)
        for path, save in [("c", lambda path: library.
                            paddle_model_save_parameters(
                                model, path.encode(), None)),
                           ("python", line.save)]:
            save(os.path.join(folder, path))
        with open(os.path.join(folder, "c"), "rb") as one, \
                open(os.path.join(folder, "python"), "rb") as other:
            self.assertEqual(one.read(), other.read())
        library.paddle_model_free(model)

    def step(self, library, model, line, step):
        tensors = []
        for value in line.batch(step):
            dims = (ctypes.c_int64 * 2)(*value.shape)
            tensors.append(library.paddle_tensor_new(
                9, ctypes.addressof(dims), 2, value.ctypes.data, value.nbytes,
                None))
        names = (ctypes.c_char_p * 2)(b"x", b"y")
        feeds = (ctypes.c_void_p * 2)(*tensors)
        fetch = (ctypes.c_char_p * 1)(line.loss.name.encode())
        fetched = ctypes.c_void_p()
        self.assertEqual(library.paddle_model_run(
            model, ctypes.addressof(names), ctypes.addressof(feeds), 2,
            ctypes.addressof(fetch), ctypes.addressof(fetched), 1, None), 0)
        at = library.paddle_tensor_data(fetched, None)
        loss = np.float32(ctypes.c_float.from_address(at).value).tobytes()
        for tensor in [*tensors, fetched]:
            library.paddle_tensor_free(tensor)
        return loss
