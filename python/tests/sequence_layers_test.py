"""Layers over sequences, and those whose answer to a sequence is one piece."""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

LENGTHS = [3, 0, 1, 4]
OFFSETS = np.cumsum([0] + LENGTHS)


def rows(values, lengths=LENGTHS):
    """Rows in sequences."""
    return pd.LoDTensor(np.asarray(values), [list(lengths)])


def ids(*values):
    return np.array(values, np.int64).reshape(-1, 1)


class SequenceTestCase(ProgramTestCase):

    def assert_run_fails(self, kind, fetch, *parts, **feed):
        """An exception whose message holds all parts and a line of this file,
        where the operator was written."""
        with self.assertRaises(kind) as context:
            self.eval(fetch, **feed)
        for part in (*parts, "sequence_layers_test.py, line "):
            self.assertIn(part, str(context.exception))


class SequencesTest(SequenceTestCase):

    def setUp(self):
        super().setUp()
        self.x = pd.layer.data("x", [None, 2], lod_level=1)
        self.values = random(8, 2)

    def parts(self):
        return np.split(self.values, OFFSETS[1:-1])

    def test_pooling(self):
        pools = {
            "sum": lambda s: s.sum(0), "max": lambda s: s.max(0),
            "average": lambda s: s.mean(0), "first": lambda s: s[0],
            "last": lambda s: s[-1], "sqrt": lambda s: s.sum(0) / len(s)**.5}
        layers = [pd.layer.sequence_pool(self.x, kind) for kind in pools]
        layers += [pd.layer.sequence_first_step(self.x),
                   pd.layer.sequence_last_step(self.x)]
        results = self.eval(layers, x=rows(self.values))
        for pool, result in zip([*pools.values(), pools["first"],
                                 pools["last"]], results):
            expected = [pool(s) if len(s) else np.zeros(2)
                        for s in self.parts()]
            np.testing.assert_allclose(result, expected, atol=1e-6)

    def test_conv_makes_its_filter(self):
        y = pd.layer.sequence_conv(self.x, 3, param_attr="w", bias_attr="b")
        back = pd.layer.sequence_conv(self.x, 3, 2, context_start=-2,
                                      bias_attr=False, act="tanh")
        self.run_startup()
        self.set_value("b", np.array([1, 2, 3], "float32"))
        fetched = self.eval([y, back], x=rows(self.values))
        whole = [np.concatenate(list(f)) for f in fetched]

        def expected(w, start):
            size = len(w) // 2
            made = []
            for s in self.parts():
                padded = np.concatenate([np.zeros((9, 2)), s, np.zeros((9, 2))])
                made += [padded[9 + t + start:9 + t + start + size].ravel() @ w
                         for t in range(len(s))]
            return np.array(made)
        np.testing.assert_allclose(
            whole[0], expected(self.value("w"), -1) + [1, 2, 3], atol=1e-6)
        np.testing.assert_allclose(
            whole[1], np.tanh(expected(self.value("sequence_conv_1.w_0"), -2)),
            atol=1e-6)

    def test_slice(self):
        offset = pd.layer.data("offset", [None, 1], "int64")
        length = pd.layer.data("length", [None, 1], "int64")
        part = pd.layer.sequence_slice(self.x, offset, length)
        total = pd.layer.sequence_pool(part, "sum")
        sums, = self.eval([total], x=rows(self.values), offset=ids(1, 0, 1, 0),
                          length=ids(2, 0, 0, 3))
        s = self.parts()
        np.testing.assert_allclose(
            sums, [s[0][1:].sum(0), [0, 0], [0, 0], s[3][:3].sum(0)], atol=1e-6)
        self.assert_run_fails(
            IndexError, total, "sequence 3 has 4 rows: a slice of 3 rows from "
            "row 2 on is not within", x=rows(self.values),
            offset=ids(1, 0, 1, 2), length=ids(2, 0, 0, 3))

    def test_padding_and_back(self):
        padded = pd.layer.sequence_pad(self.x, 0.5, padded_length=5)
        wide = pd.layer.sequence_pad(
            self.x, pd.layer.fill_constant(shape=[2], value=7.0))
        again = pd.layer.sequence_unpad(padded.out, padded.length)
        total = pd.layer.sequence_pool(again, "sum")
        out, length, other, sums = self.eval(
            [padded.out, padded.length, wide.out, total], x=rows(self.values))
        self.assertEqual(out.shape, (4, 5, 2))
        self.assertEqual(other.shape, (4, 4, 2))
        self.assertEqual(length.tolist(), LENGTHS)
        for i, s in enumerate(self.parts()):
            np.testing.assert_array_equal(out[i, :len(s)], s)
            self.assertTrue((out[i, len(s):] == 0.5).all())
            self.assertTrue((other[i, len(s):] == 7).all())
            np.testing.assert_allclose(sums[i], s.sum(0), atol=1e-6)

    def test_lengths_that_are_data(self):
        flat = pd.layer.data("flat", [None, 2])
        # In front, None would be the number of rows.
        row = pd.layer.data("length", [1, None], "int64")
        length = pd.layer.reshape(row, [-1])
        grouped = pd.layer.sequence_group(flat, length)
        self.assertEqual(grouped.lod_level, 1)
        total = pd.layer.sequence_pool(grouped, "sum")
        for lengths in ([3, 0, 1], [1, 3], [4]):
            sums, = self.eval([total], flat=self.values[:4],
                              length=np.array([lengths]))
            ends = np.cumsum(lengths)
            np.testing.assert_allclose(
                sums, [s.sum(0) for s in np.split(self.values[:4], ends[:-1])],
                atol=1e-6)
        self.assert_run_fails(
            ValueError, total, "sequence_group got add up to 3, but X is "
            "[4, 2]", flat=self.values[:4], length=np.array([[1, 2]]))

    def test_what_has_no_sequences_is_refused(self):
        dense = pd.layer.data("dense", [None, 2])
        for layer in (lambda: pd.layer.sequence_pool(dense, "max"),
                      lambda: pd.layer.sequence_conv(dense, 3),
                      lambda: pd.layer.sequence_pad(dense)):
            with self.assertRaisesRegex(ValueError, "form no sequences"):
                layer()
        with self.assert_fails(ValueError, "pooltype", "MEDIAN"):
            pd.layer.sequence_pool(self.x, "median")
        numbers = pd.layer.data("numbers", [None], "int64")
        self.refused(
            (ValueError, "sequence_conv_1: 5 filters of 3 rows on 'numbers "
             "[N] int64'", pd.layer.sequence_conv, numbers, 5),
            (ValueError, "filters of 0 rows", pd.layer.sequence_conv, self.x,
             5, 0))
        for name, layer in (
                ("num_filters", lambda: pd.layer.sequence_conv(self.x, "3")),
                ("pad_value", lambda: pd.layer.sequence_pad(self.x, "0"))):
            with self.assertRaisesRegex(TypeError, name):
                layer()


class StructuredTest(SequenceTestCase):

    def setUp(self):
        super().setUp()
        self.x = pd.layer.data("x", [None, 3], lod_level=1)
        self.tags = pd.layer.data("tags", [None, 1], "int64", lod_level=1)

    def test_crf_learns_what_follows_what(self):
        self.x.stop_gradient = False
        cost = pd.layer.linear_chain_crf(self.x, self.tags, "crf.w")
        path = pd.layer.crf_decoding(self.x, "crf.w")
        right = pd.layer.crf_decoding(self.x, "crf.w", self.tags)
        pd.optimizer.SGD(0.5).minimize(pd.layer.mean(cost))
        self.run_startup()
        # Emissions say nothing; 0, 1, 2 follow each other.
        feed = {"x": rows(np.zeros((8, 3), "float32")),
                "tags": rows(ids(0, 1, 2, 1, 2, 0, 1, 2))}
        costs = [self.exe.run(feed=feed, fetch_list=[cost])[0]
                 for _ in range(60)]
        self.assertEqual(costs[0].shape, (4, 1))
        self.assertTrue((costs[0][[0, 2, 3]] > 0).all())
        self.assertEqual([c[1, 0] for c in costs], [0] * 60)
        self.assertLess(costs[-1].sum(), costs[0].sum() / 2)
        best, hits = self.exe.eval(
            feed={"x": rows(np.zeros((5, 3), "float32"), [5]),
                  "tags": rows(ids(0, 1, 2, 0, 2), [5])},
            fetch_list=[path, right])
        best, hits = np.concatenate(list(best)), np.concatenate(list(hits))
        self.assertEqual(((best[1:] - best[:-1]) % 3).ravel().tolist(), [1] * 4)
        self.assertEqual(hits.tolist(), (best == ids(0, 1, 2, 0, 2)).tolist())

    def test_crf_refuses(self):
        with self.assert_fails(ValueError, "needs the name of the parameter"):
            pd.layer.crf_decoding(self.x, None)
        for name, shape, message in (
                ("a", [None, None], "linear_chain_crf_0's weight"),
                ("b", [None, 2, 2], "rows [rows, tags], not 'b")):
            wrong = pd.layer.data(name, shape, lod_level=1)
            with self.assert_raises(ValueError, message):
                pd.layer.linear_chain_crf(wrong, self.tags)
        other = pd.layer.data("other", [None, 7], lod_level=1)
        pd.layer.linear_chain_crf(other, self.tags, "crf.w")
        with self.assert_fails(ValueError, "crf.w"):
            pd.layer.crf_decoding(self.x, "crf.w")
        cost = pd.layer.linear_chain_crf(self.x, self.tags)
        self.run_startup()
        x = rows(np.zeros((8, 3), "float32"))
        self.assert_run_fails(
            IndexError, cost, "label 3 of sequence 3, row 2, is not in [0, 3)",
            x=x, tags=rows(ids(0, 1, 2, 1, 2, 0, 3, 2)))
        self.assert_run_fails(
            ValueError, cost, "the sequences of Label", "Emission", x=x,
            tags=rows(ids(*[0] * 8), [3, 0, 2, 3]))
        with self.assertRaises(ValueError):  # offsets that go backwards
            rows(ids(*[0] * 8), [3, -1, 2, 4])

    def test_edit_distance(self):
        other = pd.layer.data("other", [None, 1], "int64", lod_level=1)
        plain = pd.layer.edit_distance(self.tags, other, normalized=False)
        scaled = pd.layer.edit_distance(self.tags, other)
        feed = {"tags": rows(ids(1, 2, 3, 1, 1, 2, 3, 4)),
                "other": rows(ids(1, 3, 5, 2, 3, 4), [2, 1, 0, 3])}
        out, number = self.eval([plain.out, plain.sequence_num], **feed)
        self.assertEqual(out.tolist(), [[1], [1], [1], [1]])
        self.assertEqual(number, 4)
        self.assert_run_fails(ValueError, scaled.out,
                              "sequence 2 of Refs is empty", **feed)
        feed["other"] = rows(ids(1, 3, 5, 4, 2, 3, 4), [2, 1, 1, 3])
        np.testing.assert_allclose(self.eval(scaled.out, **feed).ravel(),
                                   [1 / 2, 1, 1, 1 / 3], rtol=1e-6)

    def test_chunk_eval(self):
        found = pd.layer.data("found", [None, 1], "int64", lod_level=1)
        scores = pd.layer.chunk_eval(found, self.tags, "IOB", 2)
        some = pd.layer.chunk_eval(found, self.tags, "IOB", 2, [0])
        feed = {"found": rows(ids(0, 1, 4, 2, 2, 3, 2, 4)),
                "tags": rows(ids(0, 1, 1, 2, 2, 3, 2, 3))}
        values = self.eval(list(scores), **feed)
        self.assertEqual([int(v) for v in values[3:]], [4, 4, 2])
        np.testing.assert_allclose(values[:3], [0.5, 0.5, 0.5])
        self.assertEqual(int(self.eval(some.num_infer_chunks, **feed)), 3)
        self.assert_run_fails(
            IndexError, scores.f1_score,
            "tag of Label 5 of sequence 2, row 0, is not in [0, 5)",
            found=feed["found"], tags=rows(ids(0, 1, 1, 5, 2, 3, 2, 3)))
        with self.assert_fails(ValueError, "chunk_scheme", "BIO"):
            pd.layer.chunk_eval(found, self.tags, "BIO", 2)
