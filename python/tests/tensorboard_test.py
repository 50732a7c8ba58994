"""Event files, read back by a reader that shares nothing with the writer."""

import glob
import math
import os
import struct
import tempfile
import unittest

import numpy as np

import paddle as pd


def crc32c(data):
    """Bit by bit, from its definition."""
    crc = 0xffffffff
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
    return crc ^ 0xffffffff


def masked(data):
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xa282ead8) % 2**32


def records(data):
    while data:
        (length,), (check,) = (struct.unpack("<Q", data[:8]),
                               struct.unpack("<I", data[8:12]))
        assert check == masked(data[:8])
        record, rest = data[12:12 + length], data[12 + length:]
        assert len(record) == length
        assert struct.unpack("<I", rest[:4])[0] == masked(record)
        yield record
        data = rest[4:]


def varint(data, place):
    value = shift = 0
    while True:
        value |= (data[place] & 0x7f) << shift
        place, shift = place + 1, shift + 7
        if not data[place - 1] & 0x80:
            return value, place


def fields(data):
    """Field number -> value of a protocol buffer: numbers, bytes."""
    found, place = {}, 0
    while place < len(data):
        key, place = varint(data, place)
        kind = key & 7
        if kind == 0:
            value, place = varint(data, place)
        elif kind == 2:
            size, place = varint(data, place)
            value, place = data[place:place + size], place + size
        else:
            form, size = {1: ("<d", 8), 5: ("<f", 4)}[kind]
            value, = struct.unpack(form, data[place:place + size])
            place += size
        assert key >> 3 not in found
        found[key >> 3] = value
    return found


class WriterTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "logs", "run")

    def events(self):
        """(step, time, Summary.Value) of each event but the first."""
        path, = glob.glob(self.folder + "/events.out.tfevents.*")
        with open(path, "rb") as file:
            first, *others = map(fields, records(file.read()))
        self.assertEqual(first[3], b"brain.Event:2")
        self.assertGreater(first[1], 1.6e9)
        return [(e[2], e[1], fields(fields(e[5])[1])) for e in others]

    def test_checksums_are_those_of_the_standard(self):
        self.assertEqual(crc32c(b"123456789"), 0xe3069283)

    def test_scalars(self):
        values = [0.5, -3, np.float64(1e-9), np.array([2.5]), float("nan"),
                  1e300]
        with pd.tensorboard.Writer(self.folder) as writer:
            for step, value in enumerate(values):
                writer.add_scalar("loss/train", value, step * 1000,
                                  wall_time=100.25 + step)
        events = self.events()
        self.assertEqual([step for step, _, _ in events],
                         [1000 * i for i in range(6)])
        self.assertEqual([time for _, time, _ in events],
                         [100.25 + i for i in range(6)])
        found = [value[2] for _, _, value in events]
        self.assertEqual(found[:2], [0.5, -3])
        self.assertEqual(found[2], np.float32(1e-9))
        self.assertEqual(found[3], 2.5)
        self.assertTrue(math.isnan(found[4]))
        self.assertEqual(found[5], math.inf)
        self.assertEqual({value[1] for _, _, value in events}, {b"loss/train"})

    def test_histograms(self):
        values = np.random.default_rng(1).normal(size=(50, 20))
        values[3, 4] = math.nan
        with pd.tensorboard.Writer(self.folder) as writer:
            writer.add_histogram("weights", values, 7, bins=16)
            writer.add_histogram("nothing", [], 8)
        (step, _, value), (_, _, empty) = self.events()
        self.assertEqual((step, value[1]), (7, b"weights"))
        histogram = fields(value[5])
        finite = values[np.isfinite(values)]
        self.assertEqual([histogram[i] for i in (1, 2, 3)],
                         [finite.min(), finite.max(), 999])
        self.assertAlmostEqual(histogram[4], finite.sum())
        self.assertAlmostEqual(histogram[5], (finite ** 2).sum())
        limits, counts = (np.frombuffer(histogram[i], "<f8") for i in (6, 7))
        self.assertEqual(len(limits), 16)
        self.assertEqual(limits[-1], finite.max())
        below = [(finite <= limit).sum() for limit in limits]
        self.assertEqual(np.cumsum(counts).tolist(), below)
        self.assertEqual(fields(empty[5])[3], 0)

    def test_texts(self):
        with pd.tensorboard.Writer(self.folder) as writer:
            writer.add_text("note", "# größer\n" * 100, 2)
        ((step, _, value),) = self.events()
        self.assertEqual((step, value[1]), (2, b"note"))
        tensor = fields(value[8])
        self.assertEqual(tensor[1], 7)
        self.assertEqual(fields(fields(tensor[2])[2])[1], 1)
        self.assertEqual(tensor[8].decode(), "# größer\n" * 100)
        self.assertEqual(fields(fields(value[9])[1])[1], b"text")

    def test_a_trainer_tells_its_metrics(self):
        def network():
            x = pd.layer.data("x", [None, 2])
            return pd.layer.mean(pd.layer.fc(x, 1))
        trainer = pd.Trainer(network, pd.optimizer.SGD(0.1))
        batches = [np.ones((4, 2), np.float32)] * 3
        with pd.tensorboard.Writer(self.folder) as writer:
            history = trainer.train(
                lambda: [(b,) for b in batches], 2, progress=False,
                event_handler=writer.handle,
                eval_reader=lambda: [(batches[0],)])
        seen = [(value[1].decode(), step) for step, _, value in self.events()]
        epochs = [[("step/loss", 3 * i + j + 1) for j in range(3)]
                  + [("eval/loss", 3 * i + 3), ("epoch/loss", 3 * i + 3)]
                  for i in range(2)]
        self.assertEqual(seen, sum(epochs, []))
        self.assertEqual(self.events()[-1][2][2],
                         np.float32(history[-1]["loss"]))

    def test_flushed_events_can_be_read_before_the_end(self):
        writer = pd.tensorboard.Writer(self.folder)
        writer.add_scalar("a", 1, -1)
        self.assertEqual(self.events(), [])
        writer.flush()
        self.assertEqual(self.events()[0][0], 2**64 - 1)  # int64 -1
        writer.close()
        writer.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            writer.add_scalar("a", 1, 2)

    def test_events_are_flushed_in_time(self):
        with pd.tensorboard.Writer(self.folder, flush_seconds=0) as writer:
            writer.add_scalar("a", 1, 2)
            self.assertEqual(len(self.events()), 1)

    def test_writers_in_one_folder_have_files_of_their_own(self):
        writers = [pd.tensorboard.Writer(self.folder) for _ in range(3)]
        self.assertEqual(len({writer.path for writer in writers}), 3)
        for writer in writers:
            writer.close()

    def test_tensorboard_reads_them(self):
        try:
            from tensorboard.backend.event_processing import event_accumulator
        except ImportError:
            self.skipTest("the package tensorboard is not installed")
        with pd.tensorboard.Writer(self.folder) as writer:
            writer.add_scalar("loss", 0.5, 3)
            writer.add_histogram("weights", [1, 2, 3], 3)
        found = event_accumulator.EventAccumulator(self.folder).Reload()
        self.assertEqual([(e.step, e.value) for e in found.Scalars("loss")],
                         [(3, 0.5)])
        self.assertEqual(len(found.Histograms("weights")), 1)
