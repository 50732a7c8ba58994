"""The wire format that we read is the standard's."""

import re
import unittest
from typing import Dict, Tuple

# The package libonnx-dev has it, which ./tools/dev setup installs.
STANDARD = "/usr/include/onnx/onnx.proto"
OURS = "framework/interchange/onnx/onnx_wire.proto"

# The standard has gained these since Debian's version 1.12.
NEWER = {
    "NodeProto.overload": ("optional", "string", 8),
    "FunctionProto.attribute_proto": ("repeated", "AttributeProto", 11),
    "FunctionProto.overload": ("optional", "string", 13),
    **{f"TensorProto.DataType.{name}": ("", "", number)
       for number, name in enumerate(
           ["FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ",
            "UINT4", "INT4", "FLOAT4E2M1", "FLOAT8E8M0", "UINT2", "INT2"],
           start=17)},
}

# A field has its label, its type and its number; a value of an enumeration its
# number alone.
Field = Tuple[str, str, int]


def fields(path: str) -> Dict[str, Field]:
    """All fields and values of enumerations, by their names with the messages
    around them."""
    with open(path) as file:
        text = re.sub(r"//[^\n]*", "", file.read())
    text = re.sub(r"\[[^\]]*\]", "", text)
    found: Dict[str, Field] = {}
    around = []
    # Braces that open and close, fields, and values.
    pattern = (r"(message|enum|oneof)\s+(\w+)\s*\{|(\})|"
               r"(?:(optional|repeated)\s+)?(\w+)\s+(\w+)\s*=\s*(\w+)\s*;|"
               r"(\w+)\s*=\s*(\w+)\s*;")
    for match in re.finditer(pattern, text):
        kind, opened, closed, label, of, name, number, value, of_value = (
            match.groups())
        if kind:
            # The fields of a choice are the message's.
            around.append("" if kind == "oneof" else opened)
        elif closed:
            around.pop()
        elif name and name != "syntax" and around:
            key = ".".join([part for part in around if part] + [name])
            found[key] = (label or "", of, int(number, 0))
        elif value and around:
            found[".".join([*around, value])] = ("", "", int(of_value, 0))
    return found


class WireTest(unittest.TestCase):

    def test_fields_are_those_of_the_standard(self):
        standard, ours = fields(STANDARD), fields(OURS)
        self.assertGreater(len(standard), 100)
        self.assertGreater(len(ours), 80)
        for name, field in ours.items():
            with self.subTest(name):
                self.assertEqual(field, standard.get(name, NEWER.get(name)))

    def test_newer_fields_are_not_in_the_standard_yet(self):
        standard = fields(STANDARD)
        for name in NEWER:
            self.assertNotIn(name, standard)
            self.assertIn(name, fields(OURS))
