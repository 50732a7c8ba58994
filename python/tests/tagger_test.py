"""A tagger learns to find chunks, such as names, that only the tags before a
word can tell.

The grammar: a chunk begins with a word that tells its type, and goes on with
common words; a full stop ends it, and begins common words outside of chunks.
So a common word has one of four tags, and the word that decides may be far
away: no network with a window of three words can know, but a conditional random
field carries it from tag to tag.
"""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

TYPES = 3
TAGS = 2 * TYPES + 1  # IOB, and outside
OUTSIDE = TAGS - 1
OPENERS, COMMON, STOPS = 5, 12, 4  # words: of each type, common, full stops
WORDS = 1 + TYPES * OPENERS + COMMON + STOPS  # 0 is unreadable


def sentence(generator):
    """(words, tags) of a sentence of 0 to 40 words; one in 50 unreadable."""
    words, tags = [], []
    length = generator.integers(0, 41)
    while len(words) < length:
        kind = generator.integers(0, TYPES + 1)
        if kind < TYPES:
            words.append(1 + kind * OPENERS + generator.integers(OPENERS))
            tags.append(2 * kind)
        else:
            words.append(WORDS - 1 - generator.integers(STOPS))
            tags.append(OUTSIDE)
        more = generator.integers(0, 9)
        words += list(1 + TYPES * OPENERS + generator.integers(0, COMMON, more))
        tags += [OUTSIDE if kind == TYPES else 2 * kind + 1] * more
    words, tags = np.array(words[:length]), np.array(tags[:length])
    # An opener that nobody can read would tell no type.
    common = (words > TYPES * OPENERS) & (words <= TYPES * OPENERS + COMMON)
    words = np.where(common & (generator.random(length) < 0.02), 0, words)
    return words, tags


def batch(sentences):
    lengths = [[len(words) for words, _ in sentences]]
    return {name: pd.LoDTensor(
        np.concatenate(parts).astype(np.int64).reshape(-1, 1), lengths)
            for name, parts in zip(("words", "tags"), zip(*sentences))}


class TaggerTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        generator = np.random.default_rng(3)
        self.train = [batch([sentence(generator) for _ in range(32)])
                      for _ in range(40)]
        self.held_out = batch([sentence(generator) for _ in range(300)])
        words = pd.layer.data("words", [None, 1], "int64", lod_level=1)
        self.tags = pd.layer.data("tags", [None, 1], "int64", lod_level=1)
        embedded = pd.layer.embedding(words, (WORDS, 16))
        context = pd.layer.sequence_conv(embedded, 24, 3, act="tanh")
        self.emission = pd.layer.fc(context, TAGS)

    def learn(self, cost, optimizer, epochs):
        mean = pd.layer.mean(cost)
        optimizer.minimize(mean)
        self.run_startup()
        for _ in range(epochs):
            for feed in self.train:
                value, = self.exe.run(feed=feed, fetch_list=[mean])
                self.assertTrue(np.isfinite(value), value)

    def f1(self, inference):
        scores = pd.layer.chunk_eval(inference, self.tags, "IOB", TYPES)
        value, = self.exe.eval(feed=self.held_out,
                               fetch_list=[scores.f1_score])
        return float(value)

    def best_emission(self):
        return pd.layer.top_k(self.emission, k=1).indices

    def check_crf(self, optimizer, epochs):
        cost = pd.layer.linear_chain_crf(self.emission, self.tags, "crf.w")
        self.learn(cost, optimizer, epochs)
        self.assertGreaterEqual(
            self.f1(pd.layer.crf_decoding(self.emission, "crf.w")), 0.95)
        self.assertLessEqual(self.f1(self.best_emission()), 0.7)

    def test_crf_with_adam(self):
        self.check_crf(pd.optimizer.Adam(0.02), 4)

    def test_crf_with_sgd(self):
        self.check_crf(pd.optimizer.SGD(0.1), 8)

    def test_a_window_alone_cannot_know(self):
        cost = pd.layer.softmax_with_cross_entropy(self.emission, self.tags)
        self.learn(cost, pd.optimizer.Adam(0.02), 4)
        self.assertLessEqual(self.f1(self.best_emission()), 0.7)
