"""The IDX files of pd.dataset.mnist, whole and damaged."""

import gzip
import os
import struct
import tempfile
import unittest

import numpy as np

from paddle.dataset import mnist

PIXELS = bytes(range(12))
IMAGES = struct.pack(">4I", 2051, 2, 2, 3) + PIXELS
LABELS = struct.pack(">2I", 2049, 2) + b"\x03\x09"


class MnistTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, data, name="file"):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def assert_damaged(self, data, message, read=mnist.read_images):
        path = self.write(data)
        with self.assertRaisesRegex(OSError, message) as context:
            read(path)
        self.assertIn(path, str(context.exception))

    def test_reads_plain_and_compressed(self):
        for data in (IMAGES, gzip.compress(IMAGES)):
            images = mnist.read_images(self.write(data))
            self.assertEqual(images.dtype, np.uint8)
            self.assertEqual(images.shape, (2, 2, 3))
            self.assertEqual(images.tobytes(), PIXELS)
        labels = mnist.read_labels(self.write(LABELS))
        self.assertEqual(labels.dtype, np.int64)
        self.assertEqual(labels.tolist(), [3, 9])

    def test_every_truncation_is_found(self):
        for size in range(len(IMAGES)):
            self.assert_damaged(IMAGES[:size], "truncated")
        compressed = gzip.compress(IMAGES)
        for size in range(2, len(compressed)):
            self.assert_damaged(compressed[:size], "")

    def test_every_flipped_bit_of_a_compressed_file_is_found_or_harmless(self):
        compressed = gzip.compress(IMAGES, mtime=0)
        for place in range(len(compressed)):
            data = bytearray(compressed)
            data[place] ^= 16
            path = self.write(bytes(data))
            try:
                self.assertEqual(mnist.read_images(path).tobytes(), PIXELS)
            except OSError as error:
                self.assertIn(path, str(error))

    def test_trailing_bytes_and_wrong_kinds(self):
        self.assert_damaged(IMAGES + b"x", "more than the 12 bytes")
        self.assert_damaged(LABELS, "truncated in its header")
        self.assert_damaged(LABELS + b"12345678",
                            "begins with 2049, not with 2051")
        self.assert_damaged(IMAGES, "no IDX file of labels", mnist.read_labels)

    def test_absurd_sizes_take_no_memory(self):
        data = struct.pack(">4I", 2051, *[2**32 - 1] * 3) + b"x"
        self.assert_damaged(data, "truncated: 1 of")

    def test_labels_are_in_range(self):
        data = struct.pack(">2I", 2049, 2) + b"\x03\x0a"
        self.assert_damaged(data, "label 10 of item 1", mnist.read_labels)

    def test_as_many_labels_as_images(self):
        self.write(IMAGES, "train-images-idx3-ubyte")
        self.write(struct.pack(">2I", 2049, 1) + b"\x01",
                   "train-labels-idx1-ubyte")
        with self.assertRaisesRegex(OSError, "2 images, but .* 1 labels"):
            mnist.train_arrays(self.folder)

    def test_a_missing_file_says_what_to_install(self):
        with self.assertRaisesRegex(FileNotFoundError,
                                    "dataset-fashion-mnist"):
            list(mnist.test(self.folder)())

    def test_the_reader_gives_normalised_samples(self):
        self.write(IMAGES, "t10k-images-idx3-ubyte")
        self.write(LABELS, "t10k-labels-idx1-ubyte")
        samples = list(mnist.test(self.folder)())
        self.assertEqual([label for _, label in samples], [3, 9])
        image = samples[0][0]
        self.assertEqual((image.dtype, image.shape), (np.float32, (6,)))
        np.testing.assert_allclose(image, np.arange(6) / 127.5 - 1, atol=1e-6)

    @unittest.skipUnless(os.path.isdir(mnist.DIRECTORY), "data not installed")
    def test_the_real_data(self):
        images, labels = mnist.test_arrays()
        self.assertEqual(images.shape, (10000, 28, 28))
        self.assertEqual(np.bincount(labels).tolist(), [1000] * 10)
