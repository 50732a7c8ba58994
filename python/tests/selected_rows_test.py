"""SelectedRows that a program keeps: tables of which few rows are there."""

import os
import tempfile
import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

HEIGHT, WIDTH = 50, 6
ROWS = [41, 3, 17, 8, 30]  # in no order
# A row more than once, and one not at all.
IDS = np.array([[17], [41], [17], [3], [30], [17]], "int64")


def table(rows=None, seed=1):
    """SelectedRows of a matrix of HEIGHT rows."""
    rows = ROWS if rows is None else rows
    return pd.SelectedRows(rows, random(HEIGHT, WIDTH, seed=seed)[rows], HEIGHT)


class SelectedRowsTest(unittest.TestCase):

    def test_they_are_what_they_are_made_of(self):
        array = random(2, 3)
        rows = pd.SelectedRows([4, 1], array, 6)
        self.assertEqual((rows.rows, rows.height), ([4, 1], 6))
        np.testing.assert_array_equal(rows.value, array)
        np.testing.assert_array_equal(rows.to_dense()[[4, 1]], array)
        self.assertEqual(repr(rows), "SelectedRows(2 rows of [6, 3] float32)")
        array[0] = 7
        self.assertNotEqual(rows.value[0, 0], 7)

    def test_rows_are_a_list_or_an_array(self):
        for rows in (np.array([4, 1]), (4, 1), np.array([4, 1], "int32")):
            self.assertEqual(pd.SelectedRows(rows, random(2, 3), 6).rows,
                             [4, 1])
        none = pd.SelectedRows([], np.zeros((0, 3), "float64"), 6)
        self.assertEqual(none.to_dense().shape, (6, 3))

    def test_sizes_agree(self):
        for error, message, *given in (
                (ValueError, "2 selected rows have a value [3, 3]",
                 [0, 1], random(3, 3), 6),
                (ValueError, "1 selected rows have a value []",
                 [0], np.float32(3), 6),
                (IndexError, "selected row 6 of 6", [0, 6], random(2, 3), 6),
                (IndexError, "selected row -1 of 6", [-1], random(1, 3), 6),
                (ValueError, "height -1", [], random(0, 3), -1),
                (ValueError, "a list of numbers, not [1, 2]",
                 [[0, 1]], random(2, 3), 6),
                (TypeError, "whole numbers", [0.5], random(1, 3), 6)):
            with self.subTest(message):
                with self.assertRaises(error) as context:
                    pd.SelectedRows(*given)
                self.assertIn(message, str(context.exception))


class ScopeTest(ProgramTestCase):

    def test_a_variable_keeps_and_gives_a_copy(self):
        given = table()
        variable = self.scope.var("w")
        variable.set(given)
        given.value[0] = 7
        found = variable.get_selected_rows()
        found.value[1] = 7
        again = variable.get_selected_rows()
        self.assertEqual((again.rows, again.height), (ROWS, HEIGHT))
        np.testing.assert_array_equal(again.value, table().value)

    def test_a_variable_without_them(self):
        variable = self.scope.var("w")
        for _ in range(2):
            with self.assert_raises(RuntimeError, "variable w does not hold"):
                variable.get_selected_rows()
            variable.get_tensor().set(random(2, 3))
        variable.set(table())
        self.assertFalse(variable.get_tensor().initialized)
        self.scope.erase("w")
        with self.assert_raises(KeyError, "variable w has been erased"):
            variable.set(table())
        with self.assert_raises(KeyError, "variable w has been erased"):
            variable.get_selected_rows()


class TableTest(ProgramTestCase):
    """A program with a table "w" and one with all of its rows."""

    def lookup(self, name, rows, sparse=True, padding=-1):
        block = self.main.global_block()
        w = block.create_var(name, [HEIGHT, WIDTH], persistable=True,
                             selected_rows=rows)
        self.assertEqual((w.is_selected_rows, w.shape), (rows, (HEIGHT, WIDTH)))
        if rows:
            self.scope.var(name).set(table())
        else:
            self.set_value(name, random(HEIGHT, WIDTH))
        ids = pd.layer.data(f"ids_{name}", [None, 1], "int64")
        return w, pd.layer.ops.lookup_table(w, ids, is_sparse=sparse,
                                            padding_idx=padding)

    def loss(self, name="w", rows=True, sparse=True, padding=-1):
        w, found = self.lookup(name, rows, sparse, padding)
        weight = pd.layer.data(f"weight_{name}", [None, WIDTH])
        return w, pd.layer.reduce_sum(found * found * weight)

    def feed(self, name="w", ids=IDS):
        return {f"ids_{name}": ids, f"weight_{name}": random(len(ids), WIDTH)}

    def held(self, name="w"):
        return self.scope.find_var(name).get_selected_rows()

    def train_both(self, optimizer, steps=4, **kwargs):
        """The values of the table's rows, in both forms."""
        feeds, losses = {}, []
        for name, rows in (("w", True), ("all", False)):
            w, loss = self.loss(name, rows, **kwargs)
            optimizer().minimize(loss, parameter_list=[w])
            feeds.update(self.feed(name))
            losses.append(loss)
        self.run_startup()
        for _ in range(steps):
            mine, theirs = self.exe.run(feed=feeds, fetch_list=losses)
            self.assertEqual(mine, theirs)
        return self.held().value, self.value("all")[ROWS]

    def test_it_trains_to_the_bits_of_all_rows(self):
        trained, expected = self.train_both(lambda: pd.optimizer.SGD(0.1))
        np.testing.assert_array_equal(trained, expected)
        changed = (trained != table().value).all(axis=1)
        self.assertEqual(changed.tolist(), [True, True, True, False, True])
        self.assertEqual(self.held().rows, ROWS)

    def test_padding_and_clipped_gradients(self):
        trained, expected = self.train_both(
            lambda: pd.optimizer.SGD(
                0.1, grad_clip=pd.clip.ClipByGlobalNorm(0.5)), padding=17)
        np.testing.assert_array_equal(trained, expected)
        np.testing.assert_array_equal(trained[2], table().value[2])

    def test_the_gradient_is_of_the_rows_that_were_read(self):
        w, loss = self.loss()
        slope, = pd.gradients(loss, w)
        self.assertTrue(slope.is_selected_rows)
        self.assertEqual(slope.shape, (HEIGHT, WIDTH))
        found, = self.exe.run(feed=self.feed(), fetch_list=[slope])
        self.assertEqual(found.rows, IDS[:, 0].tolist())
        kept, = self.exe.run(feed=self.feed(), fetch_list=[w])
        np.testing.assert_array_equal(kept.value, table().value)

    def test_an_id_that_is_not_there(self):
        w, loss = self.loss()
        pd.optimizer.SGD(0.1).minimize(loss, parameter_list=[w])
        self.run_startup()
        with self.assert_raises(
                IndexError, "id 4 at position 1 is not among the 5 rows",
                "lookup_table"):
            self.exe.run(feed=self.feed(ids=np.array([[3], [4]])),
                         fetch_list=[loss])
        np.testing.assert_array_equal(self.held().value, table().value)

    def test_a_gradient_of_a_row_that_is_not_there(self):
        w, _ = self.lookup("w", True)
        block = self.main.global_block()
        grad = block.create_var("g", [HEIGHT, WIDTH], persistable=True,
                                selected_rows=True)
        rate = block.create_var("rate", [1], persistable=True)
        self.set_value("rate", np.ones(1, "float32"))
        self.scope.var("g").set(table([3, 4]))
        block.append_op("sgd", {"Param": w, "Grad": grad, "LearningRate": rate},
                        {"ParamOut": w})
        with self.assert_raises(IndexError, "row 4 is not among the 5 rows",
                                "sgd"):
            self.exe.run()
        np.testing.assert_array_equal(self.held().value, table().value)

    def test_a_table_may_get_rows_between_runs(self):
        _, loss = self.loss()
        feed = self.feed(ids=np.array([[4], [3]]))
        self.assertRaises(IndexError, self.exe.run, feed=feed,
                          fetch_list=[loss])
        self.scope.var("w").set(table([4, *ROWS]))
        self.exe.run(feed=feed, fetch_list=[loss])

    def test_an_evaluation_updates_nothing(self):
        w, loss = self.loss()
        pd.optimizer.SGD(0.1).minimize(loss, parameter_list=[w])
        self.run_startup()
        self.eval(loss, **self.feed())
        np.testing.assert_array_equal(self.held().value, table().value)

    def test_a_dense_gradient_is_refused(self):
        w, loss = self.loss(sparse=False)
        with self.assert_raises(ValueError, "W of lookup_table is SelectedRows",
                                "set is_sparse"):
            pd.optimizer.SGD(0.1).minimize(loss, parameter_list=[w])

    def test_accumulated_gradients_are_dense(self):
        w, loss = self.loss()
        with self.assert_raises(ValueError, "Param of sgd is SelectedRows, but "
                                "Grad is a dense tensor"):
            pd.optimizer.SGD(0.1).minimize(loss, parameter_list=[w],
                                           accumulate_steps=2)

    def test_other_optimizers_need_all_rows(self):
        w, loss = self.loss()
        with self.assert_raises(ValueError, "input Param of operator adam must "
                                "be a dense tensor", "'w' is SelectedRows"):
            pd.optimizer.Adam(0.1).minimize(loss, parameter_list=[w])

    def test_other_values_than_described(self):
        _, loss = self.loss()
        wrong = pd.SelectedRows(ROWS, random(5, WIDTH).astype("float64"),
                                HEIGHT)
        self.scope.var("w").set(wrong)
        with self.assert_raises(ValueError, "variable w", "data type"):
            self.exe.run(feed=self.feed(), fetch_list=[loss])
        self.set_value("w", random(HEIGHT, WIDTH))
        with self.assert_raises(RuntimeError, "variable w of the scope is no "
                                "SelectedRows"):
            self.exe.run(feed=self.feed(), fetch_list=[loss])
        self.scope.erase("w")
        with self.assert_raises(RuntimeError, "w is not initialised"):
            self.exe.run(feed=self.feed(), fetch_list=[loss])

    def test_they_have_rows(self):
        with self.assert_raises(ValueError, "variable s", "one size at least"):
            self.main.global_block().create_var("s", [], selected_rows=True)

    def test_files_hold_them(self):
        _, loss = self.loss()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "values")
            pd.io.save(path)
            self.scope.erase("w")
            pd.io.load(path)
            self.assertEqual(self.held().rows, ROWS)
            np.testing.assert_array_equal(self.held().value, table().value)
            model = os.path.join(folder, "model")
            feeds = ["ids_w", "weight_w"]
            pd.io.save_inference_model(model, feeds, [loss])
            expected = self.eval(loss, **self.feed())
            with pd.scope_guard(pd.Scope()):
                program, _, fetches = pd.io.load_inference_model(model)
                found, = self.exe.run(program, feed=self.feed(),
                                      fetch_list=fetches)
            self.assertEqual(found, expected)

    def test_onnx_does_not_keep_them(self):
        _, found = self.lookup("w", True)
        with self.assert_raises(NotImplementedError, "variable w is "
                                "SelectedRows", "ONNX"):
            pd.onnx.save(os.devnull, ["ids_w"], [found])

    def test_a_file_of_another_kind(self):
        self.lookup("w", True)
        self.lookup("all", False)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "values")
            for name, is_a, has in (("w", "selected rows", "a tensor"),
                                    ("all", "a tensor", "selected rows")):
                before = self.scope
                with pd.scope_guard(pd.Scope()) as scope:
                    if name == "all":
                        scope.var(name).set(table())
                    else:
                        scope.var(name).get_tensor().set(random(HEIGHT, WIDTH))
                    pd.io.save(path, variables=[name])
                with self.assert_raises(ValueError, f"variable {name} is "
                                        f"{is_a}", f"holds {has}"):
                    pd.io.load(path, variables=[name], scope=before)
