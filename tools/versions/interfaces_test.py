"""Checks the parts of operators and of Python that count as interface."""

import os
import tempfile
import types
import unittest

import interfaces
import python_api
import schema_api
import write_module
from catalog import Component

MODULE = '''
"""Documentation."""
import os
LIMIT = 3
_HIDDEN = 4
def save(path: str, program=None, *names, scope=None, depth, **more) -> int:
    """Writes."""
    return 1
def _helper(): pass
class Model(Base):
    feeds: list
    def __init__(self, size=3): self.x = size
    @property
    def name(self): return ""
    @name.setter
    def name(self, value): pass
    def _private(self): pass
__all__ = ["save"]
'''


class PythonApiTest(unittest.TestCase):

    def test_lines(self):
        self.assertEqual(python_api.declarations(MODULE, "paddle.io"), [
            "class paddle.io.Model(Base)",
            "paddle.io.LIMIT",
            "paddle.io.Model.__init__ [size=3] at 1",
            "paddle.io.Model.__init__(self)",
            "paddle.io.Model.feeds",
            "paddle.io.Model.name",
            "paddle.io.Model.name can be set",
            "paddle.io.save [**more]",
            "paddle.io.save [*names]",
            "paddle.io.save [program=None] at 1",
            "paddle.io.save [scope=None]",
            "paddle.io.save is exported",
            "paddle.io.save(path, depth=)",
        ])

    def test_documentation_and_annotations_do_not_count(self):
        other = MODULE.replace("Writes.", "Other.").replace(": str", ": bytes")
        other = other.replace("return 1", "return 2")
        self.assertEqual(python_api.declarations(other, "paddle.io"),
                         python_api.declarations(MODULE, "paddle.io"))

    def test_package(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in ("__init__.py", "io.py", "_secret.py", "core.pyi",
                         "layer/__init__.py", "layer/ops.pyi",
                         "optimizer.py", "optimizer.pyi",
                         "__pycache__/io.py", "notes.txt"):
                path = os.path.join(folder, path)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w") as file:
                    file.write("X = 1\n")
            self.assertEqual(interfaces.of_package(folder), {
                "__init__.py": ["paddle.X"],
                "core.pyi": ["paddle.core.X"],
                "io.py": ["paddle.io.X"],
                "layer/__init__.py": ["paddle.layer.X"],
                "optimizer.pyi": ["paddle.optimizer.X"],
            })

    def test_module(self):
        scope = {}
        exec(write_module.module({"platform": "0.1.0", "python": "0.2.0"}),
             scope)
        self.assertEqual(scope["__version__"], "0.2.0")
        self.assertEqual(scope["components"],
                         {"platform": "0.1.0", "python": "0.2.0"})


def slot(name, **flags):
    kept = dict.fromkeys(("list", "optional", "intermediate"), False)
    return types.SimpleNamespace(name=name, **{**kept, **flags})


def attr(name, type_, default=None, **more):
    kept = dict(min=None, max=None, min_exclusive=False, max_exclusive=False,
                choices=[])
    return types.SimpleNamespace(name=name, type=type_, default=default,
                                 **{**kept, **more})


def proto(gradient_of=""):
    return types.SimpleNamespace(
        version=2, gradient_of=gradient_of, has_gradient=True,
        inputs=[slot("X", list=True), slot("Bias", optional=True)],
        outputs=[slot("Out"), slot("Mask", intermediate=True)],
        attrs=[attr("axis", "int"),
               attr("rate", "float", 0.5, min=0, max=1, max_exclusive=True),
               attr("mode", "string", "a", choices=["a", "b"])],
        updates=[("Out", "X")])


class SchemaApiTest(unittest.TestCase):

    def test_lines(self):
        self.assertEqual(schema_api.declarations(proto()), [
            "Out is X, updated",
            "attribute mode: string = 'a' of a, b",
            "attribute rate: float = 0.5 >= 0 < 1",
            "has a gradient",
            "input Bias optional",
            "output Mask intermediate",
            "output Out",
            "requires attribute axis: int",
            "requires input X list",
            "version 2",
        ])

    def test_gradients_belong_to_their_operators(self):
        protos = {"scale": proto(), "scale_grad": proto("scale"),
                  "while_grad": proto(), "relu": proto()}
        core = types.SimpleNamespace(op_types=lambda: sorted(protos),
                                     op_proto=protos.get)
        family = Component("operators/x", (0, 1, 0), {}, [],
                           ["scale", "while"], "")
        self.assertEqual(sorted(interfaces.of_operators(family, core)),
                         ["scale", "scale_grad", "while_grad"])
