"""Sentiment that depends on the order of words.

Generated sentences of 1 to 200 words: opinions ("good", "bad"), "not", which
turns the next opinion around (and "not ... not", which does not), and words
that say nothing. The last opinion counts. Which words occur says little about
that; their order says all.
"""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

layer = pd.layer
NOT, GOOD, BAD, FILLERS, WORDS = 0, range(1, 6), range(6, 11), 11, 40
LONGEST, BATCH = 200, 64


def sentence(random):
    """(words, whether the last opinion is a good one)."""
    length = int(np.exp(random.uniform(0, np.log(LONGEST + 1))))
    words = random.integers(FILLERS, WORDS, length)
    spots = np.flatnonzero(random.random(length) < 0.3)
    if spots.size == 0:
        spots = np.array([random.integers(length)])
    words[spots] = np.where(random.random(spots.size) < 0.5, NOT,
                            random.integers(GOOD[0], BAD[-1] + 1, spots.size))
    words[spots[-1]] = random.integers(GOOD[0], BAD[-1] + 1)
    return words.reshape(-1, 1), label_of(words)


def label_of(words):
    good, turned = False, False
    for word in words:
        if word == NOT:
            turned = not turned
        elif word in GOOD or word in BAD:
            good, turned = (word in GOOD) != turned, False
    return int(good)


def corpus(size, seed):
    random = np.random.default_rng(seed)
    sentences, labels = zip(*(sentence(random) for _ in range(size)))
    return list(sentences), np.reshape(labels, (-1, 1)).astype(np.int64)


def bag_of_words(words):
    """All that occurs, however often, with a hidden layer to combine it."""
    bag = layer.sequence_pool(layer.embedding(words, [WORDS, 32]), "average")
    return layer.fc(bag, 32, act="tanh")


def stacked_lstm(words):
    x = layer.embedding(words, [WORDS, 32])
    for _ in range(2):
        x, _cell = layer.dynamic_lstm(layer.fc(x, 4 * 32, bias_attr=False),
                                      4 * 32, use_peepholes=False)
    return layer.sequence_pool(x, "last")


class SentimentTest(ProgramTestCase):

    def learn(self, network, sentences):
        """The share of held-out sentences that is understood."""
        words = layer.data("words", [None, 1], "int64", lod_level=1)
        label = layer.data("label", [None, 1], "int64")
        logits = layer.fc(network(words), 2)
        loss = layer.mean(layer.softmax_with_cross_entropy(logits, label))
        accuracy = layer.accuracy(layer.softmax(logits), label)
        pd.optimizer.Adam(learning_rate=0.005).minimize(loss)
        self.run_startup()
        texts, labels = corpus(sentences, seed=1)
        for begin in range(0, sentences, BATCH):
            part = slice(begin, begin + BATCH)
            self.exe.run(self.main, feed={"words": texts[part],
                                          "label": labels[part]})
        texts, labels = corpus(2000, seed=2)
        return float(self.eval(accuracy, words=texts, label=labels))

    def test_labels(self):
        self.assertEqual(label_of([1, 30]), 1)
        self.assertEqual(label_of([NOT, 30, 1]), 0)
        self.assertEqual(label_of([NOT, 30, NOT, 1]), 1)
        self.assertEqual(label_of([1, NOT, 30]), 1)
        self.assertEqual(label_of([1, NOT, 6, 30]), 1)
        lengths = [len(text) for text in corpus(2000, seed=2)[0]]
        self.assertEqual((min(lengths), max(lengths)), (1, LONGEST))

    def test_words_without_order_do_not_tell(self):
        self.assertLessEqual(self.learn(bag_of_words, 20_000), 0.80)

    def test_a_stack_of_lstms_understands(self):
        self.assertGreaterEqual(self.learn(stacked_lstm, 20_000), 0.97)
