"""Layers whose signatures come from the options in C++."""

import inspect
import typing

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase


class ComposedTest(ProgramTestCase):

    def bound(self):
        return {name: function
                for name, function in vars(pd.core._composed).items()
                if not name.startswith("_")}

    def test_the_package_documents_all_that_is_bound(self):
        self.assertIn("conv2d", self.bound())
        for name in self.bound():
            function = getattr(pd.layer, name)
            self.assertEqual(function.__name__, name)
            self.assertIn("Example:", function.__doc__, name)

    def test_signatures_are_real(self):
        self.assertEqual(
            str(inspect.signature(pd.layer.row_conv)),
            "(input: paddle.core.Variable, future_context_size: int, "
            "param_attr: Union[NoneType, str, paddle.core.ParamAttr, "
            "paddle.core.Initializer] = None, act: str = '', name: str = '') "
            "-> paddle.core.Variable")
        lstm = inspect.signature(pd.layer.dynamic_lstm)
        self.assertEqual(lstm.return_annotation,
                         typing.Tuple[pd.Variable, pd.Variable])
        self.assertEqual(lstm.parameters["h_0"].annotation,
                         typing.Optional[pd.Variable])
        self.assertEqual(lstm.parameters["cell_activation"].default, "tanh")

    def test_functions_with_more_than_one_form_have_the_same_arguments(self):
        for name in ("fc", "nce"):
            line = self.bound()[name].__doc__.partition("\n")[0]
            function = inspect.signature(getattr(pd.layer, name))
            places = [line.index(f"{key}: ") for key in function.parameters
                      if key != "params"]  # fc: two arguments in one
            self.assertEqual(places, sorted(places), name)
            self.assertEqual(len(places), line.count(": "), name)

    def test_arguments_that_do_not_fit_are_named(self):
        x = pd.layer.data("x", [None, 3, 8, 8])
        for call, message in [
                (lambda: pd.layer.conv2d(x, 4),
                 r"conv2d\(input, num_filters, filter_size, stride=1, "
                 r"padding=0, .*\): missing a required argument: "
                 "'filter_size'"),
                (lambda: pd.layer.conv2d(x, 4, 3, strides=2),
                 "conv2d.*: got an unexpected keyword argument 'strides'"),
                (lambda: pd.layer.conv2d("x", 4, 3),
                 "conv2d: input is of type Variable, not 'x'"),
                (lambda: pd.layer.conv2d(None, 4, 3),
                 "conv2d: input is of type Variable, not None"),
                (lambda: pd.layer.conv2d(x, 4, 3, groups="a"),
                 "conv2d: groups is of type int, not 'a'"),
                (lambda: pd.layer.dropout(x, "a"),
                 "dropout: dropout_prob is of type float, not 'a'"),
                (lambda: pd.layer.label_smooth(x, prior_dist=3),
                 "label_smooth: prior_dist is of type Variable or None, not 3"),
                (lambda: pd.layer.sequence_conv(x, 4, context_start="a"),
                 "sequence_conv: context_start is of type int or None, not "
                 "'a'"),
                (lambda: pd.layer.embedding(x, size=None),
                 "embedding: size is of type list of int, not None"),
                (lambda: pd.layer.embedding(x, (3, 4, 5)),
                 r"embedding: size is \(rows, width\), not \(3, 4, 5\)")]:
            with self.subTest(message):
                with self.assertRaisesRegex(
                        TypeError, rf"(?s){message}.*composed_test\.py, line"):
                    call()

    def test_sizes_that_do_not_fit_are_told(self):
        x = pd.layer.data("x", [None, 3, 8, 8])
        with self.assertRaisesRegex(
                ValueError, r"height and width are .* not \(1, 2, 3\)"):
            pd.layer.conv2d(x, 4, 3, stride=(1, 2, 3))

    def test_options_reach_the_layer(self):
        x = pd.layer.data("x", [None, 3, 8, 8])
        made = pd.layer.conv2d(x, 4, (3, 1), padding=(1, 0), name="mine",
                               bias_attr=False)
        self.assertEqual(made.shape, (-1, 4, 8, 8))
        self.assertTrue(made.name.startswith("mine"), made.name)
        self.assertEqual([each.shape for each in self.main.all_parameters()],
                         [(4, 3, 3, 1)])
        ids = pd.layer.data("ids", [None, 1], "int64")
        rows = pd.layer.embedding(ids, [9, 2], dtype=np.float64)
        self.assertEqual((rows.shape, rows.dtype), ((-1, 2), "float64"))
