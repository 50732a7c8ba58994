"""A network learns to write numbers in digits from their names in words.

An encoder reads the words in both directions. The decoder writes digit by
digit, and looks, each time, at the words that matter now. Where digits are 0
there is no word to look at: "one hundred thousand five" is 100005. Of numbers
below 1 000 000 it sees some thousands, and is asked for others.
"""

import unittest

import numpy as np

import paddle as pd
from number_words import WORDS, digits, draw, sentence

layer = pd.layer

END, START, SYMBOLS = 10, 11, 12  # behind the digits
LONGEST = 9  # more than any right answer


class Translator:
    """The layers; all programs that they are written into share parameters."""

    hidden = 64
    width = 24  # of what stands for a word or a digit

    def encode(self, words):
        """Returns what attention reads of each word, its keys, and the first
        state."""
        x = layer.embedding(words, (len(WORDS), self.width),
                            param_attr="words.t")
        forth, back = [
            layer.dynamic_gru(
                self.project(x, 3, name + ".w"), self.hidden,
                param_attr=name + ".u", bias_attr=name + ".b",
                is_reverse=name == "back")
            for name in ("forth", "back")]
        seen = layer.concat([forth, back], axis=1)
        first = layer.tanh(self.project(layer.sequence_first_step(back), 1,
                                        "first.w"))
        return seen, self.project(seen, 1, "key.w"), first

    def look_up(self, symbols):
        x = layer.embedding(symbols, (SYMBOLS, self.width),
                            param_attr="symbols.t")
        return self.project(x, 3, "symbols.w")

    def attend(self, state, seen, keys):
        """Attends with the state to the words: one row for each state."""
        query = layer.sequence_expand(self.project(state, 1, "query.w"), keys)
        fit = layer.fc(layer.tanh(keys + query), 1, params=("fit.w", False))
        return layer.sequence_pool(seen * layer.sequence_softmax(fit), "sum")

    def step(self, x, state, seen, keys):
        """The next state, and what it looks at."""
        found = self.attend(state, seen, keys)
        state = layer.gru_unit(x + self.project(found, 3, "found.w"), state,
                               3 * self.hidden, param_attr="decoder.u",
                               bias_attr="decoder.b")
        return state, found

    def logits(self, state, found):
        return layer.fc(layer.concat([state, found], axis=1), SYMBOLS,
                        params=("logits.w", "logits.b"))

    def project(self, x, times, name):
        return layer.fc(x, times * self.hidden, params=(name, False))


def write_training(net):
    """The cost of each symbol: sequences."""
    words = layer.data("words", [None, 1], "int64", lod_level=1)
    before = layer.data("before", [None, 1], "int64", lod_level=1)
    after = layer.data("after", [None, 1], "int64", lod_level=1)
    seen, keys, first = net.encode(words)
    x = net.look_up(before)
    rnn = pd.rnn()
    with rnn.step():
        state = rnn.memory(init=first)
        new, found = net.step(x, state, rnn.static_input(seen),
                              rnn.static_input(keys))
        rnn.update_memory(state, new)
        rnn.output(new, found)
    return layer.softmax_with_cross_entropy(net.logits(*rnn()), after)


def training_feed(sentences, answers):
    return {"words": list(sentences), "before": [[START] + a for a in answers],
            "after": [a + [END] for a in answers]}


def write_decoding(net, beam):
    """The answers of each sentence, best first, and how many steps it took."""
    words = layer.data("words", [None, 1], "int64", lod_level=1)
    start = layer.data("start", [None, 1], "int64", lod_level=1)
    scores = layer.data("scores", [None, 1], lod_level=1)
    seen, keys, first = [layer.sequence_expand(x, start)
                         for x in net.encode(words)]
    ids, scores, state = [layer.lod_reset(x) for x in (start, scores, first)]
    t = layer.fill_constant([1], "int64", 0)
    history = layer.create_array("int64", [None, 1])
    parents = layer.create_array("int64", [None])
    loop = pd.While(pd.less_than(t, LONGEST), max_iterations=LONGEST)
    with loop.block():
        t, ids, scores, state, history, parents = [
            loop.carry(v)
            for v in (t, ids, scores, state, history, parents)]
        after, found = net.step(net.look_up(ids), state, seen, keys)
        chances = layer.softmax(net.logits(after, found))
        best = layer.beam_search(ids, scores, layer.log(chances),
                                 beam_size=beam, end_id=END)
        following = pd.increment(t)
        loop.update(t, following)
        loop.update(ids, best.selected_ids)
        loop.update(scores, best.selected_scores)
        loop.update(state, layer.gather(after, best.parent_idx))
        loop.update(history, layer.array_write(best.selected_ids, t, history))
        loop.update(parents, layer.array_write(best.parent_idx, t, parents))
        unfinished = layer.reduce_max(layer.cast(
            pd.not_equal(best.selected_ids, END), out_dtype="int64"))
        loop.condition(pd.logical_and(pd.less_than(following, LONGEST),
                                      unfinished > 0))
    t, _, scores, _, history, parents = loop()
    answers = layer.beam_search_decode(
        layer.array_to_tensor(history), layer.array_to_tensor(parents), scores,
        beam_size=beam, end_id=END)
    return answers, t


def decoding_feed(sentences, beam):
    sentences = list(sentences)
    count = len(sentences)
    # At first the hypotheses of a sentence are all the same: one counts.
    return {"words": sentences, "start": [[START] * beam] * count,
            "scores": [[0.0] + [-np.inf] * (beam - 1)] * count}


class Trained:
    """A network, the scope that holds what it has learned, and what it has
    never seen."""

    def __init__(self, batches):
        generator = np.random.default_rng(3)
        self.held_out = []
        while len(self.held_out) < 1000:
            self.held_out.append(draw(generator, 3, self.held_out))
        self.net, self.exe, self.scope = Translator(), pd.Executor(), pd.Scope()
        self.program, startup = pd.Program(), pd.Program()
        self.program.random_seed = startup.random_seed = 5
        with pd.program_guard(self.program, startup):
            self.costs = write_training(self.net)
            mean = layer.mean(self.costs)
            pd.optimizer.Adam(0.003).minimize(mean)
        known = set(self.held_out)
        with pd.scope_guard(self.scope):
            self.exe.run(startup)
            for _ in range(batches):
                numbers = [draw(generator, 1, known) for _ in range(64)]
                self.exe.run(self.program, feed=training_feed(
                    [sentence(n) for n in numbers],
                    [digits(n) for n in numbers]))

    def decode(self, numbers, beam):
        """Returns the answers to each number, and their scores."""
        program = pd.Program()
        with pd.program_guard(program, pd.Program()):
            answers, steps = write_decoding(self.net, beam)
        with pd.scope_guard(self.scope):
            found, scores, steps = self.exe.run(
                program, feed=decoding_feed(map(sentence, numbers), beam),
                fetch_list=[answers.sentence_ids, answers.sentence_scores,
                            steps])
        assert steps < LONGEST
        return [[a.ravel().tolist() for a in each] for each in found], [
            each.ravel() for each in scores]

    def cost(self, numbers, answers):
        """Returns the cost that the training program computes for each answer.
        """
        with pd.scope_guard(self.scope):
            costs, = self.exe.eval(self.program, feed=training_feed(
                map(sentence, numbers), answers), fetch_list=[self.costs])
        return np.array([each.sum() for each in costs])


class TranslationTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.addClassCleanup(pd.set_num_threads, pd.num_threads())
        pd.set_num_threads(1)
        cls.trained = Trained(batches=1000)
        cls.numbers = cls.trained.held_out
        cls.answers, cls.scores = cls.trained.decode(cls.numbers, 4)

    def exact(self, found):
        """The part of the numbers whose best answer is right."""
        return np.mean([answers[0] == digits(number) + [END]
                        for number, answers in zip(self.numbers, found)])

    def test_numbers_never_seen(self):
        self.assertGreaterEqual(self.exact(self.answers), 0.95)
        greedy, _ = self.trained.decode(self.numbers, 1)
        self.assertGreaterEqual(self.exact(greedy), 0.95)

    def test_a_beam_finds_better_answers_while_much_is_uncertain(self):
        beginner = Trained(batches=50)
        self.assertEqual(beginner.held_out, self.numbers)
        greedy, first_scores = beginner.decode(self.numbers, 1)
        beam, scores = beginner.decode(self.numbers, 4)
        self.assertLess(self.exact(beam), 0.95)
        self.assertGreaterEqual(self.exact(beam), self.exact(greedy))
        gain = np.array([s[0] for s in scores]) - np.ravel(first_scores)
        self.assertGreaterEqual(np.mean(gain > -1e-4), 0.99)
        self.assertGreater(gain.mean(), 0.01)

    def test_answers_are_different_and_the_best_come_first(self):
        for answers, scores in zip(self.answers, self.scores):
            self.assertEqual(len({tuple(answer) for answer in answers}), 4)
            self.assertTrue((np.diff(scores) <= 0).all(), scores)

    def test_the_training_program_agrees_on_every_score(self):
        # It is rnn(), in one pass; the other While, step by step over beams.
        pairs = [(number, answer[:-1], score)
                 for number, *found in zip(self.numbers, self.answers,
                                           self.scores)
                 for answer, score in zip(*found) if answer[-1] == END]
        self.assertGreater(len(pairs), 3 * len(self.numbers))
        numbers, answers, scores = zip(*pairs)
        np.testing.assert_allclose(self.trained.cost(numbers, answers),
                                   -np.array(scores), rtol=1e-4, atol=1e-5)

    def test_the_order_of_sentences_does_not_matter(self):
        order = np.random.default_rng(1).permutation(len(self.numbers))
        answers, scores = self.trained.decode(
            [self.numbers[i] for i in order], 4)
        self.assertEqual(answers, [self.answers[i] for i in order])
        np.testing.assert_allclose(
            scores, [self.scores[i] for i in order], rtol=1e-5, atol=1e-5)
