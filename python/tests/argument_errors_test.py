"""Arguments that do not fit: what is said of them, in Python's words."""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

# Users must never see signatures and expressions of C++.
CPLUSPLUS = ("incompatible", "paddle.core", "handle", "(expected", "->", "::",
             "_cast", "arg0")


class ArgumentErrorsTest(ProgramTestCase):

    def check(self, kind, call, *parts):
        with self.assertRaises(kind) as context:
            call()
        message = str(context.exception)
        for part in parts:
            self.assertIn(part, message)
        self.assertRegex(message, r"argument_errors_test\.py, line \d+: ")
        said = message.partition("\n  ")[0]
        for word in CPLUSPLUS:
            self.assertNotIn(word, said)

    def test_missing_and_unknown_arguments(self):
        optimizer = pd.optimizer
        for call, message in [
                (lambda: optimizer.Momentum(learning_rate=0.05),
                 "Momentum(learning_rate, momentum, use_nesterov=False, "
                 "regularization=None, grad_clip=None): missing a required "
                 "argument: 'momentum'"),
                (optimizer.RMSProp, "missing a required argument: "
                 "'learning_rate'"),
                (lambda: optimizer.Adam(beta3=0.5),
                 "got an unexpected keyword argument 'beta3'"),
                (lambda: self.exe.run(feeds={}), "Executor.run(program=None, "
                 "feed={}, fetch_list=None"),
                (lambda: pd.Program().clone(True, True),
                 "Program.clone(for_test=False): too many positional"),
                (lambda: pd.layer.prelu(pd.layer.data("x", [2])),
                 "prelu(x, alpha, mode='all', name=''): missing")]:
            with self.subTest(message):
                self.check(TypeError, call, message)

    def test_the_argument_of_another_kind_is_named(self):
        rows = np.ones((3, 2), np.float32)
        x = pd.layer.data("x", [None, 2])
        for call, message in [
                (lambda: pd.LoDTensor(rows, [1, 2]), "LoDTensor: lengths is of "
                 "type list of lists of int, not [1, 2]"),
                (lambda: pd.LoDTensor(rows).set(rows, "ab"), "LoDTensor.set: "
                 "lengths is of type list of lists of int, not 'ab'"),
                (lambda: pd.LoDTensor.from_padded(rows, [0.5, 1]),
                 "from_padded: lengths is of type list of int, not [0.5, 1]"),
                (lambda: pd.ParamAttr(initializer=[2, 2]), "ParamAttr: "
                 "initializer is of type Initializer or None, not [2, 2]"),
                (lambda: pd.initializer.Normal("a"), "Normal: loc is of type "
                 "float, not 'a'"),
                (lambda: pd.optimizer.AdamW(decay_if=3), "AdamW: decay_if is "
                 "of type function or None, not 3"),
                (lambda: pd.optimizer.SGD(0.1).minimize("loss"),
                 "SGD.minimize: loss is of type Variable, not 'loss'"),
                (lambda: self.exe.run(3), "Executor.run: program is of type "
                 "Program or None, not 3"),
                (lambda: pd.Executor.run(3), "self is of type Executor"),
                (lambda: self.scope.find_var(rows), "Scope.find_var: name is "
                 "of type str, not an array"),
                (lambda: pd.layer.arange(3, [1]), "arange: end is of type "
                 "Variable or int or float or None, not [1]"),
                (lambda: pd.var([1], param=[2, 2]), "var: param is of type "
                 "bool, not [2, 2]"),
                (lambda: pd.layer.fc(x, 3, act=1), "fc: act is of type str"),
                (lambda: pd.layer.fc(x, 3, param_attr=[2, 2]),
                 "a parameter attribute is a pd.ParamAttr, a name or an "
                 "initializer, not [2, 2]")]:
            with self.subTest(message):
                self.check(TypeError, call, message)

    def test_values_that_are_set(self):
        self.check(TypeError, lambda: setattr(self.main, "random_seed", "a"),
                   "Program: the value is of type int, not 'a'")
        self.check(ValueError, lambda: setattr(self.main, "random_seed", 2**70),
                   f"Program: the value is out of range: {2**70}")

    def test_names_within_an_argument(self):
        block, x = self.main.global_block(), pd.layer.data("x", [2])
        for arguments in (({3: x}, {"Out": "y"}),
                          ({"X": x}, {"Out": "y"}, {3: 4})):
            self.check(TypeError, lambda: block.append_op("relu", *arguments),
                       "a part of an argument is of the wrong kind")

    def test_parts_of_arguments(self):
        ids = pd.layer.data("ids", [None, 1], "int64")
        self.check(TypeError, lambda: pd.layer.embedding(ids, ("a", 2)),
                   "embedding: size is of type list of int, not ('a', 2)")
        self.check(TypeError, lambda: pd.cond(3, lambda: ids, lambda: ids),
                   "cond: condition is of type Variable, not 3")

    def test_numbers_that_do_not_fit(self):
        x = pd.layer.data("x", [None, 2])
        self.check(ValueError,
                   lambda: pd.layer.fc(x, 3, num_flatten_dims=2**63 - 1),
                   "fc: num_flatten_dims is out of range: 9223372036854775807")
        self.check(ValueError, lambda: pd.layer.fc(x, 2**70),
                   f"fc: size is out of range: {2**70}")
        self.check(ValueError, lambda: pd.set_num_threads(2**40),
                   f"set_num_threads: threads is out of range: {2**40}")

    def test_long_values_are_cut(self):
        with self.assertRaises(TypeError) as context:
            self.scope.find_var(list(range(10000)))
        said = str(context.exception).splitlines()[0]  # and then the line
        self.assertLess(len(said), 300)

    def test_a_callback_of_the_user_keeps_its_own_error(self):
        def decays(parameter):
            raise TypeError("incompatible with me")

        loss = pd.layer.mean(pd.layer.fc(pd.layer.data("x", [None, 2]), 1))
        with self.assertRaisesRegex(TypeError, "^incompatible with me$"):
            pd.optimizer.AdamW(decay_if=decays).minimize(loss)

    def test_values_that_do_not_fit_together(self):
        x = pd.layer.data("x", [2, 3])
        image = pd.layer.data("image", [1, 3, 8, 8])
        rows = np.ones((3, 2), np.float32)
        for call, parts in [
                (lambda: pd.layer.clip(x, 1.0, 0.0),
                 ("clip needs a min that is not above its max; they are 1 and "
                  "0", "x [2, 3] float32")),
                (lambda: pd.layer.fc(
                    x, 2, param_attr=pd.initializer.Values([1, 2])),
                 ("parameter 'fc_0.w_0' takes 6 values, not 2",)),
                (lambda: pd.LoDTensor(rows, [[1, 1]]),
                 ("the lengths of the sequences add up to 2, but the array, "
                  "[3, 2], has 3 rows",)),
                (lambda: pd.layer.bilinear_interp(x, 4, 4),
                 ("X of bilinear_interp is [N, C, H, W], not [2, 3]",)),
                (lambda: pd.schedule.piecewise([1, 2], [0.1, 0.2]),
                 ("one value more than boundaries, not 2 values for 2",)),
                (lambda: pd.initializer.Normal(float("nan"), 1),
                 ("the mean of an initializer is finite, not nan",)),
                (lambda: pd.initializer.Uniform(0, float("inf")),
                 ("the upper bound of an initializer is finite, not inf",)),
                (lambda: pd.layer.conv2d(image, 0, 3),
                 ("the number of filters is positive, not 0",)),
                (lambda: pd.set_num_threads(10**9),
                 ("the number of threads is from 1 to 1024, not 1000000000",)),
                (lambda: pd.layer.split(x, 0, 1),
                 ("split: num_or_sections is the number of parts, at least 1, "
                  "or their sizes, not 0",)),
                (lambda: pd.layer.split(x, [], 1), ("split:", "not []"))]:
            with self.subTest(parts[0]):
                self.check(ValueError, call, *parts)

    def test_bounds_have_all_their_digits(self):
        x = pd.layer.data("x", [2, 3])
        self.check(ValueError, lambda: pd.layer.roll(x, 2**60, 0),
                   "at most 9007199254740992")
        self.assertIn("<= 9007199254740992", pd.layer.roll.__doc__)

    def test_one_number_is_a_list_of_one(self):
        x = pd.layer.data("x", [2, 3])
        value = np.arange(6, dtype=np.float32).reshape(2, 3)
        outs = self.eval([pd.layer.roll(x, 1, 0),
                          pd.layer.roll(x, np.int64(1), -1),
                          pd.layer.transpose(x, [-1, 0])], x=value)
        for out, expected in zip(outs, (np.roll(value, 1, 0),
                                        np.roll(value, 1, 1), value.T)):
            np.testing.assert_array_equal(out, expected)
        slope, = pd.gradients(
            pd.layer.transpose(x, [-1, 0]) *
            pd.var(np.arange(6, dtype=np.float32).reshape(3, 2)), x)
        np.testing.assert_array_equal(
            self.eval(slope, x=value),
            np.arange(6, dtype=np.float32).reshape(3, 2).T)
