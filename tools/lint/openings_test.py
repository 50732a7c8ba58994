"""Fragments at the beginning of a comment are found, and sentences are not."""

import unittest

import openings


def lines(path, text):
    return [int(problem.split(":")[1]) for problem in openings.find(path, text)]


class FindTest(unittest.TestCase):

    def test_each_of_the_worst_openings(self):
        for opening in ("What a frame holds.", "Of all elements, a scalar.",
                        "The same, or 16.", "Whether it is empty.",
                        "Where it begins.", "How many there are.",
                        "Which of them.", "Who waits.",
                        "As Add(), but without a check."):
            with self.subTest(opening):
                self.assertEqual(lines("a/b.h", f"// {opening}\nint a;\n"),
                                 [1])

    def test_sentences_are_left_alone(self):
        text = ("// Returns what a frame holds.\nint a;\n"
                "// Whatever comes, it is kept.\nint b;\n"
                "// As wide as a row.\nint c;\n"
                "// Offsets of rows.\nint d;\n")
        self.assertEqual(lines("a/b.h", text), [])

    def test_only_the_first_line_of_a_comment_counts(self):
        text = ("// Says\n// What is meant.\n"
                "int a;  // True if so.\n        // Of it.\n")
        self.assertEqual(lines("a/b.h", text), [])

    def test_questions_are_sentences(self):
        self.assertEqual(lines("a/b.cc", "// Who comes first?\nint a;\n"), [])

    def test_comments_beside_code_begin_anew(self):
        text = "int a;  // Rows.\nint b;  // Of both.\n"
        self.assertEqual(lines("a/b.cc", text), [2])

    def test_strings_are_no_comments(self):
        self.assertEqual(lines("a/b.cc", 'f("// What is this.");\n'), [])
        self.assertEqual(lines("a/b.py", 'f("Of it.")\n'), [])

    def test_docstrings_and_build_files(self):
        text = '"""What it does.\n\nMore.\n"""\ndef f():\n    r"""Of it."""\n'
        self.assertEqual(lines("a/b.py", text), [1, 6])
        self.assertEqual(lines("a/BUILD", "# Which of them.\nf()\n"), [1])


class CheckTest(unittest.TestCase):

    def check(self, text, folders):
        return list(openings.check("a", {"a/b.h": text, "a/c.md": "Of it."},
                                   frozenset(folders)))

    def test_a_folder_of_the_list_may_have_them(self):
        self.assertEqual(len(self.check("// Of it.\n", [])), 1)
        self.assertEqual(self.check("// Of it.\n", ["a"]), [])

    def test_a_folder_without_them_leaves_the_list(self):
        self.assertEqual(self.check("// Its size.\n", []), [])
        self.assertRegex(self.check("// Its size.\n", ["a"])[0],
                         "take a out of NOT_REWORDED")
