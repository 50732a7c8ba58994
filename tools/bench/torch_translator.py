"""A translator with attention in PyTorch, which trains and which searches with
a beam. It needs PyTorch."""

from typing import List, Tuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import training_tasks as tasks
from torch_nets import Batch, Values, load, set_value
from torch_sequence_nets import Unit, _within, padded

State = Tuple[torch.Tensor, torch.Tensor]


class Decoder(nn.LSTMCell):

    def load(self, values: Values) -> None:
        """Ours has one weight for what is read and for the state."""
        weight, bias = next(values), next(values)
        inputs, outputs = weight.shape
        order = np.arange(outputs).reshape(4, -1)[[0, 1, 3, 2]].ravel()
        of_x, of_h = np.split(weight[:, order].T, [inputs - outputs // 4], 1)
        for name, value in (("weight_ih", of_x), ("weight_hh", of_h),
                            ("bias_ih", bias.ravel()[order])):
            set_value(getattr(self, name), value)
        with torch.no_grad():
            self.bias_hh.zero_()
        self.bias_hh.requires_grad = False


class Translator(nn.Module):

    def __init__(self, net: tasks.Translator, form: str):
        super().__init__()
        width, hidden = net.width, net.hidden
        self.source = nn.Embedding(net.words, width)
        self.reader = Unit("lstm", width, hidden, 1, form == "packed")
        self.key = nn.Linear(hidden, hidden, bias=False)
        self.target = nn.Embedding(net.words, width)
        self.query = nn.Linear(hidden, hidden, bias=False)
        self.fit = nn.Linear(hidden, 1, bias=False)
        self.decoder = Decoder(width + hidden, hidden)
        self.out = nn.Linear(2 * hidden, net.words)

    def batch(self, arrays: tasks.Arrays) -> Batch:
        lengths = arrays["source.lengths"]
        return (padded(arrays, "source")[:, :, 0], torch.from_numpy(lengths),
                ~_within(lengths), padded(arrays, "before")[:, :, 0],
                _within(arrays["before.lengths"]),
                torch.from_numpy(arrays["after"][:, 0]))

    def encode(self, source: torch.Tensor, lengths: torch.Tensor
               ) -> Tuple[torch.Tensor, torch.Tensor, State]:
        seen = self.reader(self.source(source), lengths)
        first = seen[torch.arange(len(seen)), lengths - 1]
        return seen, self.key(seen), (first, torch.zeros_like(first))

    def step(self, x: torch.Tensor, state: State, seen: torch.Tensor,
             keys: torch.Tensor, beyond: torch.Tensor
             ) -> Tuple[State, torch.Tensor]:
        fit = self.fit(torch.tanh(keys + self.query(state[0])[:, None]))
        fit = fit[:, :, 0].masked_fill(beyond, float("-inf"))
        found = torch.bmm(fit.softmax(1)[:, None], seen)[:, 0]
        return self.decoder(torch.cat([x, found], 1), state), found

    def forward(self, source: torch.Tensor, lengths: torch.Tensor,
                beyond: torch.Tensor, before: torch.Tensor,
                within: torch.Tensor, after: torch.Tensor) -> torch.Tensor:
        """Logits are computed of the words that there are alone."""
        seen, keys, state = self.encode(source, lengths)
        made: List[torch.Tensor] = []
        for x in self.target(before).unbind(1):
            state, found = self.step(x, state, seen, keys, beyond)
            made.append(torch.cat([state[0], found], 1))
        rows = torch.stack(made, 1)[within]
        return functional.cross_entropy(self.out(rows), after)

    @torch.inference_mode()
    def search(self, arrays: tasks.Arrays, beam: int, steps: int, start: int,
               end: int) -> Tuple[np.ndarray, np.ndarray]:
        """The words [batch, beam, steps] of each hypothesis, best first, and
        their scores [batch, beam]. All hypotheses of all sentences take each
        step at once."""
        lengths = arrays["source.lengths"]
        seen, keys, state = self.encode(
            padded(arrays, "source")[:, :, 0], torch.from_numpy(lengths))
        batch = len(lengths)
        beyond = (~_within(lengths)).repeat_interleave(beam, 0)
        seen, keys, *state = (
            x.repeat_interleave(beam, 0) for x in (seen, keys, *state))
        scores = torch.full((batch, beam), float("-inf"))
        scores[:, 0] = 0
        words = torch.full((batch * beam,), start)
        first_of = torch.arange(0, batch * beam, beam)[:, None]
        history, parents = [], []
        ended = torch.full((self.out.out_features,), float("-inf"))
        ended[end] = 0
        for _ in range(steps):
            state, found = self.step(self.target(words), state, seen, keys,
                                     beyond)
            chances = self.out(torch.cat([state[0], found], 1)).log_softmax(1)
            chances = torch.where((words == end)[:, None], ended, chances)
            total = (scores.reshape(-1, 1) + chances).reshape(batch, -1)
            scores, best = total.topk(beam, 1)
            parent = (best // len(ended) + first_of).ravel()
            words = (best % len(ended)).ravel()
            state = [x[parent] for x in state]
            history.append(words)
            parents.append(parent)
            if bool((words == end).all()):
                break
        at, found = torch.arange(batch * beam), []
        for words, parent in zip(history[::-1], parents[::-1]):
            found.append(words[at])
            at = parent[at]
        return (torch.stack(found[::-1], 1).reshape(batch, beam, -1).numpy(),
                scores.numpy())


def load_translator(net: tasks.Translator, values: Values) -> Translator:
    made = Translator(net, "padded")
    load(made, values)
    return made.eval()
