"""Beam search, and the layers by which its states follow the hypotheses."""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

START, END = 1, 0


class BeamSearchTest(ProgramTestCase):
    """Each step's log probabilities follow from the word before, by a table
    for the step."""

    def build(self, tables, sources, beam):
        rows = sources * beam
        ids = pd.layer.data("ids", [rows, 1], "int64")
        scores = pd.layer.data("scores", [rows, 1], "float64")
        # Counts the words of each hypothesis: a state that follows it.
        state = pd.layer.fill_constant(shape=[rows, 1], dtype="float64",
                                       value=0)
        history, parents = [], []
        for table in tables:
            table = pd.layer.assign_value(
                shape=table.shape, dtype="float64",
                values=table.ravel().tolist())
            next_scores = pd.layer.gather(table, ids)
            alive = pd.layer.cast(pd.not_equal(ids, END), out_dtype="float64")
            state = state + alive
            step = pd.layer.beam_search(ids, scores, next_scores,
                                        beam_size=beam, end_id=END)
            ids, scores = step.selected_ids, step.selected_scores
            state = pd.layer.gather(state, step.parent_idx)
            history.append(ids)
            parents.append(step.parent_idx)
        best = pd.layer.beam_search_decode(
            pd.layer.stack(history), pd.layer.stack(parents), scores,
            beam_size=beam, end_id=END)
        start = np.full((rows, 1), -np.inf)
        start[::beam] = 0
        feed = {"ids": np.full((rows, 1), START), "scores": start}
        return [best.sentence_ids, best.sentence_scores, state], feed

    def search(self, tables, sources, beam):
        fetches, feed = self.build(tables, sources, beam)
        words, scores, state = self.exe.run(
            feed=feed, fetch_list=fetches, return_numpy=False)
        return words, scores, np.array(state)

    def tables(self, steps, words):
        tables = random(steps, words, words).astype("float64") * 3
        return tables - np.log(np.exp(tables).sum(2, keepdims=True))

    def all_sentences(self, tables):
        found = [([], 0.0)]
        for table in tables:
            grown = []
            for words, score in found:
                last = words[-1] if words else START
                if last == END:
                    grown.append((words, score))
                    continue
                grown += [(words + [word], score + table[last][word])
                          for word in range(len(table))]
            found = grown
        return sorted(found, key=lambda pair: -pair[1])

    def test_a_wide_beam_finds_all_sentences_best_first(self):
        tables = self.tables(3, 4)
        expected = self.all_sentences(tables)
        words, scores, state = self.search(tables, 2, len(expected))
        lengths = words.lengths
        self.assertEqual(list(lengths[0]), [len(expected)] * 2)
        self.assertEqual(list(lengths[1]),
                         [len(sentence) for sentence, _ in expected] * 2)
        flat = [word for sentence, _ in expected for word in sentence]
        self.assertEqual(np.array(words).ravel().tolist(), flat * 2)
        np.testing.assert_allclose(np.array(scores).ravel(),
                                   [score for _, score in expected] * 2)
        self.assertEqual(state.ravel().tolist(),
                         [len(sentence) for sentence, _ in expected] * 2)

    def test_a_beam_of_one_is_greedy(self):
        tables = self.tables(5, 6)
        last, expected = START, []
        for table in tables:
            if last != END:
                last = int(table[last].argmax())
                expected.append(last)
        words, _, _ = self.search(tables, 1, 1)
        self.assertEqual(np.array(words).ravel().tolist(), expected)

    def test_mistakes(self):
        ids = pd.layer.data("ids", [4, 1], "int64")
        scores = pd.layer.data("scores", [4, 1])
        with self.assert_fails(ValueError, "[sources * 3, candidates]",
                               "[4, 5]"):
            pd.layer.beam_search(ids, scores, pd.layer.data("next", [4, 5]),
                                 beam_size=3, end_id=0)


class PartsTest(ProgramTestCase):

    def test_split_and_stack(self):
        x = pd.layer.data("x", [None, 6])
        value = random(3, 6)
        parts = pd.layer.split(x, 3)
        sections = pd.layer.split(x, [1, 5], dim=1)
        got = self.eval(parts + sections + [pd.layer.stack(parts, axis=1)],
                        x=value)
        for a, b in zip(got, np.split(value, 3, 1) + np.split(value, [1], 1) +
                        [value.reshape(3, 3, 2)]):
            np.testing.assert_array_equal(a, b)
        with self.assert_fails(ValueError, "into 4 parts"):
            pd.layer.split(x, 4)

    def test_slice_gather_and_argmax(self):
        x = pd.layer.data("x", [4, 6])
        index = pd.layer.data("index", [3], "int64")
        value, rows = random(4, 6), np.array([3, 0, 3])
        part, some, best = self.eval(
            [pd.layer.slice(x, axes=[1], starts=[-4], ends=[5]),
             pd.layer.gather(x, index), pd.layer.argmax(x)],
            x=value, index=rows)
        np.testing.assert_array_equal(part, value[:, -4:5])
        np.testing.assert_array_equal(some, value[rows])
        np.testing.assert_array_equal(best, value.argmax(-1))
        with self.assertRaisesRegex(IndexError, "index 4 at position 1"):
            self.eval(pd.layer.gather(x, index), x=value,
                      index=np.array([3, 4, 0]))

    def test_rows_part_by_a_mask_and_meet_again(self):
        x = pd.layer.data("x", [None, 2])
        mask = pd.layer.reduce_sum(x, dim=1) > 0
        parts = pd.layer.split_by_mask(x, mask)
        whole = pd.layer.merge_by_mask(parts.out_true, parts.out_false, mask)
        value = random(9, 2)
        positive, rest, all_rows = self.eval(
            [parts.out_true, parts.out_false, whole], x=value)
        chosen = value.sum(1) > 0
        np.testing.assert_array_equal(positive, value[chosen])
        np.testing.assert_array_equal(rest, value[~chosen])
        np.testing.assert_array_equal(all_rows, value)
