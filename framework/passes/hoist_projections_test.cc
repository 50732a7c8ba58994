#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/level2.h"
#include "paddle/framework/passes/testing/loops_fixture.h"

namespace paddle::framework::testing {
namespace {

constexpr const char* kPass = "hoist_projections";
// High enough to pay, whatever the number of rows.
constexpr int64_t kWidth = 512;

using Step = std::function<Variable(const Variable& x, const Variable& h)>;

// Runs a step of an input, [T, ...] or sequences, and a memory that begins with
// `first`.
Variable Recurrent(const Variable& x, const Variable& first, const Step& step) {
  layer::Rnn rnn;
  rnn.BeginStep();
  const Variable now = rnn.StepInput(x), h = rnn.Memory(first);
  const Variable next = step(now, h);
  rnn.UpdateMemory(h, next);
  rnn.Output({next});
  rnn.EndStep();
  return rnn()[0];
}

Variable Cell(const Variable& x, const Variable& h) {
  const Variable of_state = layer::fc(h, 5);
  return layer::tanh(layer::fc(x, 5) + of_state);
}

Variable Dense(DataType dtype) {
  return Recurrent(layer::data("x", {4, 3, kWidth}, dtype),
                   layer::data("h", {3, 5}, dtype), Cell);
}

Variable OfSequences(DataType dtype) {
  return Recurrent(layer::data("x", {-1, kWidth}, dtype, /*lod_level=*/1),
                   layer::data("h", {-1, 5}, dtype), Cell);
}

Variable WithMatmul(DataType dtype) {
  const Variable w = layer::parameter({5, kWidth}, dtype);
  return Recurrent(layer::data("x", {4, 3, kWidth}, dtype),
                   layer::data("h", {3, 5}, dtype),
                   [&](const Variable& x, const Variable& h) {
                     return layer::tanh(h + layer::matmul(x, w, false, true));
                   });
}

// Returns the text of what is left of Cell.
std::string StepText() {
  return R"(block 1 in 0 (fc_1.tmp_1, memory_0) -> (tanh_0.tmp_0, tanh_0.tmp_0) {
  fc_0.tmp_0 = mul(X=memory_0, Y=fc_0.w_0)
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
  elementwise_add_0.tmp_0 = elementwise_add(X=fc_1.tmp_1, Y=fc_0.tmp_1)
  tanh_0.tmp_0 = tanh(X=elementwise_add_0.tmp_0)
}
)";
}

TEST(HoistProjections, MultipliesAllDenseStepsAtOnce) {
  const InferenceNet net = InferenceNetOf(Dense, DataType::kFloat32);
  EXPECT_EQ(TextAfter(kPass, *net.program, {net.fetch}), R"(block 0 {
  fc_1.tmp_0@STEPS_0 = mul(X=x, Y=fc_1.w_0, x_num_col_dims=2)
  fc_1.tmp_1@STEPS_0 = elementwise_add(X=fc_1.tmp_0@STEPS_0, Y=fc_1.b_0)
  {Out: rnn_0.tmp_0, StepScopes: rnn_0.tmp_1} = recurrent(Inputs=fc_1.tmp_1@STEPS_0, InitialStates=h, Captures=[fc_0.w_0, fc_0.b_0], step_net=block 1)
}
)" + StepText());
}

TEST(HoistProjections, MultipliesAllRowsOfSequencesAtOnce) {
  const InferenceNet net = InferenceNetOf(OfSequences, DataType::kFloat32);
  EXPECT_EQ(TextAfter(kPass, *net.program, {net.fetch}), R"(block 0 {
  fc_1.tmp_0@STEPS_0 = mul(X=x, Y=fc_1.w_0)
  fc_1.tmp_1@STEPS_0 = elementwise_add(X=fc_1.tmp_0@STEPS_0, Y=fc_1.b_0)
  {Out: rnn_0.tmp_0, StepScopes: rnn_0.tmp_1} = recurrent(Inputs=fc_1.tmp_1@STEPS_0, InitialStates=h, Captures=[fc_0.w_0, fc_0.b_0], step_net=block 1)
}
)" + StepText());
}

TEST(HoistProjections, StaysWithinTheBound) {
  ExpectWithinBound(Dense, {kPass});
  ExpectWithinBound(OfSequences, {kPass});
  ExpectWithinBound(WithMatmul, {kPass});
}

TEST(HoistProjections, WorksWithPassesOfLevel2) {
  const NameList all = {"hoist_invariants", kPass, "fuse_fc",
                        "fuse_elementwise", "dead_operators"};
  ExpectWithinBound(Dense, all);
  ExpectWithinBound(OfSequences, all);
}

class HoistProjectionsTest : public LoopsFixture {
 protected:
  bool LeavesAlone(const Variable& fetch) const {
    return LoopsFixture::LeavesAlone(kPass, fetch);
  }
  // Fails the test if the pass leaves the program alone or changes more than
  // the last bits.
  void ExpectNear(const std::vector<Variable>& fetches) {
    const auto plain = Passed({}, fetches), passed = Passed({kPass}, fetches);
    EXPECT_EQ(Count(*passed, 0, "matmul"), 1);
    const auto wanted = Run(plain, fetches), got = Run(passed, fetches);
    for (size_t i = 0; i < fetches.size(); ++i) ExpectNear(got[i], wanted[i]);
  }
  static void ExpectNear(const LoDTensor& got, const LoDTensor& wanted) {
    ASSERT_EQ(got.dims(), wanted.dims());
    EXPECT_TRUE(SameLoD(got.lod(), wanted.lod()));
    for (int64_t i = 0; i < got.numel(); ++i) {
      EXPECT_NEAR(got.data<float>()[i], wanted.data<float>()[i], 1e-5);
    }
  }
  // A step that multiplies its input by w.
  static Step By(const Variable& w) {
    return [w](const Variable& x, const Variable& h) {
      return layer::tanh(h + layer::matmul(x, w));
    };
  }
};

TEST_F(HoistProjectionsTest, SequencesOfAnyLengths) {
  const Variable x = Sequences("x", kWidth, {2, 0, 4, 1});
  const Variable y = Recurrent(x, Fed("h", {5}), By(Fed("w", {kWidth, 5})));
  for (const Lengths& lengths :
       {Lengths{2, 0, 4, 1}, Lengths{1}, Lengths{0, 0}, Lengths{}}) {
    FeedSequences("x", kWidth, lengths);
    ExpectNear({y});
  }
}

TEST_F(HoistProjectionsTest, NoSteps) {
  const Variable x = Fed("x", {-1, 3, kWidth}, 0);
  ExpectNear({Recurrent(x, Fed("h", {3, 5}), By(Fed("w", {kWidth, 5})))});
}

TEST_F(HoistProjectionsTest, AStepThatOthersReadStays) {
  const Variable x = Fed("x", {4, 3, kWidth}), w = Fed("w", {kWidth, kWidth});
  ExpectNear({Recurrent(x, Fed("h", {3, kWidth}),
                        [&](const Variable& step, const Variable& h) {
                          return layer::tanh(h * step + layer::matmul(step, w));
                        })});
}

TEST_F(HoistProjectionsTest, ProductsOfProductsMove) {
  const Variable x = Fed("x", {4, 3, kWidth}), w = Fed("w", {kWidth, kWidth});
  const Variable u = Fed("u", {kWidth, 5});
  const Variable y = Recurrent(
      x, Fed("h", {3, 5}), [&](const Variable& step, const Variable& h) {
        return layer::tanh(h + layer::matmul(layer::matmul(step, w), u));
      });
  EXPECT_EQ(Count(*Passed({kPass}, {y}), 0, "matmul"), 2);
  EXPECT_NE(After(kPass, y), "") << "a second time changes nothing";
}

TEST_F(HoistProjectionsTest, LeavesProductsOfManyRows) {
  const Variable w = Fed("w", {kWidth, 5});
  const Variable x = Fed("x", {4, 17, kWidth});
  EXPECT_TRUE(LeavesAlone(Recurrent(x, Fed("h", {17, 5}), By(w))));
}

TEST_F(HoistProjectionsTest, MovesThroughNestedBlocks) {
  const Variable x = Fed("x", {2, 4, 3, kWidth}), w = Fed("w", {kWidth, 5});
  const Variable h = Fed("h", {4, 3, 5}), inner = Fed("inner", {3, 5});
  ExpectNear({Recurrent(x, h, [&](const Variable& steps, const Variable& now) {
    return now + Recurrent(steps, inner, By(w));
  })});
}

TEST_F(HoistProjectionsTest, GradientsFlowThroughWhatMoved) {
  const Variable x = Fed("x", {4, 3, kWidth}), w = Fed("w", {kWidth, 5});
  const Variable y = Recurrent(x, Fed("h", {3, 5}), By(w));
  const auto plain = backward::Gradients({y}, {x, w});
  EXPECT_TRUE(LeavesAlone(plain[1])) << "the program has the gradient";
  const auto wanted = Run(Passed({}, plain), plain);
  *main_->mutable_desc() = Passed({"dead_operators", kPass}, {y})->desc();
  main_->Changed();
  const auto grads = backward::Gradients({y}, {x, w});
  EXPECT_EQ(Count(*main_, 0, "matmul_grad"), 1);
  const auto got = Run(Passed({}, grads), grads);
  for (size_t i = 0; i < grads.size(); ++i) ExpectNear(got[i], wanted[i]);
}

TEST_F(HoistProjectionsTest, LeavesProductsThatDependOnMore) {
  const Variable x = Fed("x", {2, 2, 64}), h = Fed("h", {2, 64});
  const Variable w = Fed("w", {64, 64});
  EXPECT_TRUE(LeavesAlone(
      Recurrent(x, h, [](const Variable& step, const Variable& now) {
        return layer::matmul(step, layer::matmul(now, now, true));
      })));
  EXPECT_TRUE(LeavesAlone(
      Recurrent(x, h, [&](const Variable& step, const Variable& now) {
        return layer::tanh(layer::matmul(step + now, w));
      })));
}

TEST_F(HoistProjectionsTest, LeavesProductsThatAddUpRows) {
  const Variable x = Fed("x", {2, 64, 64}), h = Fed("h", {2, 64});
  const Variable w = Fed("w", {2, 64});
  EXPECT_TRUE(LeavesAlone(
      Recurrent(x, h, [&](const Variable& step, const Variable& now) {
        return now + layer::matmul(w, step);
      })));
}

TEST_F(HoistProjectionsTest, LeavesAProductThatIsAResult) {
  const Variable x = Fed("x", {4, 3, kWidth}), w = Fed("w", {kWidth, 5});
  EXPECT_TRUE(LeavesAlone(Recurrent(x, Fed("h", {3, 5}),
                                    [&](const Variable& step, const Variable&) {
                                      return layer::matmul(step, w);
                                    })));
}

}  // namespace
}  // namespace paddle::framework::testing
