"""Comments, code and copies of the same shape are told apart and counted."""

import os
import subprocess
import tempfile
import unittest

import measures
import source_lines

COPY = """\
int {0}Sum(const int* {0}, int n) {{
  int sum = {1};
  for (int i = 0; i < n; ++i) {{
    sum += {0}[i];
  }}
  Check(sum, "{0}");
  return sum;
}}
"""


def measured(path, text):
    return measures.Measured(path, source_lines.split(path, text))


class LinesTest(unittest.TestCase):

    def test_comments_and_code_are_counted_apart(self):
        lines = source_lines.split(
            "a.cc", "// Why.\n// More.\n#include <new>\n\nint a;  // Beside.\n"
            "/* Two\n   lines. */\n}\n")
        self.assertEqual(lines.comments, 4)
        self.assertEqual(lines.code, 3)
        self.assertEqual(list(lines.shapes), [5])

    def test_comment_marks_in_strings_are_code(self):
        lines = source_lines.split(
            "a.cc", 'f("// no");\ng(R"x(\n// no\n)x");\n')
        self.assertEqual((lines.code, lines.comments), (4, 0))

    def test_digit_separators_open_no_character(self):
        lines = source_lines.split(
            "a.cc", "int a = 1'000;\n// Yes.\nchar b = 'x';")
        self.assertEqual((lines.code, lines.comments), (2, 1))

    def test_names_and_literals_have_one_shape_and_keywords_their_own(self):
        shapes = [source_lines.split("a.cc", line).shapes[1]
                  for line in ("return first + 1;", 'return second + "b";',
                               "delete first + 1;")]
        self.assertEqual(shapes[0], shapes[1])
        self.assertNotEqual(shapes[0], shapes[2])

    def test_docstrings_are_comments_and_other_strings_code(self):
        lines = source_lines.split(
            "a.py", '"""Module."""\nimport os\n\n\ndef f():\n    """Two\n'
            '    lines."""\n    # Why.\n    return """no\n"""\n')
        self.assertEqual((lines.code, lines.comments), (4, 4))
        self.assertEqual(list(lines.shapes), [5, 9, 10])


class CloneTest(unittest.TestCase):

    def clones(self, *texts):
        files = [measured(f"memory/{number}.cc", text)
                 for number, text in enumerate(texts)]
        return list(measures.clone_rows(files))[-1][1:]

    def test_a_copy_with_other_names_is_found(self):
        self.assertEqual(self.clones(COPY.format("first", 0),
                                     COPY.format("second", 1)), (12, 12))

    def test_five_lines_are_no_clone(self):
        short = COPY.replace("  int sum = {1};\n", "")
        self.assertEqual(self.clones(short.format("first", 0),
                                     short.format("second", 1)), (0, 10))

    def test_another_operator_is_another_shape(self):
        other = COPY.replace("+=", "-=")
        self.assertEqual(self.clones(COPY.format("first", 0),
                                     other.format("second", 1)), (0, 12))

    def test_a_copy_inside_one_file_is_found(self):
        text = COPY.format("first", 0) + COPY.format("second", 1)
        self.assertEqual(self.clones(text), (12, 12))


class TreeTest(unittest.TestCase):

    def test_rows_of_folders_without_tests_and_untracked_files(self):
        files = {
            "operators/loss/a.h": "// One.\nint a;\nint b;\n",
            "operators/loss/a.cc": "int a;\n",
            "operators/loss/a_test.cc": "int a;\nint b;\n",
            "operators/testing/b.cc": "int a;\nint b;\n",
            "python/tests/c.py": "a = 1\n",
        }
        with tempfile.TemporaryDirectory() as root:
            git = ["git", "-C", root]
            subprocess.run(git + ["init", "--quiet"], check=True)
            for path, text in files.items():
                os.makedirs(os.path.join(root, os.path.dirname(path)),
                            exist_ok=True)
                with open(os.path.join(root, path), "w") as file:
                    file.write(text)
            subprocess.run(git + ["add", "."], check=True)
            with open(os.path.join(root, "untracked.h"), "w") as file:
                file.write("// No.\n")
            product = measures.read_product(root)
        self.assertEqual(list(measures.comment_rows(product)),
                         [("operators/loss", "0.500", "0.000"),
                          ("all", "0.500", "0.000")])
