"""Checks the text that rnn, while, ifelse and Switch write, and their errors at
the line that makes them; recurrent_test, while_test and branches_test check the
values."""

import gc
import re

import paddle as pd
from paddle import core
from testing_util import ProgramTestCase

layer = pd.layer


class ConstructTestCase(ProgramTestCase):

    def setUp(self):
        super().setUp()
        self.i, self.n = (layer.data(name, [1], "int64") for name in "in")
        self.h = layer.data("h", [2, 3])
        self.x = layer.data("x", [None, 2])
        self.words = layer.data("words", [None, 3], lod_level=1)
        self.dense = layer.data("dense", [5, 3])
        self.mask = layer.data("mask", [None, 1], "bool")
        self.flag = layer.data("flag", [1], "bool")

    def tearDown(self):
        self.main.verify()
        self.startup.verify()

    def text(self):
        return str(self.main) + str(self.startup)

    def holds(self):
        return pd.less_than(self.i, self.n)


class WhileTest(ConstructTestCase):

    def test_one_operator_and_its_block(self):
        w = layer.create_parameter([3], attr="w")
        loop = pd.While(self.holds(), 7)
        with loop.block():
            current, h = loop.carry(self.i), loop.carry(self.h)
            self.assertEqual(current.block_index, 1)
            loop.update(h, layer.tanh(h * w))
            following = pd.increment(current)
            loop.update(current, following)
            loop.condition(pd.less_than(following, self.n))
        count, end = loop()
        self.assertEqual((count.dtype, end.shape, end.block_index),
                         ("int64", (2, 3), 0))
        self.assertEqual(self.written(), """block 0 {
  less_than_0.tmp_0 = less_than(X=i, Y=n)
  {Out: [while_0.tmp_0, while_0.tmp_1], StepScopes: while_0.tmp_2} = \
while(Condition=less_than_0.tmp_0, Carried=[i, h], Captures=[w, n], \
block=block 1, max_iterations=7)
}
block 1 in 0 (i_0, h_0) -> (less_than_1.tmp_0, increment_0.tmp_0, \
tanh_0.tmp_0) {
  elementwise_mul_0.tmp_0 = elementwise_mul(X=h_0, Y=w)
  tanh_0.tmp_0 = tanh(X=elementwise_mul_0.tmp_0)
  increment_0.tmp_0 = increment(X=i_0)
  less_than_1.tmp_0 = less_than(X=increment_0.tmp_0, Y=n)
}""")

    def test_several_values_may_begin_as_one_variable(self):
        loop = pd.While(self.holds())
        with loop.block():
            one, other = loop.carry(self.i), loop.carry(self.i)
            self.assertNotEqual(one, other)
            self.assertEqual(loop.carry(self.h).name, "h_0")
            loop.update(one, other)
            # self.i: before the loop
            loop.condition(pd.less_than(one + other + self.i, self.n))
        self.assertEqual(len(loop()), 3)
        for part in ("Carried=[i, i, h], Captures=[i, n], block=block 1",
                     "block 1 in 0 (i_0, i_1, h_0) -> "
                     "(less_than_1.tmp_0, i_1, i_1, h_0)"):
            self.assertIn(part, self.written())

    def test_nests(self):
        outer = pd.While(self.holds())
        with outer.block():
            now, count = outer.carry(self.words), outer.carry(self.i)
            rnn = pd.rnn()
            with rnn.step():
                step = rnn.step_input(now)
                inner = pd.While(self.holds())
                with inner.block():
                    h, i = inner.carry(step), inner.carry(self.i)
                    inner.update(h, layer.tanh(h))
                    inner.update(i, pd.increment(i))
                    inner.condition(pd.less_than(pd.increment(i), self.n))
                rnn.output(inner()[0])
            outer.update(now, rnn()[0])
            outer.update(count, pd.increment(count))
            outer.condition(pd.less_than(pd.increment(count), self.n))
        self.assertEqual(outer()[0].lod_level, 1)
        self.assertEqual(re.findall(r"block (\d) in (\d)", self.written()),
                         [("1", "0"), ("2", "1"), ("3", "2")])

    def test_errors(self):
        loop = core._WhileLoop(self.holds(), 0)
        self.refused(
            (ValueError, "the condition of while is one bool, not i",
             core._WhileLoop, self.i, 0),
            (ValueError, "the condition of while is one bool, not",
             core._WhileLoop, self.h < self.h, 0),
            (RuntimeError, "a carried value belongs inside the block of while",
             loop.carry, self.i),
            (RuntimeError, "the block of a while loop ends before it begins",
             loop.end_block))
        loop.begin_block()
        h = loop.carry(self.h)
        self.refused(
            (RuntimeError, "the block of a while loop is written once",
             loop.begin_block),
            (ValueError, "is made inside the loop: what it carries must have a "
             "value before the block", loop.carry, layer.exp(self.h)),
            (ValueError, "is made inside the loop", loop.carry, h),
            (ValueError, "'dense' is not carried by this loop", loop.update,
             self.dense, self.dense),
            (ValueError, "'h' is where a carried value begins: the current "
             "value, which is read and updated, is what carry() returned",
             loop.update, self.h, h),
            (ValueError, "shape, data type and sequences must stay the same",
             loop.update, h, layer.reduce_sum(self.h)),
            (ValueError, "shape, data type and sequences must stay the same",
             loop.update, h, layer.cast(self.h, "float64")),
            (ValueError, "the condition of while is one bool, not h",
             loop.condition, self.h),
            (RuntimeError, "while is called once, behind its block, which is "
             "open", loop.call))
        loop.end_block()
        self.refused(
            (RuntimeError, "the block of while never says whether there is a "
             "next iteration: the loop would not end", loop.call),
            (RuntimeError, "the condition of the next iteration belongs inside "
             "the block", loop.condition, self.holds()))

    def test_what_is_not_finished_leaves_the_program_as_it_was(self):
        condition = self.holds()
        before = self.text()
        loop = core._WhileLoop(condition, 0)
        loop.begin_block()
        loop.carry(self.h)
        layer.fc(self.h, 3)
        del loop
        gc.collect()
        self.assertEqual(self.text(), before)
        loop = pd.While(condition)
        with loop.block():
            layer.fc(self.h, 3)
            loop.condition(pd.less_than(pd.increment(self.i), self.n))
        del loop  # and never called
        gc.collect()
        self.assertEqual(self.text(), before)
        loop = core._WhileLoop(condition, 0)
        loop.begin_block()
        loop.abandon()
        self.assertEqual(self.text(), before)
        self.refused((RuntimeError, "while is called once, behind its block, "
                      "which was taken back", loop.call))


class RnnTest(ConstructTestCase):

    def test_one_operator_and_its_block(self):
        m = layer.data("m", [None, 2])
        w = layer.create_parameter([3, 2], attr="w")
        rnn = pd.rnn(reverse=True)
        with rnn.step():
            h = rnn.memory(m)
            self.assertEqual(rnn.previous_memory(h), h)
            following = layer.tanh(pd.matmul(self.words, w) + h)
            rnn.update_memory(h, following)
            rnn.output(following, h)
        outs = rnn()
        self.assertEqual(
            [(o.lod_level, o.symbolic_shape, o.block_index) for o in outs],
            [(1, (self.words.symbolic_shape[0], 2), 0)] * 2)
        self.assertEqual(self.written(), """block 0 {
  {Out: [rnn_0.tmp_0, rnn_0.tmp_1], StepScopes: rnn_0.tmp_2} = \
recurrent(Inputs=words, InitialStates=m, Captures=w, step_net=block 1, \
reverse=true)
}
block 1 in 0 (words, memory_0) -> (tanh_0.tmp_0, memory_0, tanh_0.tmp_0) {
  matmul_0.tmp_0 = matmul(X=words, Y=w)
  elementwise_add_0.tmp_0 = elementwise_add(X=matmul_0.tmp_0, Y=memory_0)
  tanh_0.tmp_0 = tanh(X=elementwise_add_0.tmp_0)
}""")

    def test_dense_inputs_are_taken_apart(self):
        x = layer.data("steps", [5, 4, 3])
        rnn = pd.rnn()
        with rnn.step():
            step = rnn.step_input(x)
            self.assertEqual(step.shape, (4, 3))
            self.assertEqual(rnn.step_input(x), step)
            h = rnn.memory(shape=[4, 3], value=0.5)
            self.assertEqual(h.shape, (4, 3))
            rnn.update_memory(h, step + h)
            rnn.output(step + h)
        self.assertEqual(rnn()[0].shape, (5, 4, 3))

    def test_sequences_stand_for_their_steps(self):
        deep = layer.data("deep", [None, 3], lod_level=2)
        memo = layer.data("memo", [None, 3], lod_level=1)
        rnn = pd.rnn()
        with rnn.step():
            step = rnn.step_input(self.words)
            self.assertEqual(step.lod_level, 0)
            self.assertEqual(layer.exp(self.words).symbolic_shape,
                             step.symbolic_shape)
            self.assertEqual(rnn.step_input(deep).lod_level, 1)
            kept = rnn.static_input(memo)
            self.assertEqual(kept.lod_level, 1)
            self.assertEqual(rnn.static_input(memo), kept)
            self.assertEqual(layer.exp(memo).lod_level, 1)  # static for good
            row = rnn.memory(shape=[7], value=1.0)
            self.assertEqual(row.symbolic_shape, (step.symbolic_shape[0], 7))
            rnn.output(step, row)
        self.assertEqual(rnn()[1].symbolic_shape,
                         (self.words.symbolic_shape[0], 7))

    def test_nests(self):
        x = layer.data("deep", [None, 3], lod_level=2)
        outer, inner = pd.rnn(), pd.rnn()
        with outer.step():
            self.assertEqual(x.as_step_input().block_index, 1)
            with inner.step():
                self.assertEqual(x.as_step_input().block_index, 2)
                word = layer.tanh(x)  # a step of a step
                self.assertEqual(word.lod_level, 0)
                inner.output(word)
            self.assertEqual(x.as_step_input().block_index, 1)
            sentence = inner()[0]
            self.assertEqual(sentence.lod_level, 1)
            outer.output(sentence)
        self.assertEqual(outer()[0].lod_level, 2)
        self.refused((RuntimeError, "a step input belongs inside the block of "
                      "an rnn", x.as_step_input))

    def test_errors(self):
        number = layer.data("number", [])
        rnn = core._Rnn(False)
        self.refused(
            (RuntimeError, "a memory belongs inside the block of rnn",
             rnn.memory, self.words),
            (RuntimeError, "an output belongs inside the block of rnn",
             rnn.output, [self.words]),
            (RuntimeError, "the step of an rnn ends before it begins",
             rnn.end_step))
        rnn.begin_step()
        self.refused(
            (RuntimeError, "the step of an rnn is written once",
             rnn.begin_step),
            (ValueError, "'number' is one number: it has no steps",
             rnn.step_input, number),
            (ValueError, "'number' is one number: it has no row for each "
             "sequence", rnn.static_input, number))
        step = rnn.step_input(self.words)
        h = rnn.memory_of_shape([3], 0, "float32")
        self.refused(
            (ValueError, "has no sequences, but the rnn has sequences",
             rnn.step_input, self.dense),
            (ValueError, "is made inside the step: what a step input comes "
             "from must be computed before the block", rnn.step_input,
             layer.exp(step)),
            (ValueError, "'words' is read step by step already",
             rnn.static_input, self.words),
            (ValueError, "a memory by shape is one row, [width], of all "
             "sequences", rnn.memory_of_shape, [4, 3], 0, "float32"),
            (ValueError, "'words' is no memory of this rnn", rnn.update_memory,
             step, step),
            (ValueError, "shape, data type and sequences must stay the same",
             rnn.update_memory, h, layer.fc(step, 2)),
            (RuntimeError, "rnn is called once, behind its block, which is "
             "open", rnn.call))
        rnn.output([step])
        rnn.end_step()
        self.refused(
            (RuntimeError, "a step input belongs inside the block of rnn",
             rnn.step_input, self.words),
            (RuntimeError, "an output belongs inside", rnn.output, [h]))
        rnn.call()
        self.refused((RuntimeError, "rnn is called once", rnn.call))

    def test_a_step_needs_inputs_and_outputs(self):
        rnn = pd.rnn()
        with rnn.step():
            rnn.output(layer.exp(self.dense))
        self.refused((ValueError, "the step of the rnn reads no sequence",
                      rnn))
        rnn = pd.rnn()
        with rnn.step():
            layer.exp(self.words)
        self.refused((ValueError, "the rnn has no output", rnn))
        rnn = core._Rnn(False)
        rnn.begin_step()
        rnn.step_input(self.dense)
        self.refused(
            (ValueError, "have different numbers of steps", rnn.step_input,
             layer.data("other", [4, 3])),
            (ValueError, "has sequences, but the rnn has dense inputs",
             rnn.step_input, self.words))
        rnn.abandon()

    def test_what_is_not_finished_leaves_the_program_as_it_was(self):
        before = self.text()
        rnn = core._Rnn(False)
        rnn.begin_step()
        h = rnn.memory_of_shape([2], 0, "float32")
        rnn.update_memory(h, layer.fc(self.words, 2))
        del rnn
        gc.collect()
        self.assertEqual(self.text(), before)
        rnn = pd.rnn()
        with rnn.step():
            rnn.output(layer.fc(self.words, 2))
        del rnn  # and never called
        gc.collect()
        self.assertEqual(self.text(), before)
        rnn = core._Rnn(False)
        rnn.begin_step()
        layer.fc(self.words, 2)
        rnn.abandon()
        self.assertEqual(self.text(), before)
        self.refused(
            (RuntimeError, "rnn is called once", rnn.call),
            (RuntimeError, "a step input", self.words.as_step_input))


class BranchesTest(ConstructTestCase):

    def test_an_ifelse_writes_parts_and_captures(self):
        y = layer.data("y", [2])
        ie = pd.ifelse()
        with ie.true_block():
            ie.output(self.x + y)
        with ie.false_block():
            ie.output(self.x)
        self.assertEqual(ie(self.mask)[0].symbolic_shape, ("N", 2))
        self.assertIn("= ifelse(Condition=mask, TrueInputs=x, FalseInputs=x, "
                      "Captures=y, true_block=block 1, false_block=block 2)",
                      self.written())
        self.assertIn("block 1 in 0 (x) ->", self.written())
        self.assertIn("block 2 in 0 (x) -> (x)", self.written())

    def test_what_is_not_finished_leaves_no_trace(self):
        before = self.text()
        ie, inner = pd.ifelse(), core._IfElse()
        with ie.true_block():
            ie.output(layer.fc(self.x, 2))
        ie._ie.begin_false_block()
        inner.begin_true_block()
        layer.fc(self.x, 2)
        del inner, ie
        gc.collect()
        self.assertEqual(self.text(), before)
        switch = pd.Switch()
        with switch.case(self.flag):
            switch.output(layer.fc(self.x, 2))
        with switch.default():
            pass
        self.refused((ValueError, "but the default 0", switch))
        del switch
        gc.collect()
        self.assertEqual(self.text(), before)

    def test_others_that_came_since_stay(self):
        abandoned = pd.ifelse()
        with abandoned.true_block():
            layer.fc(self.x, 2)
        y = pd.cond(self.flag, lambda: layer.tanh(self.x), otherwise=self.x)
        del abandoned
        gc.collect()
        self.assertEqual(self.main.num_blocks, 3)
        self.assertEqual(self.main.block(2).ops[0].type, "tanh")
        self.assertEqual(y.shape, self.x.shape)

    def test_a_switch_writes_a_block_for_each_case(self):
        switch = pd.Switch()
        for rate in (0.1, 0.01):
            with switch.case(self.flag):
                switch.output(layer.full([1], rate))
        self.assertTrue(switch._switch.has_outputs)
        otherwise = layer.reduce_sum(self.h, keep_dim=True, dim=[0, 1])
        self.assertEqual(len(switch([layer.reshape(otherwise, [1])])), 1)
        self.assertIn("Conditions=[flag, flag]", self.written())
        self.assertIn("blocks=[block 1, block 2]", self.written())
