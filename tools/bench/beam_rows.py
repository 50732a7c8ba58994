"""A search with a beam, of the translator of training_tasks.py, beside
PyTorch's, in which all hypotheses of all sentences take each step at once."""

from typing import Callable, Dict, List, Optional, Tuple

import numpy as np

import paddle as pd
from python_bench import _medians
from rows import Benchmarks, Row, beside_best
from training_nets import Translation, feed_of, layer
from training_rows import local
from training_tasks import Translator

START, END = 0, 1
NET = Translator(batch=8, longest=30, words=1000)
Found = Tuple[List[List[int]], np.ndarray]


def _decoding(net: Translator, beam: int, steps: int) -> List[pd.Variable]:
    """Writes the search; returns words, parents and scores."""
    made = Translation(net)
    start = layer.data("start", [None, 1], "int64", lod_level=1)
    scores = layer.data("scores", [None, 1], lod_level=1)
    seen, keys, first = [layer.sequence_expand(x, start)
                         for x in made.encode()]
    ids, scores, hidden = [layer.lod_reset(x) for x in (start, scores, first)]
    state = [layer.fill_constant([1], "int64", 0), ids, scores, hidden,
             layer.scale(hidden, 0.0), layer.create_array("int64", [None, 1]),
             layer.create_array("int64", [None])]
    loop = pd.While(pd.less_than(state[0], steps), max_iterations=steps)
    with loop.block():
        state = [loop.carry(each) for each in state]
        t, ids, scores, hidden, cell, history, parents = state
        hidden, cell, found = made.step(made.embed(ids, "target.t"), hidden,
                                        cell, seen, keys)
        chances = layer.log_softmax(made.logits(hidden, found))
        best = layer.beam_search(ids, scores, chances, beam_size=beam,
                                 end_id=END)
        after = [pd.increment(t), best.selected_ids, best.selected_scores,
                 layer.gather(hidden, best.parent_idx),
                 layer.gather(cell, best.parent_idx),
                 layer.array_write(best.selected_ids, t, history),
                 layer.array_write(best.parent_idx, t, parents)]
        for each, new in zip(state, after):
            loop.update(each, new)
        unfinished = layer.reduce_max(layer.cast(
            pd.not_equal(best.selected_ids, END), out_dtype="int64"))
        loop.condition(pd.logical_and(pd.less_than(after[0], steps),
                                      unfinished > 0))
    _, _, scores, _, _, history, parents = loop()
    answers = layer.beam_search_decode(
        layer.array_to_tensor(history), layer.array_to_tensor(parents), scores,
        beam_size=beam, end_id=END)
    return [answers.sentence_ids, answers.sentence_scores]


class Ours:

    def __init__(self, net: Translator, beam: int, steps: int):
        plain, startup = pd.Program(), pd.Program()
        startup.random_seed = 1
        with pd.program_guard(plain, startup):
            self._fetches = _decoding(net, beam, steps)
        self._program = pd.optimize(plain, targets=self._fetches, level=2,
                                    place=pd.CPUPlace())
        self._exe, self._scope = pd.Executor(pd.CPUPlace()), pd.Scope()
        self._exe.run(startup, scope=self._scope)
        self._names = [p.name for p in plain.all_parameters()]
        self._sharpen()
        arrays = net.batches()[0]
        read = {name: arrays[name] for name in ("source", "source.lengths")}
        self._feed = {
            **feed_of(read),
            "start": [[START] * beam] * net.batch,
            "scores": [[0.0] + [-np.inf] * (beam - 1)] * net.batch}

    def _sharpen(self) -> None:
        """Larger weights, as of a net that has learned: words that are about
        as likely as each other would be chosen by rounding."""
        for name in self._names:
            tensor = self._scope.find_var(name).get_tensor()
            tensor.set(np.array(tensor) * np.float32(3))

    def values(self) -> List[np.ndarray]:
        return [np.array(self._scope.find_var(name).get_tensor())
                for name in self._names]

    def search(self) -> Found:
        """The best words of each sentence, and the scores [batch, beam]."""
        words, scores = self._exe.run(self._program, self._feed,
                                      self._fetches, self._scope)
        return ([np.ravel(each[0]).tolist() for each in words],
                np.array([np.ravel(each) for each in scores]))


def _until_end(words: List[int]) -> List[int]:
    return words[:words.index(END) + 1] if END in words else words


def _torch_search(net: Translator, beam: int, steps: int,
                  values: List[np.ndarray]) -> Optional[Callable[[], Found]]:
    """None without PyTorch."""
    try:
        import torch
        import torch_translator
    except ImportError:
        return None
    torch.set_num_threads(1)
    made = torch_translator.load_translator(net, iter(values))
    arrays = net.batches()[0]

    def search() -> Found:
        words, scores = made.search(arrays, beam, steps, START, END)
        return [_until_end(each) for each in words[:, 0].tolist()], scores
    return search


def search_times(net: Translator, beam: int, steps: int) -> Dict[str, float]:
    """Milliseconds, medians of processor time of searches that alternate;
    RuntimeError unless all find the same."""
    pd.set_num_threads(1)
    ours = Ours(net, beam, steps)
    searches: Dict[str, Callable[[], Found]] = {"ours": ours.search}
    peer = _torch_search(net, beam, steps, ours.values())
    if peer is not None:
        searches["PyTorch"] = peer
    words, scores = ours.search()
    for name, search in searches.items():
        others, their_scores = search()
        if not (others == words and
                np.allclose(their_scores, scores, rtol=1e-4)):
            raise RuntimeError(f"{name} finds {others}, {their_scores} instead "
                               f"of {words}, {scores}")
    timers = [local(search, 1).seconds for search in searches.values()]
    return {name: 1e3 * seconds
            for name, seconds in zip(searches, _medians(timers, 5, 9))}


def beam_search() -> Row:
    return beside_best("search/beam4_batch8_20_steps", "ms",
                       search_times(NET, beam=4, steps=20), "ratio >= 5")


ROWS: Benchmarks = {"beam_search": beam_search}
