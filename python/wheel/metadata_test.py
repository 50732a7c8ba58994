"""What the wheel says of itself."""

import os
import tempfile
import unittest

import metadata

_HEADER = """
#define PYBIND11_VERSION_MAJOR 2
#define PYBIND11_VERSION_MINOR {}
#define PYBIND11_VERSION_PATCH 0
"""


class MetadataTest(unittest.TestCase):
    def test_version(self):
        with tempfile.TemporaryDirectory() as root:
            path = os.path.join(root, "python", "version.bzl")
            os.mkdir(os.path.dirname(path))
            for text in ('VERSION = "1.20.3"\n', 'VERSION = "1.x"\n'):
                with open(path, "w") as file:
                    file.write(text)
                if "x" in text:
                    with self.assertRaisesRegex(ValueError, "VERSION"):
                        metadata.read_version(root)
                else:
                    self.assertEqual(metadata.read_version(root), "1.20.3")

    def test_numpy_follows_pybind11(self):
        self.assertEqual(metadata.numpy_requirement(_HEADER.format(9)),
                         "numpy <2")
        self.assertEqual(metadata.numpy_requirement(_HEADER.format(12)),
                         "numpy")

    def test_packages_and_their_licences(self):
        header = "/usr/include/pybind11/pybind11.h"
        self.assertEqual(metadata.package_of(header), "pybind11-dev")
        found = metadata.licences([header])
        self.assertIn("licenses/libeigen3-dev.txt", found)
        self.assertIn(b"BSD", found["licenses/pybind11-dev.txt"])
