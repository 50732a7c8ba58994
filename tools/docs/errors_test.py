"""Compares the errors in the texts of operators with a table of mistakes and
the exceptions that they raise."""

import unittest

import numpy as np
import text

import paddle as pd

L = pd.layer
CODES = {ValueError: "InvalidArgument", IndexError: "OutOfRange",
         NotImplementedError: "Unimplemented", TypeError: "TypeMismatch",
         RuntimeError: "FailedPrecondition"}


def data(name, shape, dtype="float32", lod_level=0):
    return L.data(name, shape, dtype, lod_level=lod_level)


def x():
    return data("x", [2, 3])


def ids():
    return data("i", [2], "int64")


def rows(name="r", width=4):
    return data(name, [None, width], lod_level=1)


def run(out, **feed):
    exe = pd.Executor()
    exe.run(pd.default_startup_program())
    exe.run(feed=feed, fetch_list=[out])


ONES = np.ones((2, 3), np.float32)
BAD_IDS = np.array([1, 99])

# When it is written: (operator, exception, what writes it).
WRITTEN = [
    ("softmax", IndexError, lambda: L.softmax(x(), axis=5)),
    ("log_softmax", IndexError, lambda: L.log_softmax(x(), axis=5)),
    ("argsort", IndexError, lambda: L.argsort(x(), axis=5)),
    ("cumsum", IndexError, lambda: L.cumsum(x(), axis=5)),
    ("norm", IndexError, lambda: L.norm(x(), axis=5)),
    ("argmax", IndexError, lambda: L.argmax(x(), axis=5)),
    ("maxout", IndexError, lambda: L.maxout(x(), groups=1, axis=5)),
    ("layer_norm", IndexError,
     lambda: L.ops.layer_norm(x(), begin_norm_axis=7)),
    ("rms_norm", ValueError, lambda: L.ops.rms_norm(x(), data("s", [7]))),
    ("stack", IndexError, lambda: L.stack([x()], axis=9)),
    ("unsqueeze", ValueError, lambda: L.unsqueeze(x(), axes=[0, 0])),
    ("unsqueeze", IndexError, lambda: L.unsqueeze(x(), axes=[9])),
    ("squeeze", ValueError, lambda: L.squeeze(x(), axes=[0])),
    ("squeeze", IndexError, lambda: L.squeeze(x(), axes=[9])),
    ("tril", ValueError, lambda: L.tril(data("v", [3]))),
    ("gaussian_random", ValueError, lambda: L.gaussian_random([-2])),
    ("orthogonal_random", ValueError, lambda: L.orthogonal_random([2])),
    ("uniform_random", ValueError,
     lambda: L.uniform_random([2], min=2.0, max=1.0)),
    ("fill_constant_batch_size_like", IndexError,
     lambda: L.fill_constant_batch_size_like(x(), [-1, 2], input_dim_idx=7)),
    ("gaussian_random_batch_size_like", ValueError,
     lambda: L.gaussian_random_batch_size_like(x(), [-1, 2], dtype="int64")),
    ("flip", ValueError, lambda: L.flip(x(), axis=[0, 0])),
    ("roll", IndexError, lambda: L.roll(x(), shifts=[1], axis=[9])),
    ("split", ValueError, lambda: L.split(x(), [1, 1], dim=1)),
    ("unstack", IndexError, lambda: L.unstack(x(), axis=9)),
    ("slice", ValueError,
     lambda: L.slice(x(), axes=[0], starts=[0], ends=[1], strides=[0])),
    ("slice", IndexError, lambda: L.slice(x(), [9], starts=[0], ends=[1])),
    ("reshape", ValueError, lambda: L.reshape(x(), shape=[4, 4])),
    ("transpose", ValueError, lambda: L.transpose(x(), axis=[0, 0])),
    ("expand_as", ValueError, lambda: L.expand_as(x(), data("y", [5]))),
    ("broadcast_to", ValueError, lambda: L.broadcast_to(x(), [5, 5])),
    ("crop", IndexError, lambda: L.crop(x(), offsets=[0, 2], shape=[2, 2])),
    ("pad", ValueError, lambda: L.pad(x(), paddings=[1])),
    ("concat", ValueError, lambda: L.concat([x(), data("y", [5])])),
    ("fill_constant", ValueError, lambda: L.full([1], 1e20, "int32")),
    ("fill_range", ValueError, lambda: L.fill_range(5.0, step=0.0)),
    ("assign_value", ValueError, lambda: L.assign_value([2], values=[1.0])),
    ("increment", ValueError,
     lambda: L.increment(L.full([1], 0, "int64"), 0.5)),
    ("merge_by_mask", ValueError, lambda: L.merge_by_mask(
        data("a", [None, 4]), data("b", [None, 5]),
        data("m", [None], "bool"))),
    ("split_by_mask", ValueError,
     lambda: L.split_by_mask(x(), data("m", [2]))),
    ("masked_select", ValueError,
     lambda: L.masked_select(x(), data("m", [2, 3]))),
    ("top_k", ValueError, lambda: L.top_k(x(), k=5)),
    ("elementwise_add", ValueError,
     lambda: L.elementwise_add(x(), data("y", [5]))),
    ("elementwise_add", ValueError,
     lambda: L.elementwise_add(x(), data("y", [3], "int64"))),
    ("less_than", ValueError,
     lambda: L.ops.less_than(x(), data("y", [3], "int64"))),
    ("reduce_sum", ValueError, lambda: L.reduce_sum(x(), dim=[0, 0])),
    ("reduce_sum", IndexError, lambda: L.reduce_sum(x(), dim=7)),
    ("reduce_all", ValueError, lambda: L.reduce_all(x())),
    ("sum", ValueError, lambda: L.sum([x(), data("y", [5])])),
    ("group_norm", ValueError,
     lambda: L.group_norm(data("c", [2, 3, 4]), groups=2)),
    ("lrn", ValueError, lambda: L.lrn(data("v", [2]))),
    ("batch_norm", TypeError, lambda: L.ops.batch_norm(
        x(), data("s", [3], "float64"), data("b", [3]),
        L.create_global_var([3], 0.0), L.create_global_var([3], 0.0))),
    ("conv2d", ValueError,
     lambda: L.conv2d(data("c", [1, 3, 2, 2]), 4, filter_size=5)),
    ("conv2d_nhwc", ValueError, lambda: L.ops.conv2d_nhwc(
        data("c", [1, 4, 4, 3]), data("f", [2, 4, 3, 3]))),
    ("fused_conv2d", ValueError, lambda: L.fused_conv2d(
        data("c", [1, 4, 4, 3]), data("f", [2, 3, 3, 3]), data("b", [3]))),
    ("fused_layer_norm", ValueError, lambda: L.fused_layer_norm(
        x(), data("r", [5]))),
    ("fused_fc", ValueError, lambda: L.fused_fc(
        x(), data("w", [5, 3]), data("b", [3]))),
    ("pack_fc_weight", ValueError, lambda: L.pack_fc_weight(
        data("w", [2, 3, 4]))),
    ("pack_conv_filter", ValueError, lambda: L.pack_conv_filter(
        data("f", [2, 3, 3, 3]), image_size=[2, 2])),
    ("pack_quantized_filter", ValueError, lambda: L.pack_quantized_filter(
        data("f", [2, 3, 3, 3]), image_size=[4, 4])),
    ("quantized_conv2d", ValueError, lambda: L.quantized_conv2d(
        data("c", [1, 4, 4, 3]), data("s", [1]), data("f", [2, 3, 3, 3]),
        data("t", [2]))),
    ("quantized_mul", ValueError, lambda: L.quantized_mul(
        data("c", [1, 4]), data("s", [1]), data("f", [2, 4, 1, 1]),
        data("t", [2]))),
    ("quantize_linear", ValueError,
     lambda: L.quantize_linear(x(), data("s", [7]))),
    ("dequantize_linear", ValueError, lambda: L.dequantize_linear(
        data("q", [2, 3], "int8"), data("s", [7]))),
    ("quantized_pool2d", ValueError, lambda: L.quantized_pool2d(
        data("c", [1, 1, 2, 2], "int8"), ksize=[2, 2], paddings=[2, 2])),
    ("pool2d", ValueError, lambda: L.pool2d(
        data("c", [1, 1, 2, 2]), pool_size=2, pool_padding=3)),
    ("bilinear_interp", ValueError,
     lambda: L.bilinear_interp(data("c", [1, 1, 2, 2]))),
    ("pixel_shuffle", ValueError,
     lambda: L.pixel_shuffle(data("c", [1, 3, 2, 2]), upscale_factor=2)),
    ("im2sequence", ValueError,
     lambda: L.im2sequence(data("c", [1, 3, 2, 2]), filter_size=5)),
    ("scaled_dot_product_attention", ValueError,
     lambda: L.scaled_dot_product_attention(
         *[data(name, [1, 2, 5]) for name in "qkv"], num_heads=2)),
    ("scaled_dot_product_attention", NotImplementedError,
     lambda: L.scaled_dot_product_attention(
         *[rows(name) for name in "qkv"], mask=data("m", [2, 2]))),
    ("kl_div", ValueError, lambda: L.kl_div(x(), data("y", [2, 4]))),
    ("label_smooth", ValueError,
     lambda: L.label_smooth(x(), data("p", [7]))),
    ("prelu", ValueError, lambda: L.prelu(x(), data("a", [4]))),
    ("clip", ValueError, lambda: L.clip(x(), min=2.0, max=1.0)),
    ("cos_sim", ValueError,
     lambda: L.cos_sim(data("q", [3, 5]), data("k", [2, 5]))),
    ("lookup_table", IndexError,
     lambda: L.embedding(ids(), (3, 2), padding_idx=9)),
    ("sequence_pool", ValueError, lambda: L.sequence_pool(x())),
    ("sequence_expand", IndexError, lambda: L.sequence_expand(
        data("y", [None, 4]), rows(), ref_level=3)),
    ("lstm", ValueError,
     lambda: L.ops.lstm(rows(width=16), data("w", [4, 16]))),
    ("lstm_unit", ValueError,
     lambda: L.ops.lstm_unit(data("g", [2, 16]), data("c", [2, 3]))),
    ("create_array", ValueError, lambda: L.create_array(shape=[1] * 11)),
    ("print", ValueError, lambda: L.print(L.create_array(shape=[2]))),
    ("sgd", ValueError, lambda: L.sgd(
        L.create_global_var([2, 3], 0.0), data("r", []), data("g", [5]))),
    ("conditional_block", ValueError, lambda: pd.cond(
        data("c", [2], "bool"), lambda: L.ones([1]), lambda: L.ones([1]))),
]

# When it runs.
RUN = [
    ("one_hot", IndexError, lambda: run(L.one_hot(ids(), depth=3), i=BAD_IDS)),
    ("gather", IndexError,
     lambda: run(L.gather(x(), ids()), x=ONES, i=BAD_IDS)),
    ("multiplex", IndexError, lambda: run(
        L.multiplex(ids(), [x(), data("y", [2, 3])]), x=ONES, y=ONES,
        i=BAD_IDS)),
    ("lookup_table", IndexError,
     lambda: run(L.embedding(ids(), (3, 2)), i=BAD_IDS)),
    ("bpr_loss", IndexError,
     lambda: run(L.bpr_loss(x(), ids()), x=ONES, i=BAD_IDS)),
    ("hierarchical_sigmoid", IndexError,
     lambda: run(L.hsigmoid(x(), ids(), 9), x=ONES, i=BAD_IDS)),
    ("nce", IndexError, lambda: run(L.nce(x(), ids(), 9), x=ONES, i=BAD_IDS)),
    ("mean_iou", IndexError, lambda: run(
        L.mean_iou(ids(), data("j", [2], "int64"), 3).mean_iou,
        i=BAD_IDS, j=np.array([1, 1]))),
    ("auc", IndexError, lambda: run(
        L.auc(data("p", [2, 1]), ids()).auc, p=[[0.5], [2.0]], i=[0, 1])),
    ("precision_recall", IndexError, lambda: run(
        L.precision_recall(x(), ids()).total, x=ONES, i=BAD_IDS)),
    ("elementwise_div", ValueError, lambda: run(
        L.elementwise_div(ids(), data("j", [2], "int64")), i=[1, 1],
        j=[0, 0])),
    ("elementwise_pow", ValueError, lambda: run(
        L.elementwise_pow(ids(), data("j", [2], "int64")), i=[2, 2],
        j=[-1, -1])),
    ("gaussian_random", NotImplementedError,
     lambda: run(L.gaussian_random([2], dtype="int64"))),
    ("linspace", NotImplementedError,
     lambda: run(L.linspace(0.0, 1.0, 3, dtype="int64"))),
    ("unpool", IndexError, lambda: run(
        L.unpool(data("c", [1, 1, 1, 2]), data("i", [1, 1, 1, 2], "int64"),
                 pool_size=2),
        c=np.ones((1, 1, 1, 2), np.float32), i=BAD_IDS.reshape(1, 1, 1, 2))),
    ("lod_reset", ValueError,
     lambda: run(L.lod_reset(x(), target_lod=[1, 2]), x=ONES)),
    ("linear_chain_crf", IndexError, lambda: run(
        L.linear_chain_crf(rows(width=3), data("t", [None, 1], "int64", 1),
                           "w"), r=[ONES], t=[[1, 9]])),
    ("chunk_eval", IndexError, lambda: run(
        L.chunk_eval(data("a", [None, 1], "int64", 1),
                     data("b", [None, 1], "int64", 1), "IOB", 2)[0],
        a=[[1, 99]], b=[[1, 2]])),
    ("edit_distance", ValueError, lambda: run(
        L.edit_distance(data("a", [None, 1], "int64", 1),
                        data("b", [None, 1], "int64", 1))[0],
        a=[[1]], b=[[]])),
    ("sequence_slice", IndexError, lambda: run(
        L.sequence_slice(rows(width=3), data("o", [None, 1], "int64"),
                         data("n", [None, 1], "int64")),
        r=[ONES], o=[[1]], n=[[5]])),
    ("sequence_unpad", IndexError, lambda: run(
        L.sequence_unpad(data("e", [1, 3, 2]), data("n", [1], "int64")),
        e=np.ones((1, 3, 2), np.float32), n=[7])),
    ("sequence_group", ValueError, lambda: run(
        L.sequence_group(x(), data("n", [1], "int64")), x=ONES, n=[1])),
    ("sequence_pad", ValueError, lambda: run(
        L.sequence_pad(rows(width=3), padded_length=1).out, r=[ONES])),
    ("array_read", IndexError, lambda: run(
        L.array_read(L.array_write(x(), L.full([1], 0, "int64")),
                     L.full([1], 3, "int64")), x=ONES)),
    ("array_to_tensor", RuntimeError,
     lambda: run(L.array_to_tensor(L.create_array(shape=[2])))),
    ("while", IndexError, lambda: run(pd.while_loop(
        lambda i: i < 10, lambda i: [i + 1], [L.full([1], 0, "int64")],
        max_iterations=3)[0])),
]


class ErrorsTest(unittest.TestCase):

    def test_mistakes(self):
        for op, exception, mistake in WRITTEN + RUN:
            with self.subTest(op), pd.program_guard(pd.Program(),
                                                    pd.Program()):
                errors = text.parts_of(pd.core.op_proto(op).comment)[1]
                self.assertIn(CODES[exception], errors)
                with self.assertRaises(exception):
                    mistake()
