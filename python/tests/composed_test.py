"""Layers whose signatures come from the options in C++."""

import inspect
import typing

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase


class ComposedTest(ProgramTestCase):

    def names(self, bound):
        return [name for name in vars(bound) if not name.startswith("_")]

    def test_the_package_documents_all_that_is_bound(self):
        for module, bound, example in (
                (pd.layer, pd.core._composed, "conv2d"),
                (pd.schedule, pd.core._schedule, "cosine")):
            names = self.names(bound)
            self.assertIn(example, names)
            for name in names:
                function = getattr(module, name)
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

    def test_signatures_of_arguments_with_several_forms(self):
        fc = inspect.signature(pd.layer.fc)
        self.assertEqual(
            str(fc.replace(parameters=list(fc.parameters.values())[:3])),
            "(input: Union[paddle.core.Variable, "
            "Sequence[paddle.core.Variable]], "
            "size: Union[int, paddle.core.Variable] = 0, "
            "num_flatten_dims: int = 1) -> paddle.core.Variable")
        self.assertEqual(
            str(inspect.signature(pd.layer.data)),
            "(name: str, shape: Sequence[Optional[int]], "
            "dtype: str = 'float32', lod_level: int = 0) "
            "-> paddle.core.Variable")
        nce = inspect.signature(pd.layer.nce).parameters
        self.assertEqual(nce["custom_neg_classes"].annotation,
                         typing.Optional[typing.Sequence[int]])
        self.assertEqual(nce["num_neg_samples"].annotation,
                         typing.Optional[int])
        self.assertEqual(
            str(inspect.signature(pd.schedule.linear_warmup)),
            "(learning_rate: Union[float, paddle.core.Variable], "
            "warmup_steps: float, start: float, end: float) "
            "-> paddle.core.Variable")

    def test_results_have_names(self):
        scores = pd.layer.data("scores", [None, 1])
        label = pd.layer.data("label", [None, 1], "int64")
        signature = inspect.signature(pd.layer.auc)
        self.assertEqual(str(signature.replace(return_annotation=int)),
                         "(input: paddle.core.Variable, "
                         "label: paddle.core.Variable, curve: str = 'ROC', "
                         "num_thresholds: int = 4095) -> int")
        metric = pd.layer.auc(scores, label, num_thresholds=9)
        self.assertIs(type(metric), signature.return_annotation)
        self.assertEqual([state.shape for state in metric.states],
                         [(10,), (10,)])

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

    def test_arguments_of_every_kind_of_layer_are_named(self):
        x = pd.layer.data("x", [None, 1])
        layer, schedule = pd.layer, pd.schedule
        for call, message in [
                (lambda: layer.data("y"),
                 r"data\(name, shape, dtype='float32', lod_level=0\): missing "
                 "a required argument: 'shape'"),
                (lambda: layer.data("y", [1], type="int64"),
                 "data.*: got an unexpected keyword argument 'type'"),
                (lambda: layer.data(3, [1]), "data: name is of type str, not "
                 "3"),
                (lambda: layer.data("y", [0.5]), "a size is a whole number or "
                 "None, not 0.5"),
                (lambda: layer.create_parameter([1], name="w"),
                 "create_parameter.*: got an unexpected keyword argument "
                 "'name'"),
                (lambda: layer.create_parameter([1], attr=[2]),
                 "a parameter attribute is .*, not .2."),
                (lambda: layer.create_global_var([1], "a"),
                 "create_global_var: value is of type float, not 'a'"),
                (lambda: layer.auc(x, x, thresholds=3),
                 r"auc\(input, label, curve='ROC', num_thresholds=4095\): got "
                 "an unexpected keyword argument 'thresholds'"),
                (lambda: layer.precision_recall(x, x, weights=3),
                 "precision_recall: weights is of type Variable or None, not "
                 "3"),
                (lambda: layer.mean_iou(x, x, "a"),
                 "mean_iou: num_classes is of type int, not 'a'"),
                (lambda: layer.nce(x, x, 9, noise=[1]),
                 "nce.*: got an unexpected keyword argument 'noise'"),
                (lambda: layer.nce(x, x, 9, num_neg_samples="a"),
                 "nce: num_neg_samples is of type int or None, not 'a'"),
                (lambda: layer.nce(x, x, 9, custom_neg_classes="ab"),
                 "nce: custom_neg_classes is of type list of int or None, not "
                 "'ab'"),
                (lambda: layer.fc(x, 4, activation="relu"),
                 "fc.*: got an unexpected keyword argument 'activation'"),
                (lambda: layer.fc(x, None),
                 "fc: size is of type int or Variable, not None"),
                (lambda: layer.fc([x, x], x),
                 r"fc\(w, x\) of two variables takes one weight, not 2"),
                (lambda: layer.log_loss(x, x, epsilon="a"),
                 "log_loss: epsilon is of type float, not 'a'"),
                (lambda: schedule.noam(64, 5, rate=1.0),
                 "noam.*: got an unexpected keyword argument 'rate'"),
                (lambda: schedule.polynomial("a", 5),
                 "polynomial: learning_rate is of type float, not 'a'"),
                (lambda: schedule.piecewise(5, [0.5]),
                 "piecewise: boundaries is of type list of int, not 5"),
                (lambda: schedule.linear_warmup("a", 8, 0.0, 0.1),
                 "a learning rate is a number or a variable, not 'a'")]:
            with self.subTest(message):
                with self.assertRaisesRegex(
                        TypeError, rf"(?s){message}.*composed_test\.py, line"):
                    call()

    def test_numbers_beside_other_forms_are_told_their_range(self):
        x = pd.layer.data("x", [None, 1])
        label = pd.layer.data("label", [None, 1], "int64")
        for call, key in [
                (lambda: pd.layer.fc(x, 2**70), "fc: size"),
                (lambda: pd.layer.nce(x, label, 9, num_neg_samples=2**70),
                 "nce: num_neg_samples")]:
            with self.assertRaisesRegex(
                    ValueError, rf"{key} is out of range: {2**70}"):
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
