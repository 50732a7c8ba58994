"""This workspace has the lines that Paddle's README tells users to write."""

import os
import unittest

README = os.path.join("..", "paddle", "README.md")


def read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


class ReadmeTest(unittest.TestCase):

    def test_shows_the_files_word_for_word(self):
        readme = read(README)
        for path in ("WORKSPACE", ".bazelrc"):
            with self.subTest(path):
                text = read(path)
                self.assertGreater(len(text.splitlines()), 4)
                self.assertTrue(f"\n{text}```\n" in readme,
                                f"README.md does not show {path} as it is")
