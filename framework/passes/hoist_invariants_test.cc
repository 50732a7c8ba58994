#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/loops_fixture.h"

namespace paddle::framework::testing {
namespace {

constexpr const char* kPass = "hoist_invariants";

class HoistInvariantsTest : public LoopsFixture {
 protected:
  std::string After(const Variable& fetch) const {
    return LoopsFixture::After(kPass, fetch);
  }
  bool LeavesAlone(const Variable& fetch) const {
    return LoopsFixture::LeavesAlone(kPass, fetch);
  }
  void ExpectSameBits(const std::vector<Variable>& fetches) {
    LoopsFixture::ExpectSameBits(kPass, fetches);
  }
};

// Multiplies by a transposed matrix.
Variable Product(const Variable& x, const Variable& w) {
  return layer::matmul(x, layer::transpose(w, {1, 0}));
}

TEST_F(HoistInvariantsTest, MovesAProductOutOfAWhile) {
  const Variable x = Fed("x", {-1, 4}), w = Fed("w", {4, 4});
  const Variable y = Repeat(Number("n", 3), x, [&](const Variable& now) {
    return layer::tanh(now + Product(x, w));
  });
  EXPECT_EQ(After(y), R"(block 0 {
  fill_constant_0.tmp_0 = fill_constant(shape=[1], dtype="int64")
  less_than_0.tmp_0 = less_than(X=fill_constant_0.tmp_0, Y=n)
  transpose_0.tmp_0 = transpose(X=w, axis=[1, 0])
  matmul_0.tmp_0 = matmul(X=x, Y=transpose_0.tmp_0)
  {Out: [while_0.tmp_0, while_0.tmp_1], StepScopes: while_0.tmp_2} = while(Condition=less_than_0.tmp_0, Carried=[fill_constant_0.tmp_0, x], Captures=[n, matmul_0.tmp_0], block=block 1)
}
block 1 in 0 (fill_constant_0.tmp_0_0, x_0) -> (less_than_1.tmp_0, increment_0.tmp_0, tanh_0.tmp_0) {
  increment_0.tmp_0 = increment(X=fill_constant_0.tmp_0_0)
  elementwise_add_0.tmp_0 = elementwise_add(X=x_0, Y=matmul_0.tmp_0)
  tanh_0.tmp_0 = tanh(X=elementwise_add_0.tmp_0)
  less_than_1.tmp_0 = less_than(X=increment_0.tmp_0, Y=n)
}
)");
  ExpectSameBits({y});
}

TEST_F(HoistInvariantsTest, KeepsTheBitsOfGradients) {
  const Variable x = Fed("x", {-1, 4}), w = Fed("w", {4, 4});
  const Variable y = Repeat(Number("n", 3), x, [&](const Variable& now) {
    return layer::tanh(now * layer::sigmoid(Product(x, w)));
  });
  const auto grads = backward::Gradients({y}, {x, w});
  ExpectSameBits({y, grads[0], grads[1]});
  const auto passed = Passed({kPass}, {y, grads[0], grads[1]});
  EXPECT_EQ(Count(*passed, 0, "matmul"), 1);
  EXPECT_EQ(Count(*passed, 1, "matmul"), 0);
  // Each iteration contributes to the gradients, as before.
  EXPECT_EQ(Count(*passed, 2, "matmul_grad"), 1);
}

TEST_F(HoistInvariantsTest, KeepsTheBitsOfGradientsOfGradients) {
  const Variable x = Fed("x", {-1, 4}), w = Fed("w", {4, 4});
  const Variable y = Repeat(Number("n", 3), x, [&](const Variable& now) {
    return layer::tanh(now * layer::sigmoid(Product(x, w)));
  });
  const Variable first = backward::Gradients({y}, {w})[0];
  const auto second = backward::Gradients({first * first}, {x, w});
  ExpectSameBits({y, first, second[0], second[1]});
}

TEST_F(HoistInvariantsTest, APassedProgramHasGradients) {
  const Variable x = Fed("x", {-1, 4}), w = Fed("w", {4, 4});
  const Variable y = Repeat(Number("n", 3), x, [&](const Variable& now) {
    return layer::tanh(now + Product(x, w));
  });
  const auto wanted = backward::Gradients({y}, {w});
  const LoDTensor before = Run(Passed({}, wanted), wanted)[0];
  *main_->mutable_desc() = Passed({kPass}, {y})->desc();
  main_->Changed();
  const auto grads = backward::Gradients({y}, {w});
  EXPECT_EQ(Count(*main_, 0, "matmul_grad"), 1);
  const LoDTensor after = Run(Passed({}, grads), grads)[0];
  for (int i = 0; i < 16; ++i) {
    EXPECT_NEAR(after.data<float>()[i], before.data<float>()[i], 1e-5);
  }
}

TEST_F(HoistInvariantsTest, ALoopThatDoesNotRunDoesNotFail) {
  const Variable x = Fed("x", {-1, 4}), w = Fed("w", {4, 4});
  const Variable y = Repeat(Number("n", 0), x, [&](const Variable& now) {
    return layer::tanh(now + Product(x, w));
  });
  const auto grads = backward::Gradients({y}, {x, w});
  ExpectSameBits({y, grads[0], grads[1]});
}

// A loop might not run, and they might fail.
TEST_F(HoistInvariantsTest, LeavesWhatMayFail) {
  const Variable i = Number("i", 0), n = Number("n", 3);
  EXPECT_TRUE(LeavesAlone(Repeat(n, i, [&](const Variable& now) {
    return now + layer::Op("elementwise_div", {{"X", n}, {"Y", i}});
  })));
  const Variable x = Fed("x", {-1, 4}), w = Fed("w", {4, 4});
  EXPECT_TRUE(LeavesAlone(Repeat(n, x, [&](const Variable& now) {
    return now + layer::Op("lookup_table", {{"W", w}, {"Ids", n}});
  })));
}

TEST_F(HoistInvariantsTest, LeavesShapesThatARunCompares) {
  const Variable n = Number("n", 3), x = Fed("x", {-1, 4});
  const Variable other = layer::data("other", {-1, -1}, DataType::kFloat32);
  EXPECT_TRUE(LeavesAlone(Repeat(n, x, [&](const Variable& now) {
    return now + layer::matmul(x, other);
  })));
  EXPECT_TRUE(LeavesAlone(Repeat(n, x, [&](const Variable& now) {
    return now + layer::reduce_mean(layer::reshape(x, {-1, 8}));
  })));
}

TEST_F(HoistInvariantsTest, LeavesRandomNumbersAndResults) {
  const Variable n = Number("n", 3), x = Fed("x", {3, 4});
  EXPECT_TRUE(LeavesAlone(Repeat(n, x, [&](const Variable& now) {
    return now + layer::Op("uniform_random", {},
                           {{"shape", std::vector<int64_t>{3, 4}}});
  })));
  EXPECT_TRUE(
      LeavesAlone(Repeat(n, x, [&](const Variable&) { return x * x; })));
}

TEST_F(HoistInvariantsTest, LeavesWhatReadsAVariableThatTheLoopWrites) {
  const Variable n = Number("n", 3), x = Fed("x", {4, 4});
  const Variable w = layer::parameter({4, 4}, DataType::kFloat32);
  const Variable rate = Fed("rate", {1});
  EXPECT_TRUE(LeavesAlone(Repeat(n, x, [&](const Variable& now) {
    const Variable product = layer::matmul(x, w);
    layer::OpOptions in_place;
    in_place.outputs = {{"ParamOut", w}};
    layer::AppendOp("sgd",
                    {{"Param", w}, {"Grad", now}, {"LearningRate", rate}}, {},
                    in_place);
    return now + product;
  })));
}

TEST_F(HoistInvariantsTest, LeavesANameThatMeansSomethingElseOutside) {
  const Variable n = Number("n", 3), x = Fed("x", {4, 4});
  const Variable y =
      Repeat(n, x, [&](const Variable& now) { return now + x * x; });
  main_->global_block().Var("elementwise_mul_0.tmp_0");
  EXPECT_TRUE(LeavesAlone(y));
}

TEST_F(HoistInvariantsTest, LeavesNestedLoopsAsFarAsItCan) {
  const Variable n = Number("n", 2), m = Number("m", 3);
  const Variable x = Fed("x", {-1, 4}), w = Fed("w", {4, 4});
  const Variable y = Repeat(n, x, [&](const Variable& outer) {
    return Repeat(m, outer, [&](const Variable& inner) {
      return layer::tanh(inner * layer::sigmoid(outer) + Product(x, w));
    });
  });
  const auto grads = backward::Gradients({y}, {x, w});
  ExpectSameBits({y, grads[0], grads[1]});
  const auto passed = Passed({kPass}, {y, grads[0], grads[1]});
  EXPECT_EQ(Count(*passed, 0, "matmul"), 1);
  EXPECT_EQ(Count(*passed, 1, "sigmoid"), 1);
  EXPECT_EQ(Count(*passed, 2, "sigmoid"), 0);
}

// The product runs when its branch does; the number to compare with moves.
TEST_F(HoistInvariantsTest, WhatABranchComputesStaysInIt) {
  const Variable x = Fed("x", {-1, 4}), w = Fed("w", {4, 4});
  const Variable y = Repeat(Number("n", 3), x, [&](const Variable& now) {
    return layer::cond(
        layer::less_than(layer::reduce_sum(now), 0.0),
        [&] { return std::vector<Variable>{now + Product(x, w)}; },
        [&] { return std::vector<Variable>{now * x}; })[0];
  });
  ExpectSameBits({y});
  const auto passed = Passed({kPass}, {y});
  EXPECT_EQ(Count(*passed, 0, "fill_constant"), 2);
  EXPECT_EQ(Count(*passed, 0, "matmul") + Count(*passed, 1, "matmul"), 0);
}

TEST_F(HoistInvariantsTest, StepsOfSequences) {
  const Variable x = Sequences("x", 4, {2, 0, 4, 1});
  const Variable w = Fed("w", {5, 4}), u = Fed("u", {5, 5});
  layer::Rnn rnn;
  rnn.BeginStep();
  const Variable h = rnn.Memory({5}, 0.0);
  const Variable next = layer::tanh(Product(x, w) + layer::matmul(h, u * u));
  rnn.UpdateMemory(h, next);
  rnn.Output({next});
  rnn.EndStep();
  const Variable y = rnn()[0];
  const auto grads = backward::Gradients({y}, {x, w, u});
  ExpectSameBits({y, grads[0], grads[1], grads[2]});
  const auto passed = Passed({kPass}, {y});
  EXPECT_EQ(Count(*passed, 0, "transpose"), 1);
  EXPECT_EQ(Count(*passed, 0, "elementwise_mul"), 1);
}

// Returns steps that read a static input.
Variable WithStatic(const Variable& x, const Variable& fixed) {
  layer::Rnn rnn;
  rnn.BeginStep();
  const Variable step = rnn.StepInput(x), all = rnn.StaticInput(fixed);
  const Variable h = rnn.Memory(fixed);
  const Variable next = layer::tanh(step * h + layer::sigmoid(all));
  rnn.UpdateMemory(h, next);
  rnn.Output({next});
  rnn.EndStep();
  return rnn()[0];
}

TEST_F(HoistInvariantsTest, StaticInputsOfDenseSteps) {
  const Variable x = Fed("x", {6, -1, 4}), fixed = Fed("fixed", {-1, 4});
  const Variable y = WithStatic(x, fixed);
  const auto grads = backward::Gradients({y}, {x, fixed});
  ExpectSameBits({y, grads[0], grads[1]});
  EXPECT_EQ(Count(*Passed({kPass}, {y}), 0, "sigmoid"), 1);
}

// They are those of the sequences that have a step.
TEST_F(HoistInvariantsTest, StaticInputsOfSequencesStay) {
  const Variable x = Sequences("x", 4, {2, 0, 4});
  EXPECT_TRUE(LeavesAlone(WithStatic(x, Fed("fixed", {-1, 4}))));
}

TEST_F(HoistInvariantsTest, WhatALoopCarriesOnUnchanged) {
  const Variable n = Number("n", 3), x = Fed("x", {-1, 4});
  const Variable w = Fed("w", {4, 4});
  const Variable start = layer::fill_constant({1}, DataType::kInt64, 0);
  layer::WhileLoop loop(layer::less_than(start, n));
  loop.BeginBlock();
  const Variable i = loop.Carry(start), now = loop.Carry(x);
  const Variable same = loop.Carry(w);
  loop.Update(now, layer::tanh(layer::matmul(now, same * same)));
  loop.Update(i, layer::increment(i));
  loop.Condition(layer::less_than(i, n));
  loop.EndBlock();
  const auto y = loop();
  const auto grads = backward::Gradients({y[1]}, {x, w});
  ExpectSameBits({y[1], y[2], grads[0], grads[1]});
  EXPECT_EQ(Count(*Passed({kPass}, {y[1]}), 0, "elementwise_mul"), 1);
}

}  // namespace
}  // namespace paddle::framework::testing
