"""pd.memory_plan: the table, the picture, and what a run really takes."""

import xml.etree.ElementTree as ElementTree

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

layer = pd.layer


def overlaps(a, b):
    return (a.first <= b.last and b.first <= a.last
            and a.offset < b.offset + b.bytes
            and b.offset < a.offset + a.bytes)


class MemoryPlanTest(ProgramTestCase):

    def train(self, loss):
        pd.optimizer.Adam(0.01).minimize(loss)
        return loss

    def mlp(self, layers=6):
        x = layer.data("x", [None, 64])
        for _ in range(layers):
            x = layer.fc(x, 64, act="tanh")
        return self.train(layer.mean(layer.fc(x, 1)))

    def conv_net(self):
        x = layer.data("image", [None, 3, 16, 16])
        for width in (8, 8, 16, 16):
            x = layer.conv2d(x, width, 3, padding=1)
            x = layer.relu(layer.batch_norm(x))
        x = layer.pool2d(x, 2, pool_stride=2)
        return self.train(layer.mean(layer.fc(x, 10)))

    def encoder(self):
        x = layer.data("tokens", [None, 32, 32])
        for _ in range(3):
            parts = [layer.fc(x, 32, num_flatten_dims=2) for _ in range(3)]
            weights = layer.softmax(
                layer.matmul(parts[0], parts[1], transpose_y=True))
            x = layer.layer_norm(x + layer.matmul(weights, parts[2]),
                                 begin_norm_axis=2)
            hidden = layer.fc(x, 64, num_flatten_dims=2, act="relu")
            x = layer.layer_norm(
                x + layer.fc(hidden, 32, num_flatten_dims=2),
                begin_norm_axis=2)
        return self.train(layer.mean(x))

    def test_plans_of_training_are_close_to_the_lower_bound(self):
        for build, shapes in ((self.mlp, {"x": (32, 64)}),
                              (self.conv_net, {"image": (8, 3, 16, 16)}),
                              (self.encoder, {"tokens": (4, 32, 32)})):
            with self.subTest(build.__name__):
                with pd.program_guard(pd.Program(), pd.Program()):
                    loss = build()
                    plan = pd.memory_plan(shapes=shapes, fetch_list=[loss])
                self.assertGreater(plan.lower_bound, 0)
                self.assertLessEqual(plan.peak, 1.05 * plan.lower_bound)

    def test_variables_that_are_in_use_at_once_do_not_overlap(self):
        loss = self.mlp()
        block, = pd.memory_plan(shapes={"x": (32, 64)},
                                fetch_list=[loss]).blocks
        self.assertEqual(block.planned, len(block.operators))
        live = [0] * len(block.operators)
        taken_over = set()
        for i, a in enumerate(block.variables):
            self.assertLessEqual(a.offset + a.bytes, block.peak)
            for b in block.variables[:i]:
                if overlaps(a, b):
                    self.assertEqual(a.in_place_of, b.name)
                    taken_over.add(b.name)
            begin = a.first + (1 if a.in_place_of else 0)
            for step in range(begin, a.last + 1):
                live[step] += -(-a.bytes // 64) * 64
        self.assertTrue(taken_over)
        self.assertEqual(max(live), block.lower_bound)
        self.assertEqual(live[block.fullest], block.lower_bound)

    def test_a_run_takes_what_was_planned(self):
        loss = self.mlp()
        plan = pd.memory_plan(shapes={"x": (256, 64)}, fetch_list=[loss])
        self.run_startup()
        # Products keep memory for parts of their operands, which a plan does
        # not have.
        pd.Executor(pd.CPUPlace()).run(
            feed={"x": np.ones((256, 64), "float32")}, fetch_list=[loss])
        before = pd.memory_stats().current
        feed = {"x": np.ones((256, 64), "float32")}
        out, = self.exe.run(feed=feed, fetch_list=[loss])
        held = pd.memory_stats().current - before
        self.assertLess(abs(held - plan.peak), 0.05 * plan.peak)
        sizes = [np.prod(v.shape, dtype=int) * 4 for v in
                 pd.default_main_program().all_parameters()]
        self.assertEqual(plan.parameters, sum(sizes))
        # Two moments of Adam for each number, and some scalars.
        self.assertGreaterEqual(plan.state, 2 * sum(sizes))
        self.assertLess(plan.state, 2 * sum(sizes) + 1000)
        self.assertEqual(plan.feeds, feed["x"].nbytes)
        self.assertEqual(plan.fetches, out.nbytes)

    def test_the_table(self):
        x = layer.data("x", [None, 512])
        y = layer.tanh(layer.exp(x)) * 2.0
        # Passes would join the operators, and leave nothing between them.
        text = str(pd.memory_plan(shapes={x: (4, 512)}, fetch_list=[y],
                                  optimize=False))
        self.assertIn("arena 8.0K, lower bound 8.0K (at 0 exp)", text)
        row = next(line for line in text.split("\n")
                   if line.startswith("tanh"))
        self.assertEqual(row.split(), [
            "tanh_0.tmp_0", "8.0K", "0", "1", "tanh", "2", "scale",
            "exp_0.tmp_0"])
        self.assertIn("feeds 8.0K, fetches 8.0K", text)

    def test_levels_are_those_of_executors(self):
        y = layer.conv2d(layer.data("x", [None, 3, 8, 8]), 4, 3)
        types = [pd.memory_plan(shapes={"x": (1, 3, 8, 8)}, fetch_list=[y],
                                optimize=level).blocks[0].operators
                 for level in (1, 2)]
        self.assertIn("conv2d", types[0])
        self.assertIn("fused_conv2d", types[1])
        with self.assertRaisesRegex(ValueError, "optimize is 0, 1 or 2"):
            pd.memory_plan(shapes={"x": (1, 3, 8, 8)}, fetch_list=[y],
                           optimize=3)

    def test_the_picture(self):
        loss = self.mlp()
        plan = pd.memory_plan(shapes={"x": (32, 64)}, fetch_list=[loss])
        root = ElementTree.fromstring(plan.svg())
        titles = [e.text for e in root.iter(
            "{http://www.w3.org/2000/svg}title")]
        self.assertEqual(len(titles), len(plan.blocks[0].variables))
        self.assertIn(plan.blocks[0].variables[0].name, titles[0])
        self.assertIn("lower bound", plan.svg())
        self.assertEqual(plan._repr_svg_(), plan.svg())

    def test_sequences(self):
        words = layer.data("words", [None, 16], lod_level=1)
        pooled = layer.sequence_pool(layer.exp(words), "sum")
        plan = pd.memory_plan(lengths={"words": [[3, 5]]},
                              fetch_list=[pooled])
        self.assertEqual(plan.blocks[0].variables[0].bytes, 8 * 16 * 4)
        self.assertEqual(plan.fetches, 2 * 16 * 4)
        with self.assertRaisesRegex(ValueError, "has lod_level 1"):
            pd.memory_plan(shapes={words: (8, 16)}, fetch_list=[pooled])

    def loop(self, x):
        """tanh and exp of x, three times."""
        i = layer.fill_constant([1], "int64", 0)
        end = layer.fill_constant([1], "int64", 3)
        loop = pd.While(pd.less_than(i, end))
        with loop.block():
            at, value = loop.carry(i), loop.carry(x)
            after = pd.increment(at)
            loop.update(at, after)
            loop.update(value, layer.exp(layer.tanh(value)))
            loop.condition(pd.less_than(after, end))
        return loop()[1]

    def test_blocks_of_loops(self):
        out = self.loop(layer.data("x", [4, 8]))
        plan = pd.memory_plan(fetch_list=[out])
        self.assertEqual([block.owner for block in plan.blocks],
                         ["", "while"])
        body = {v.name: v for v in plan.blocks[1].variables}
        self.assertEqual(body["tanh_0.tmp_0"].bytes, 4 * 8 * 4)
        self.assertEqual(plan.peak,
                         sum(block.peak for block in plan.blocks))
        self.assertIn(f"block {plan.blocks[1].number} of while", str(plan))

    def test_gradients_of_loops(self):
        x = layer.fc(layer.data("x", [None, 8]), 8)
        loss = self.train(layer.mean(self.loop(x)))
        plan = pd.memory_plan(shapes={"x": (4, 8)}, fetch_list=[loss])
        self.assertEqual([block.owner for block in plan.blocks],
                         ["", "while", "while_grad"])
        self.assertIn(4 * 8 * 4,
                      [v.bytes for v in plan.blocks[2].variables])
        self.assertEqual(plan.unplanned, [])

    def test_steps_of_sequences_are_planned_by_a_run(self):
        words = layer.data("words", [None, 16], lod_level=1)
        rnn = pd.rnn()
        with rnn.step():
            memory = rnn.memory(init=layer.data("m", [None, 16]))
            following = layer.tanh(words + rnn.previous_memory(memory))
            rnn.update_memory(memory, following)
            rnn.output(following)
        out = rnn()[0]
        plan = pd.memory_plan(shapes={"m": (2, 16)},
                              lengths={"words": [[3, 5]]}, fetch_list=[out])
        self.assertEqual(plan.unplanned, ["recurrent"])
        self.assertIn("allocate while they run", str(plan))

    def test_mistakes(self):
        loss = self.mlp()
        for shapes, kind, text in (
                ({}, ValueError, "x .* is read but not fed"),
                ({"x": (4, 3)}, ValueError, r"shape \[4, 3\]"),
                ({"x": (-1, 64)}, ValueError, "not one of numbers"),
                ({"x": (4, 64), "z": (1,)}, KeyError, "z")):
            with self.assertRaisesRegex(kind, text):
                pd.memory_plan(shapes=shapes, fetch_list=[loss])
        with self.assertRaisesRegex(TypeError, "program is a Program"):
            pd.memory_plan(3)
