"""Checks the metadata of the wheel."""

import os
import tempfile
import unittest

import metadata


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

    def test_one_wheel_for_numpy_1_and_2(self):
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "python", "wheel"))
            for name, line in (("python/version.bzl", 'VERSION = "1.2.3"\n'),
                               ("python/wheel/DESCRIPTION.md", "It is.\n"),
                               ("LICENSE", "Apache\n")):
                with open(os.path.join(root, name), "w") as file:
                    file.write(line)
            text = metadata.info(root, "3.11", [])["METADATA"].decode()
        self.assertIn("\nRequires-Python: ==3.11.*\n", text)
        self.assertIn("\nRequires-Dist: numpy >=1.22,<3\n", text)

    def test_the_wheel_of_servers_is_for_one_version(self):
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "python", "wheel"))
            for name, line in (
                    ("python/version.bzl", 'VERSION = "1.2.3"\n'),
                    ("python/wheel/SERVER_DESCRIPTION.md", "It is.\n"),
                    ("LICENSE", "Apache\n")):
                with open(os.path.join(root, name), "w") as file:
                    file.write(line)
            info = metadata.server_info(root, [])
        text = info["METADATA"].decode()
        self.assertIn("\nName: paddle-blocks-server\n", text)
        self.assertIn("\nRequires-Dist: paddle-blocks ==1.2.3\n", text)
        self.assertIn("licenses/librocksdb-dev.txt", info)

    def test_packages_and_their_licences(self):
        header = "/usr/include/pybind11/pybind11.h"
        self.assertEqual(metadata.package_of(header), "pybind11-dev")
        found = metadata.licences([header])
        self.assertIn("licenses/libeigen3-dev.txt", found)
        self.assertIn(b"BSD", found["licenses/pybind11-dev.txt"])
