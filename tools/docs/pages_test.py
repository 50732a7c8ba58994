"""The pages that Sphinx is given, as far as they can be made without the
repository and Doxygen."""

import os
import re
import unittest

import guide_pages
import op_index
import op_pages
import python_pages
import repository
import text

import paddle as pd

SOFTMAX = {"type": "softmax", "version": 1, "any_type": False,
           "has_gradient": True, "second_order": False,
           "gradient_ops": ["softmax_grad"],
           "kernels": [{"place": "CPU", "dtype": "float32"},
                       {"place": "CUDA", "dtype": "float32"}]}


def site():
    """Makes a site that describes every operator like softmax."""
    types = op_pages.documented()
    return op_pages.Site(
        [{**SOFTMAX, "type": op} for op in types],
        {op: "normalization" for op in types},
        {op: f"operators/normalization/{op}_op.cc" for op in types},
        {"softmax": ["paddle.layer.fc"]},
        {op: ["operators/math/rows/softmax.h"] for op in types},
        {"operators/math/rows/softmax.h": "softmax_8h.html"},
        {"softmax": "namespace.html#a1", "fc": "namespace.html#a2"})


class PagesTest(unittest.TestCase):

    def test_operators(self):
        all_of_them = site()
        for op in op_pages.documented():
            with self.subTest(op):
                page = op_pages.page(op, all_of_them)
                self.assertIn(f".. _op-{op}:", page)
                parts = ["Example", "Errors", "Python", "C++"]
                if pd.core.op_proto(op).outputs:
                    parts.append("Outputs")
                for part in parts:
                    self.assertIn(f"\n{part}\n---", page)

    def test_links_of_an_operator(self):
        page = op_pages.page("softmax", site())
        for link in (":py:obj:`paddle.layer.fc`", "namespace.html#a1",
                     "softmax_8h.html", "/operators/normalization/README"):
            self.assertIn(link, page)

    def test_operators_that_differ_from_others(self):
        different = op_pages.different()
        self.assertGreater(len(different), 8)
        self.assertLessEqual(set(different), set(op_pages.documented()))
        for op in ("scatter", "softmax"):
            self.assertEqual(f"<differs-{op}>" in op_pages.page(op, site()),
                             op in different)

    def test_the_table(self):
        index = op_index.index(site())
        self.assertEqual(index.count("<tr data-types"),
                         len(op_pages.documented()))
        self.assertIn('data-types="float32" data-gradient="yes"', index)

    def test_second_gradients_are_gradients(self):
        twice = site()
        twice.rows["softmax"]["second_order"] = True
        self.assertIn('data-gradient="yes second"', op_index.index(twice))

    def test_links_of_a_layer(self):
        self.assertEqual(
            site().links_of_layers()["paddle.layer.fc"],
            "Operators: :ref:`softmax <op-softmax>`. C++: `paddle::layer::fc "
            "<../cpp/namespace.html#a2>`__.")

    def test_python(self):
        pages = python_pages.pages()
        self.assertIn(".. autofunction:: paddle.layer.fc", pages["layer_nn"])
        self.assertIn(".. autoclass:: paddle.Executor", pages["paddle"])
        for name in pages:
            if name != "index":
                self.assertIn(f"   {name}\n", pages["index"])

    def test_every_public_name_has_a_page(self):
        pages = "".join(python_pages.pages().values())
        for name in pd.__all__:
            value = getattr(pd, name)
            if getattr(value, "__module__", "") == "paddle.layer.ops":
                continue  # An operator's page shows it.
            if isinstance(value, type) or hasattr(value, "__qualname__"):
                self.assertRegex(
                    pages, rf":: paddle(\.layer)?\.{name}\n", name)


class FormulasOnPagesTest(unittest.TestCase):

    def test_of_one_operator(self):
        page = op_pages.page("softmax", site())
        self.assertIn(r"\mathrm{Out} = \frac{\exp(X)}{\sum \exp(X)}", page)
        self.assertNotIn("exp(X) / sum(exp(X))", page)

    def test_of_all(self):
        page = op_index.formula_page()
        self.assertIn("\n:ref:`adam <op-adam>`\n   .. math::\n", page)
        self.assertGreater(page.count(".. math::"), 120)
        self.assertNotIn("op-stack>", page)  # It has none.


class GuideTest(unittest.TestCase):

    def test_the_first_page_runs_its_program(self):
        page = guide_pages.run(repository.read(
            os.getcwd(), guide_pages.GUIDE, "index.md"))
        found = re.search(r"```text\nstep   10: .*\nstep  100: .*\n"
                          r"step 1000: mean squared error (0\.\d+)\n```",
                          page.text)
        self.assertLess(float(found.group(1)), 0.01)
        self.assertEqual(page.drawings["sine.svg"].count("<polyline"), 4)

    def test_what_is_printed_is_not_copied(self):
        page = guide_pages.run("```python\nprint(6 * 7)\n```\n\n"
                               "<!-- prints -->\n\n<!-- prints -->\n")
        self.assertIn("```text\n42\n```\n\n```text\n```\n", page.text)

    def test_a_program_that_fails_makes_no_page(self):
        with self.assertRaises(ZeroDivisionError):
            guide_pages.run("```python\n1 / 0\n```\n")

    def test_every_page_is_in_its_list(self):
        folder = os.path.join(os.getcwd(), guide_pages.GUIDE)
        index = repository.read(folder, "index.md")
        pages = {name[:-len(".md")] for name in os.listdir(folder)}
        self.assertEqual(pages - {"index"}, set(
            re.findall(r"<guide/(\w+)>", index)))

    def test_links_to_the_guide_from_elsewhere(self):
        for link in ("tools/docs/guide/errors.md",
                     "../tools/docs/guide/errors.md"):
            self.assertEqual(
                guide_pages.with_pages(f"[errors]({link})", "."),
                f"[errors]({link.replace('tools/docs/', '')})")

    def test_pictures(self):
        page = guide_pages.run(
            "```python\nopen('a.svg', 'w').write('<svg />')\n"
            "other = pd.Program()\n```\n\n![A](a.svg)\n![B](other.svg)\n")
        self.assertEqual(page.drawings["a.svg"], "<svg />")
        self.assertTrue(page.drawings["other.svg"].startswith("digraph"))


class TextTest(unittest.TestCase):

    def test_parts_of_a_comment(self):
        self.assertEqual(
            text.parts_of("Out = X. Source: A, B (2001). Errors: none."),
            ("Out = X.", "none.", "A, B (2001)."))
        self.assertEqual(text.parts_of("Errors: all"), ("", "all", ""))
        self.assertEqual(text.parts_of("Out = X."), ("Out = X.", "", ""))

    def test_nothing_is_markup(self):
        self.assertEqual(text.escaped("|x|_2 * `y`"),
                         "\\|x\\|\\_2 \\* \\`y\\`")

    def test_programs_of_docstrings(self):
        self.assertEqual(
            text.lists_as_markup(["Of |x|:", "", "    f(x)", "", "Then."]),
            ["Of \\|x\\|:", "", ".. code-block:: python", "", "    f(x)", "",
             "Then."])
        self.assertIn(".. code-block:: text",
                      text.lists_as_markup(["So:", "", "    cc -O2 x.c"]))
