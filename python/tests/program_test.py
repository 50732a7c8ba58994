"""Programs as descriptions: written, inspected, changed and saved."""

import pickle

import paddle as pd
from testing_util import ProgramTestCase


class ProgramTest(ProgramTestCase):

    def network(self):
        x = pd.layer.data("x", [None, 4])
        hidden = pd.layer.dropout(pd.layer.fc(x, 3, act="relu"), 0.5)
        return x, pd.layer.fc(hidden, 2)

    def types(self, program):
        return [op.type for op in program.global_block().ops]

    def test_what_layers_wrote(self):
        _, out = self.network()
        self.assertEqual([p.name for p in self.main.all_parameters()],
                         ["fc_0.w_0", "fc_0.b_0", "fc_1.w_0", "fc_1.b_0"])
        self.assertEqual(out.shape, (-1, 2))
        op = self.main.global_block().ops[0]
        self.assertEqual((op.type, op.role), ("mul", "forward"))
        self.assertEqual(op.inputs, {"X": ["x"], "Y": ["fc_0.w_0"]})
        self.assertEqual(op.attrs["x_num_col_dims"], 1)

    def test_operators_know_the_line_that_made_them(self):
        self.network()
        file, line, text = self.main.global_block().ops[0].call_site[0]
        self.assertTrue(file.endswith("program_test.py"))
        self.assertIn("pd.layer.fc(x, 3", text)
        self.assertGreater(line, 1)
        outer = self.main.global_block().ops[0].call_site[1]
        self.assertIn("self.network()", outer[2])

    def test_text_and_graphviz(self):
        self.network()
        self.assertIn("mul(", str(self.main))
        self.assertIn("program_test.py", str(self.main))
        self.assertTrue(self.main.to_graphviz().startswith("digraph"))

    def test_names_are_found_or_the_nearest_are_named(self):
        x, _ = self.network()
        self.assertEqual(self.main.global_block().var("x"), x)
        self.assertEqual(pd.get_variable("x"), x)
        with self.assert_fails(KeyError, "fc_0.w_1", "fc_0.w_0"):
            pd.get_variable("fc_0.w_1")
        with self.assert_fails(IndexError):
            self.main.block(1)

    def test_a_clone_for_test_has_no_backward_and_no_dropout(self):
        _, out = self.network()
        pd.optimizer.SGD(0.1).minimize(pd.layer.mean(out))
        clone = self.main.clone(for_test=True)
        roles = {op.role for op in clone.global_block().ops}
        self.assertEqual(roles, {"forward"})
        dropout, = [op for op in clone.global_block().ops
                    if op.type == "dropout"]
        self.assertTrue(dropout.attrs["is_test"])
        self.assertEqual(self.types(self.main.clone()), self.types(self.main))

    def test_prune(self):
        x, out = self.network()
        pd.layer.exp(out)
        pruned = self.main.prune([x], [out])
        self.assertNotIn("exp", self.types(pruned))
        self.assertEqual(len(self.types(pruned)) + 1,
                         len(self.types(self.main)))
        with self.assert_fails(KeyError, "nothing"):
            self.main.prune([x], ["nothing"])

    def test_serialize_and_parse(self):
        self.network()
        data = self.main.serialize()
        again = pd.Program.parse(data)
        again.verify()
        self.assertEqual(again.serialize(), data)
        self.assertEqual(again.global_block().ops[0].call_site, [])
        kept = pd.Program.parse(self.main.serialize(with_call_sites=True))
        self.assertIn("program_test.py", str(kept))

    def test_the_compile_time_steps_one_by_one(self):
        block = self.main.global_block()
        block.create_var("x", [3, 4])
        block.create_var("w", [4, 2], persistable=True)
        op = block.append_op("mul", {"X": "x", "Y": "w"}, {"Out": "y"},
                             {"x_num_col_dims": 1})
        self.assertEqual(op.outputs, {"Out": ["y"]})
        self.assertEqual(block.var("y").shape, (3, 2))
        loss = pd.layer.mean(block.var("y"))
        gradient, = pd.gradients([loss], [block.var("w")])
        self.assertEqual((gradient.name, gradient.shape), ("w@GRAD", (4, 2)))
        self.main.verify()

    def test_an_operator_that_fails_leaves_the_program_as_it_was(self):
        block = self.main.global_block()
        block.create_var("x", [3, 4])
        before = self.main.serialize()
        with self.assert_fails(ValueError, "mul", "[3, 4]"):
            block.append_op("mul", {"X": "x", "Y": "x"}, {"Out": "y"})
        self.assertEqual(self.main.serialize(), before)
        with self.assert_fails(ValueError, "x"):
            block.create_var("x", [1])

    def test_guards_nest_and_are_used_once_at_a_time(self):
        other = pd.Program()
        with pd.program_guard(other) as guard:
            self.assertIs(pd.default_main_program(), other)
            self.assertIs(pd.default_startup_program(), self.startup)
            self.assertIsNone(guard)
        self.assertIs(pd.default_main_program(), self.main)

    def test_a_program_is_not_pickled_by_accident(self):
        with self.assertRaises(TypeError):
            pickle.dumps(self.main)
