"""Every operator, layer and class is documented: shapes, errors, source and an
example. What lacks a part is listed by name."""

import inspect
import re
import sys
import unittest

import layer_ops
import op_examples
import op_pages
import python_pages
import text

import paddle as pd

# Words that say what shape a value has.
_SHAPE = re.compile(
    r"\[[^\]]*\]|\bshape[ds]?\b|\bscalars?\b|\b[Ll]ike \w|\brank\b|"
    r"\bTensors?\b|\b[Oo]ne (number|bool|element|int)|\bdense\b|"
    r"\belement by element\b")
# A formula, or a definition by an example: "Of a, b: b", "With X 1, Out is 2".
_FORMULA = re.compile(r"[-+*/=<>^|]=? |\b[Oo]f [^.]*:|"
                      r"\b[Ww]ith [^.]*(:|\bis\b|\bgives\b)")
_PAPER = re.compile(r"\b(19|20)\d\d\b|https?://|arXiv")
_ERROR = re.compile(r"\b(InvalidArgument|OutOfRange|Unimplemented|NotFound|"
                    r"FailedPrecondition|TypeMismatch)\b|^none beside those of "
                    r"every operator")
_EXCEPTION = re.compile(r"\b\w+Error\b")


def lacking(found):
    """"name: part, part" of each that lacks any."""
    return [f"{name}: {', '.join(parts)}" for name, parts in found if parts]


def parts_lacking_in_operator(op):
    proto = pd.core.op_proto(op)
    what, errors, source = text.parts_of(proto.comment)
    if not _ERROR.search(errors):
        yield "errors"
    if not _PAPER.search(source + what) and not _FORMULA.search(what):
        yield "source"
    for slot in [*proto.inputs, *proto.outputs]:
        if not slot.intermediate and not _SHAPE.search(slot.comment):
            yield f"the shape of {slot.name}"
    for attr in proto.attrs:
        if len(attr.comment) < 4:
            yield f"what {attr.name} is"


def parts_lacking_in_example(op, example):
    if op not in example.operators:
        yield "the operator"
    if ".run(" not in example.code:
        yield "a run"
    if not example.output.strip():
        yield "what it prints"
    if re.search(r"\bnan\b", example.output):
        yield "numbers"


def parts_lacking_in_python(name, value, module_text=""):
    """module_text: what holds for all of a module may stand there once."""
    doc = inspect.getdoc(value) or ""
    told, _, example = doc.partition("Example:")
    if len(told) < 10:
        yield "documentation"
    if ">>>" not in example:
        yield "an example"
    if name.startswith("paddle.layer."):
        if not _SHAPE.search(told):
            yield "shapes"
        if not _EXCEPTION.search(told + module_text):
            yield "errors"


def has_source(name):
    """A paper or a formula, of its own or of the operators that it writes."""
    doc = inspect.getdoc(getattr(pd.layer, name)) or ""
    if _PAPER.search(doc) or _FORMULA.search(doc.partition("Example:")[0]):
        return True
    written = layer_ops.written_by(name)
    return name in _NOTHING_COMPUTED if not written else all(
        "source" not in parts_lacking_in_operator(op) for op in written)


# Layers that declare variables.
_NOTHING_COMPUTED = ("create_global_var", "create_parameter", "data",
                     "minibatch", "sequence", "var")


class CompletenessTest(unittest.TestCase):
    maxDiff = None

    def test_operators(self):
        self.assertEqual(lacking(
            (op, list(parts_lacking_in_operator(op)))
            for op in op_pages.documented()), [])

    def test_operators_have_examples(self):
        self.assertEqual(lacking(
            (op, list(parts_lacking_in_example(op, op_examples.example_of(op))))
            for op in op_pages.documented()), [])

    def test_python(self):
        found = []
        for name, value in python_pages.entries():
            module = sys.modules.get(getattr(value, "__module__", ""))
            found.append((name, list(parts_lacking_in_python(
                name, value, (module.__doc__ or "") if module else ""))))
        self.assertGreater(len(found), 200)
        self.assertEqual(lacking(found), [])

    def test_layers_have_a_source(self):
        self.assertEqual([name for name in python_pages.public_names(pd.layer)
                          if not has_source(name)], [])

    def test_members_of_classes(self):
        """Everything that users call is documented, here or where it is
        inherited from."""
        found = []
        for name, value in python_pages.entries():
            if isinstance(value, type):
                found += [f"{name}.{member}"
                          for member, method in vars(value).items()
                          if not member.startswith("_") and callable(method)
                          and not inspect.getdoc(getattr(value, member))]
        self.assertEqual(found, [])

    def test_it_sees_what_an_example_lacks(self):
        example = op_examples.run("import paddle as pd\n"
                                  "pd.layer.relu(pd.layer.data('x', [2]))\n")
        self.assertEqual(list(parts_lacking_in_example("exp", example)),
                         ["the operator", "a run", "what it prints"])
        self.assertEqual(
            list(parts_lacking_in_example("relu", example._replace(
                code="exe.run()", output="[nan 1.]\n"))), ["numbers"])

    def test_it_sees_what_is_missing(self):
        def undocumented():
            pass
        self.assertEqual(
            list(parts_lacking_in_python("paddle.layer.x", undocumented)),
            ["documentation", "an example", "shapes", "errors"])
        self.assertFalse(_ERROR.search("none"))
        for no_shape in ("The parameter after the step.", "The others.",
                         "SelectedRows.", "What X is."):
            self.assertFalse(_SHAPE.search(no_shape))
        for no_formula in ("The index of the largest element.",
                           "Numbers drawn from a normal distribution."):
            self.assertFalse(_FORMULA.search(no_formula))
