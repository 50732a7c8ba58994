"""check_site and cpp_comments see what they are for."""

import os
import tempfile
import unittest

import check_site
import cpp_comments

GOOD = ('<!DOCTYPE html><html><head><link href="a.css" rel="x"></head><body>'
        '<p id="here">One<p>Two<br/><img src="a.css"><ul><li>Three</ul>'
        '<a href="#here">here</a><a href="b.html#there">there</a>'
        '<a href="https://example.org">outside</a></body></html>')


class CheckSiteTest(unittest.TestCase):

    def faults(self, page):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("a.html", page), ("a.css", ""),
                               ("b.html", '<i id="there"></i>')):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            return list(check_site.faults(folder))

    def test_good(self):
        self.assertEqual(self.faults(GOOD), [])

    def test_each_fault_is_found(self):
        for wrong, right, fault in (
                ('href="c.html"', 'href="b.html#there"', "does not exist"),
                ('"#nowhere"', '"#here"', "no place of that name"),
                ('"b.html#hare"', '"b.html#there"', "no place of that name"),
                ("<div>", "<br/>", "<div> is not closed"),
                ("</div>", "<br/>", "</div> where"),
                ('src="https://x.org/a.png"', 'src="a.css"', "elsewhere"),
                ('src="a.png"', 'src="a.css"', "does not exist")):
            with self.subTest(wrong):
                found = self.faults(GOOD.replace(right, wrong, 1))
                self.assertIn(fault, "\n".join(found))

    def test_a_folder_without_pages(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(len(list(check_site.faults(folder))), 1)


class CppCommentsTest(unittest.TestCase):

    def filtered(self, text, operators=()):
        return "\n".join(cpp_comments.filtered(text.split("\n"), operators))

    def test_comments_document(self):
        self.assertEqual(
            self.filtered("// A head.\n#pragma once\n// Does x@GRAD.\n"
                          "int f();\nint a = 0;  // How <many>.\n"
                          "}  // namespace x"),
            "/// \\file\n/// A head.\n#pragma once\n/// Does x\\@GRAD.\n"
            "int f();\nint a = 0;  ///< How \\<many\\>.\n}  // namespace x")

    def test_members_of_templates_are_no_links(self):
        self.assertEqual(self.filtered("int a;\n// Calls A<T>::Of and b::C."),
                         "int a;\n/// Calls A\\<T\\>\\::Of and b::C.")

    def test_links_to_operators(self):
        self.assertIn('<a href="../ops/relu.html">relu</a>',
                      self.filtered("// A head.\n#pragma once", ["relu"]))
        self.assertNotIn("Operators", self.filtered("// A head.\nint a;"))
