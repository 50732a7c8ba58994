"""Passes over programs, and executors with and without them."""

import itertools

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase
from threaded_network import Network


def op_types(program):
    return [op.type for op in program.global_block().ops]


class PassesTest(ProgramTestCase):

    def repeated(self):
        x = pd.layer.data("x", [None, 3])
        a = pd.layer.scale(x, 2.0)
        b = pd.layer.scale(x, 2.0)
        unread = pd.layer.relu(a)
        return a + b, unread

    def test_the_list_says_what_there_is(self):
        passes = pd.passes.list()
        self.assertEqual([each.name for each in passes],
                         ["fold_constants", "prepare_weights",
                          "cancel_squeezes", "cancel_transposes",
                          "common_subexpressions", "hoist_invariants",
                          "hoist_projections", "multiply_tables",
                          "fold_batch_norm",
                          "fold_quantization", "fuse_convolutions", "fuse_fc",
                          "fuse_layer_norm",
                          "channels_last", "convolve_channels_last",
                          "fuse_elementwise", "fuse_optimizers",
                          "tile_batch", "dead_operators"])
        self.assertEqual([each.level for each in passes],
                         [1, 2, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 1, 1,
                          1, 2, 1])
        self.assertEqual([each.stage for each in passes],
                         ["simplify", "simplify", "share", "share", "share",
                          "share", "share", "share", "rewrite", "rewrite",
                          "rewrite", "rewrite", "rewrite", "layout", "layout",
                          "fuse", "fuse", "fuse", "eliminate"])
        for each in passes:
            self.assertGreaterEqual(each.version, 1)
            self.assertTrue(each.description.endswith("."))

    def test_what_passes_change_can_be_seen(self):
        total, _ = self.repeated()
        program = pd.default_main_program()
        smaller = pd.optimize(program, targets=[total])
        text = program.diff(smaller)
        removed = [line for line in text.splitlines() if line.startswith("-")]
        self.assertEqual(sum("scale(" in line for line in removed), 1, text)
        self.assertEqual(program.diff(program), "")
        drawing = program.diff(smaller, format="graphviz")
        self.assertEqual(drawing.count("lightcoral"), 3, drawing)
        self.assertEqual(drawing.count("palegreen"), 1, drawing)
        with self.assertRaisesRegex(ValueError, "format of diff is 'html'"):
            program.diff(smaller, format="html")

    def test_passes_can_be_left_out(self):
        total, _ = self.repeated()
        program = pd.optimize(pd.default_main_program(), targets=[total],
                              without=["common_subexpressions"])
        self.assertEqual(op_types(program),
                         ["scale", "scale", "elementwise_add"])
        with self.assertRaisesRegex(KeyError, "common_subexpressions"):
            pd.optimize(pd.default_main_program(), without=["common"])

    def stepped(self):
        """The mean of tanh(fc(x) + fc(h)) in steps."""
        x = pd.layer.data("x", [5, 2, 64])
        first = pd.layer.data("first", [2, 8])
        rnn = pd.rnn()
        with rnn.step():
            step, h = rnn.step_input(x), rnn.memory(first)
            after = pd.layer.tanh(pd.layer.fc(step, 8) + pd.layer.fc(h, 8))
            rnn.update_memory(h, after)
            rnn.output(after)
        return pd.layer.mean(rnn()[0])

    def trained_steps(self, passes):
        """Those of a training whose forward program went through passes."""
        main, startup = pd.Program(), pd.Program()
        startup.random_seed = 3
        with pd.program_guard(main, startup):
            loss = self.stepped()
        main = pd.optimize(main, only=passes, targets=[loss])
        with pd.program_guard(main, startup):
            pd.optimizer.SGD(0.5).minimize(main.global_block().var(loss.name))
        random = np.random.default_rng(0)
        feed = {"x": random.normal(size=(5, 2, 64)).astype("float32"),
                "first": np.zeros((2, 8), "float32")}
        exe, scope = pd.Executor(pd.CPUPlace()), pd.Scope()
        exe.run(startup, scope=scope)
        return main, [float(exe.run(main, feed, [loss.name], scope)[0])
                      for _ in range(5)]

    def test_products_move_out_of_steps_before_training(self):
        _, wanted = self.trained_steps([])
        main, losses = self.trained_steps(["hoist_projections"])
        np.testing.assert_allclose(losses, wanted, rtol=1e-4)
        self.assertLess(losses[-1], losses[0])
        self.assertIn("mul_grad", op_types(main))
        inside = [op.type for op in main.blocks[1].ops]
        self.assertEqual(inside.count("mul"), 1)

    def trained(self, grad_clip=None):
        x = pd.layer.data("x", [None, 3])
        cost = pd.layer.mean(pd.layer.fc(pd.layer.fc(x, 4), 1))
        pd.optimizer.SGD(0.1, grad_clip=grad_clip).minimize(cost)
        return pd.default_main_program(), pd.default_startup_program()

    def test_servers_run_the_optimizer(self):
        cut = pd.passes.parameter_server(*self.trained(), servers=2, shards=4)
        for program in (cut.main, cut.idle):
            self.assertEqual(op_types(program)[-1], "pull_parameter")
            self.assertNotIn("sgd", op_types(program))
        self.assertNotIn("push_gradient", op_types(cut.shard))
        self.assertEqual(op_types(cut.startup), ["pull_parameter"])
        blocks = [block for server in cut.server
                  for block in server.main.blocks[1:]]
        self.assertEqual([op.type for block in blocks for op in block.ops],
                         ["sgd"] * 4)
        self.assertIn("'update:0'", str(cut.server[0].main))
        alone = pd.passes.parameter_server(pd.default_main_program(),
                                           pd.default_startup_program())
        self.assertIsNone(alone.shard)
        self.assertIsNone(alone.idle)

    def test_servers_keep_tables_by_rows(self):
        ids = pd.layer.data("ids", [None, 1], "int64")
        rows = pd.layer.embedding(ids, size=[10 ** 9, 64], is_sparse=True,
                                  distributed=True)
        pd.optimizer.Adagrad(0.1).minimize(pd.layer.mean(rows))
        cut = pd.passes.parameter_server(pd.default_main_program(),
                                         pd.default_startup_program(),
                                         servers=2)
        self.assertEqual(op_types(cut.main)[:2], ["pull_rows", "lookup_table"])
        self.assertEqual(op_types(cut.main)[-2:],
                         ["push_rows", "pull_parameter"])
        for server in cut.server:
            self.assertEqual([op.type for op in server.main.blocks[1].ops],
                             ["lookup_table_grad", "adagrad"])
            self.assertIn("'initialize:embedding_0.w_0'", str(server.startup))

    def test_servers_refuse_optimizers_that_change_all_rows(self):
        ids = pd.layer.data("ids", [None, 1], "int64")
        rows = pd.layer.embedding(ids, size=[10 ** 9, 64], is_sparse=True,
                                  distributed=True)
        pd.optimizer.Adam(0.1).minimize(pd.layer.mean(rows))
        with self.assertRaisesRegex(
                NotImplementedError,
                "changes all rows of the table.*set lazy_mode.*passes_test.py"):
            pd.passes.parameter_server(pd.default_main_program(),
                                       pd.default_startup_program())

    def test_a_distributed_table_has_a_sparse_gradient(self):
        ids = pd.layer.data("ids", [None, 1], "int64")
        with self.assertRaisesRegex(ValueError, "needs is_sparse"):
            pd.layer.embedding(ids, size=[1000, 4], distributed=True)

    def test_servers_refuse_what_needs_all_gradients(self):
        main, startup = self.trained(pd.clip.ClipByGlobalNorm(1.0))
        with self.assertRaisesRegex(NotImplementedError,
                                    "needs several gradients.*passes_test.py"):
            pd.passes.parameter_server(main, startup, servers=2)
        with self.assertRaisesRegex(ValueError, "no optimizer"):
            pd.passes.parameter_server(pd.Program(), pd.Program())

    def test_targets_decide_what_is_dropped(self):
        y, _ = self.repeated()
        program = pd.default_main_program()
        before = str(program)
        self.assertEqual(op_types(pd.optimize(program, targets=[y])),
                         ["scale", "elementwise_add"])
        self.assertEqual(op_types(pd.optimize(program)), op_types(program))
        self.assertEqual(str(program), before)

    def test_only_chooses_passes(self):
        y, _ = self.repeated()
        program = pd.default_main_program()
        dead = pd.optimize(program, only=["dead_operators"], targets=[y])
        self.assertEqual(op_types(dead),
                         ["scale", "scale", "elementwise_add"])
        shared = pd.optimize(program, only=["common_subexpressions"],
                             targets=[y])
        self.assertEqual(op_types(shared),
                         ["scale", "relu", "elementwise_add"])

    def test_unknown_names_are_errors_that_say_which_there_are(self):
        y, _ = self.repeated()
        program = pd.default_main_program()
        with self.assertRaisesRegex(
                KeyError, "no pass is called 'fold'; there are: "
                          "fold_constants, prepare_weights"):
            pd.optimize(program, only=["fold"], targets=[y])
        with self.assertRaisesRegex(KeyError, "nowhere"):
            pd.optimize(program, targets=["nowhere"])

    def test_what_is_fed_is_no_constant(self):
        c = pd.layer.fill_constant([2], "float32", 3.0)
        y = pd.layer.scale(c, 2.0)
        program = pd.default_main_program()
        self.assertEqual(op_types(pd.optimize(program, targets=[y])),
                         ["assign_value"])
        self.assertEqual(
            op_types(pd.optimize(program, feeds=[c], targets=[y])), ["scale"])
        for exe in pd.Executor(optimize=True), pd.Executor():
            out, = exe.run(feed={c: np.array([1, 2], "float32")},
                           fetch_list=[y])
            self.assertEqual(out.tolist(), [2.0, 4.0])
            self.assertEqual(exe.run(fetch_list=[y])[0].tolist(), [6.0, 6.0])

    def test_chains_of_constants_are_folded(self):
        x = pd.layer.data("x", [None, 2], "int64")
        two = pd.layer.fill_constant([2], "float32", 2.0)
        scaled = pd.layer.scale(two, 3.5, bias=0.5)
        whole = pd.layer.cast(scaled, "int64")
        one = pd.layer.fill_constant([2], "int64", 1)
        y = x + (whole * whole - one)
        program = pd.default_main_program()
        self.assertEqual(op_types(pd.optimize(program, targets=[y])),
                         ["assign_value", "elementwise_add"])
        feed = {"x": np.array([[0, 1]])}
        for optimize in (False, True):
            out, = pd.Executor(optimize=optimize).run(feed=feed,
                                                      fetch_list=[y])
            self.assertEqual(out.tolist(), [[48, 49]])

    def test_loops_are_the_same_bits(self):
        x = pd.layer.data("x", [3, 2])
        zero, five = (pd.layer.fill_constant([1], "int64", value)
                      for value in (0, 5))
        end = pd.while_loop(
            lambda i, v: pd.less_than(i, five),
            lambda i, v: [pd.increment(i), pd.layer.tanh(v) * 1.5],
            [zero, x])
        slope, = pd.gradients([pd.layer.reduce_sum(end[1])], [x])
        feed = {"x": np.linspace(-1, 1, 6, dtype="float32").reshape(3, 2)}
        values = [pd.Executor(optimize=optimize).run(
                      feed=feed, fetch_list=[end[1], slope])
                  for optimize in (False, True)]
        for plain, optimized in zip(*values):
            np.testing.assert_array_equal(plain, optimized)

    def test_networks_are_the_same_bits(self):
        trained = []
        for optimize in (False, True):
            network = Network()
            network.exe = pd.Executor(optimize=optimize)
            network.start()
            trained.append(([network.step() for _ in range(3)],
                            network.checksum()))
        self.assertEqual(trained[0], trained[1])

    def test_level_2_computes_convolution_nets_in_fewer_operators(self):
        x = pd.layer.data("x", [None, 3, 8, 8])
        y = pd.layer.batch_norm(pd.layer.conv2d(
            x, 8, filter_size=3, padding=1), act="relu")
        y = pd.layer.fc(pd.layer.pool2d(y, 1, "avg", global_pooling=True), 4)
        program = pd.default_main_program().clone(for_test=True)
        self.assertEqual(
            op_types(pd.optimize(program, targets=[y.name], level=2)),
            ["transpose", "fused_conv2d", "pool2d", "fused_fc"])
        pd.Executor().run(pd.default_startup_program())
        feed = {"x": np.random.RandomState(0).randn(2, 3, 8, 8)
                .astype("float32")}
        plain, fused = (pd.Executor(optimize=level).run(
            program, feed=feed, fetch_list=[y.name])[0] for level in (1, 2))
        np.testing.assert_allclose(fused, plain, rtol=1e-4, atol=1e-5)
        with self.assertRaisesRegex(ValueError, "optimize is 0, 1 or 2"):
            pd.Executor(optimize=3)

    def written(self, x):
        """Chains and branches of elementwise operators, with broadcasting."""
        hidden = pd.layer.fc(x, 288, act="gelu")
        gate = pd.layer.sigmoid(pd.layer.fc(x, 288)) * hidden + hidden
        scaled = pd.layer.tanh(pd.layer.scale(gate, 0.5, bias=0.1)) - gate
        column = pd.layer.reduce_mean(scaled, dim=1, keep_dim=True)
        centred = (scaled - column) / (pd.layer.square(column) + 1.0)
        return pd.layer.relu(pd.layer.elementwise_max(centred, hidden))

    def test_joined_operators_are_the_same_bits(self):
        x = pd.layer.data("x", [None, 40])
        y = self.written(x)
        pd.optimizer.Adam(0.01).minimize(pd.layer.mean(pd.layer.square(y)))
        program = pd.default_main_program()
        program.random_seed = pd.default_startup_program().random_seed = 3
        forward = program.clone(for_test=True)
        for each in program, forward:
            self.assertIn("fused_elementwise",
                          op_types(pd.optimize(each, targets=[y.name],
                                               place=pd.CPUPlace())))
        # Elsewhere there may be none, and nothing differentiates it.
        self.assertNotIn("fused_elementwise",
                         op_types(pd.optimize(forward, targets=[y.name])))
        random = np.random.default_rng(0)
        batches = [random.normal(size=(rows, 40)).astype("float32")
                   for rows in (1, 33, 257, 0)]
        results = []
        for optimize in (False, True):
            exe, scope = pd.Executor(optimize=optimize), pd.Scope()
            exe.run(pd.default_startup_program(), scope=scope)
            results.append([
                exe.run(each, feed={"x": batch}, fetch_list=[y.name],
                        scope=scope)[0]
                for batch in batches for each in (forward, program)])
        for plain, joined in zip(*results):
            np.testing.assert_array_equal(plain, joined)

    def normalized(self, dtype):
        """Layers of an encoder, whose sums drop elements."""
        x = pd.layer.data("x", [None, 40], dtype)
        y = pd.layer.fc(x, 32)
        for rate in (0.0, 0.3):
            dropped = pd.layer.dropout(pd.layer.fc(y, 32, act="tanh"), rate)
            y = pd.layer.layer_norm(y + dropped)
            y = pd.layer.layer_norm(pd.layer.fc(y, 32) + y)
        return y

    def test_normalized_sums_are_the_same_bits(self):
        random = np.random.default_rng(0)
        batches = [random.normal(size=(rows, 40))
                   for rows in (1, 33, 257, 0)]
        for dtype in "float32", "float64":
            main, startup = pd.Program(), pd.Program()
            main.random_seed = startup.random_seed = 5
            with pd.program_guard(main, startup):
                y = self.normalized(dtype)
                pd.optimizer.Adam(0.01).minimize(
                    pd.layer.mean(pd.layer.square(y)))
            forward = main.clone(for_test=True)
            for each in main, forward:
                types = op_types(pd.optimize(each, targets=[y.name],
                                             place=pd.CPUPlace()))
                self.assertEqual(types.count("fused_layer_norm"), 4)
                self.assertNotIn("dropout", types)
            results = []
            for optimize, threads in itertools.product((False, True), (1, 2)):
                pd.set_num_threads(threads)
                exe, scope = pd.Executor(optimize=optimize), pd.Scope()
                exe.run(startup, scope=scope)
                results.append([
                    exe.run(each, feed={"x": batch.astype(dtype)},
                            fetch_list=[y.name], scope=scope)[0]
                    for batch in batches for each in (forward, main)])
            for result in results[1:]:
                for plain, joined in zip(results[0], result):
                    np.testing.assert_array_equal(plain, joined)

    def test_joined_optimizers_are_the_same_bits(self):
        optimizers = pd.optimizer
        batch = np.random.default_rng(0).normal(size=(8, 40)).astype("float32")
        for make in (lambda: optimizers.SGD(0.1),
                     lambda: optimizers.Momentum(0.1, 0.9),
                     lambda: optimizers.Adam(0.01),
                     lambda: optimizers.AdamW(0.01, weight_decay=0.1),
                     lambda: optimizers.Adagrad(0.1),
                     lambda: optimizers.Adamax(0.01)):
            main, startup = pd.Program(), pd.Program()
            main.random_seed = startup.random_seed = 5
            with pd.program_guard(main, startup):
                x = pd.layer.data("x", [None, 40])
                hidden = x
                for _ in range(10):
                    hidden = pd.layer.fc(hidden, 170, act="tanh")
                cost = pd.layer.mean(pd.layer.square(hidden))
                make().minimize(cost)
            self.assertIn("fused_update", op_types(pd.optimize(
                main, place=pd.CPUPlace())))
            states = []
            for optimize in (False, True):
                exe, scope = pd.Executor(optimize=optimize), pd.Scope()
                exe.run(startup, scope=scope)
                for _ in range(3):
                    exe.run(main, feed={"x": batch}, scope=scope)
                states.append({
                    var.name: np.array(scope.find_var(var.name).get_tensor())
                    for var in main.list_vars() if var.persistable})
            self.assertGreaterEqual(len(states[0]), 4)
            for name, value in states[0].items():
                np.testing.assert_array_equal(value, states[1][name], name)

    def test_any_variable_can_be_fetched(self):
        y, unread = self.repeated()
        names = [v.name for v in pd.default_main_program().list_vars()]
        x = np.arange(6, dtype="float32").reshape(2, 3)
        optimizing, plain = pd.Executor(optimize=True), pd.Executor()
        for name in names:
            ours, = optimizing.run(feed={"x": x}, fetch_list=[name])
            theirs, = plain.run(feed={"x": x}, fetch_list=[name])
            np.testing.assert_array_equal(ours, theirs)

    def test_training_is_the_same_bits(self):
        x = pd.layer.data("x", [None, 8])
        label = pd.layer.data("label", [None, 1], "int64")
        hidden = pd.layer.dropout(pd.layer.fc(x, 16, act="relu"), 0.3)
        hidden = pd.layer.batch_norm(hidden)
        predicted = pd.layer.fc(hidden, 4, act="softmax")
        loss = pd.layer.mean(pd.layer.cross_entropy(predicted, label))
        pd.optimizer.Adam(learning_rate=0.01).minimize(loss)
        losses = [self.losses(loss, optimize) for optimize in (True, False)]
        self.assertEqual(losses[0], losses[1])
        self.assertLess(losses[0][-1], losses[0][0])

    def losses(self, loss, optimize):
        rng = np.random.RandomState(0)
        x = rng.randn(64, 8).astype("float32")
        label = rng.randint(0, 4, (64, 1))
        exe = pd.Executor(optimize=optimize)
        pd.seed(7)
        with pd.scope_guard(pd.Scope()):
            pd.seed(7)
            exe.run(pd.default_startup_program())
            return [float(exe.run(feed={"x": x, "label": label},
                                  fetch_list=[loss])[0])
                    for _ in range(30)]
