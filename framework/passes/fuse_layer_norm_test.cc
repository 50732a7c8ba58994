#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/loops_fixture.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::framework::testing {
namespace {

constexpr const char* kPass = "fuse_layer_norm";

Variable Dropped(const Variable& x, double probability = 0.3) {
  return layer::dropout(x, probability);
}
// Normalizes without parameters, which nobody initializes here.
Variable Normal(const Variable& x) {
  layer::LayerNormOptions options;
  options.scale = options.bias = absl::nullopt;
  return layer::layer_norm(x, options);
}

class FuseLayerNormTest : public LoopsFixture {
 protected:
  FuseLayerNormTest() : x_(Fed("x", {-1, 6})), r_(Fed("r", {-1, 6})) {}

  std::string After(const Variable& fetch) const {
    return LoopsFixture::After(kPass, fetch);
  }
  bool LeavesAlone(const Variable& fetch) const {
    return LoopsFixture::LeavesAlone(kPass, fetch);
  }
  // Compares on one and two threads.
  void ExpectSameBits(const std::vector<Variable>& fetches) {
    const int threads = platform::NumThreads();
    for (int count : {1, 2}) {
      platform::SetNumThreads(count);
      LoopsFixture::ExpectSameBits(kPass, fetches);
    }
    platform::SetNumThreads(threads);
  }

  Variable x_, r_;
};

TEST_F(FuseLayerNormTest, TakesASum) {
  const Variable y = Normal(x_ + r_);
  EXPECT_EQ(After(y), R"(block 0 {
  {Y: layer_norm_0.tmp_0, Mean: layer_norm_0.tmp_1, Variance: layer_norm_0.tmp_2} = fused_layer_norm(X=x, Residual=r)
}
)");
  ExpectSameBits({y});
}

TEST_F(FuseLayerNormTest, TakesParametersAndAttributes) {
  layer::LayerNormOptions options;
  options.epsilon = 0.5;
  options.begin_norm_axis = -1;
  EXPECT_EQ(After(layer::layer_norm(x_ + r_, options)), R"(block 0 {
  {Y: layer_norm_0.tmp_0, Mean: layer_norm_0.tmp_1, Variance: layer_norm_0.tmp_2} = fused_layer_norm(X=x, Scale=layer_norm_0.w_0, Residual=r, Bias=layer_norm_0.b_0, begin_norm_axis=-1, epsilon=0.5)
}
)");
}

TEST_F(FuseLayerNormTest, TakesADropout) {
  const Variable y = Normal(Dropped(x_) + r_);
  EXPECT_EQ(After(y), R"(block 0 {
  {Y: layer_norm_0.tmp_0, Mean: layer_norm_0.tmp_1, Variance: layer_norm_0.tmp_2} = fused_layer_norm(X=x, Residual=r, dropout_prob=0.3, draws_as=1)
}
)");
  ExpectSameBits({y});
}

TEST_F(FuseLayerNormTest, TakesADropoutOfEitherOperandInATest) {
  const Variable y = Normal(r_ + layer::dropout(x_, 0.3, /*is_test=*/true));
  EXPECT_EQ(After(y), R"(block 0 {
  {Y: layer_norm_0.tmp_0, Mean: layer_norm_0.tmp_1, Variance: layer_norm_0.tmp_2} = fused_layer_norm(X=x, Residual=r, dropout_prob=0.3, is_test=true, draws_as=1)
}
)");
  ExpectSameBits({y});
}

// Gradients read what the operator writes, and of what was dropped the shape.
TEST_F(FuseLayerNormTest, GradientsReadWhatItWrites) {
  const Variable dropped = Dropped(layer::tanh(x_));
  const Variable y = Normal(layer::tanh(r_) + dropped);
  const auto grads = backward::Gradients({y * y}, {x_, r_});
  const std::string text = After(grads[0]);
  for (const char* each :
       {"{Y: layer_norm_0.tmp_0, Sum: elementwise_add_0.tmp_0, Mask: "
        "dropout_0.tmp_1, Mean: layer_norm_0.tmp_1, Variance: "
        "layer_norm_0.tmp_2} = fused_layer_norm(X=tanh_0.tmp_0, "
        "Residual=tanh_1.tmp_0, dropout_prob=0.3, draws_as=2)",
        "= layer_norm_grad(X=elementwise_add_0.tmp_0, "
        "Mean=layer_norm_0.tmp_1, Variance=layer_norm_0.tmp_2, ",
        "= elementwise_add_grad(X=tanh_1.tmp_0, Y=elementwise_add_0.tmp_0, ",
        "= dropout_grad(X=tanh_0.tmp_0, Mask=dropout_0.tmp_1, "}) {
    EXPECT_NE(text.find(each), std::string::npos) << each << "\n" << text;
  }
  ExpectSameBits({y, grads[0], grads[1]});
}

TEST_F(FuseLayerNormTest, OtherReadersKeepTheSum) {
  const Variable sum = Dropped(x_) + r_;
  const Variable y = layer::tanh(Normal(sum)) * sum;
  EXPECT_EQ(After(y), R"(block 0 {
  {Y: layer_norm_0.tmp_0, Sum: elementwise_add_0.tmp_0, Mean: layer_norm_0.tmp_1, Variance: layer_norm_0.tmp_2} = fused_layer_norm(X=x, Residual=r, dropout_prob=0.3, draws_as=1)
  tanh_0.tmp_0 = tanh(X=layer_norm_0.tmp_0)
  elementwise_mul_0.tmp_0 = elementwise_mul(X=tanh_0.tmp_0, Y=elementwise_add_0.tmp_0)
}
)");
  ExpectSameBits({y});
  ExpectSameBits({y, sum});
}

TEST_F(FuseLayerNormTest, SeveralMayNormalizeOneSum) {
  const Variable sum = x_ + r_;
  const Variable a = Normal(sum), b = Normal(sum);
  EXPECT_EQ(Count(*Passed({kPass}, {a, b}), 0, "fused_layer_norm"), 1);
  ExpectSameBits({a, b});
}

// Others read what is dropped, or it is fetched.
TEST_F(FuseLayerNormTest, KeepsADropoutThatOthersRead) {
  const Variable dropped = Dropped(x_);
  const Variable y = Normal(dropped + r_), z = layer::tanh(dropped);
  for (const auto& fetches : {std::vector<Variable>{y, z}, {y, dropped}}) {
    EXPECT_EQ(Count(*Passed({kPass}, fetches), 0, "dropout"), 1);
    ExpectSameBits(fetches);
  }
  ExpectSameBits({Normal(Dropped(x_) + Dropped(r_))});
  const Variable twice = Dropped(x_);
  ExpectSameBits({Normal(twice + twice)});
}

TEST_F(FuseLayerNormTest, LeavesANormThatReadsTheSumTwice) {
  const Variable x = layer::data("v", {6});
  const Variable sum = layer::tanh(x) + x;
  const Variable y = layer::Op("layer_norm", {{"X", sum}, {"Scale", sum}},
                               {{"begin_norm_axis", 0}});
  EXPECT_EQ(Count(*Passed({kPass}, {y}), 0, "fused_layer_norm"), 0);
}

// The result must not have the memory of the operands then.
TEST_F(FuseLayerNormTest, AddsWhatIsDroppedToItself) {
  const Variable hidden = layer::tanh(x_);
  const Variable y = Normal(Dropped(hidden) + hidden);
  EXPECT_EQ(Count(*Passed({kPass}, {y}), 0, "dropout"), 0);
  ExpectSameBits({y});
}

TEST_F(FuseLayerNormTest, DrawsTheNumbersOfTheDropoutsInTheirOrder) {
  Variable now = x_;
  std::vector<Variable> fetches;
  for (int i = 0; i < 3; ++i) {
    fetches.push_back(Dropped(r_));
    now = Normal(now + Dropped(layer::tanh(now)));
    fetches.push_back(now);
  }
  EXPECT_EQ(Count(*Passed({kPass}, fetches), 0, "fused_layer_norm"), 3);
  ExpectSameBits(fetches);
}

TEST_F(FuseLayerNormTest, WorksInAWhile) {
  const Variable y = Repeat(Number("n", 3), x_, [&](const Variable& now) {
    return Normal(r_ + Dropped(now));
  });
  const auto grads = backward::Gradients({y}, {x_, r_});
  EXPECT_EQ(Count(*Passed({kPass}, {y}), 1, "fused_layer_norm"), 1);
  ExpectSameBits({y});
  ExpectSameBits({y, grads[0], grads[1]});
}

TEST_F(FuseLayerNormTest, WorksInARecurrentBlock) {
  const Variable steps = Fed("steps", {4, 3, 6}), start = Fed("start", {3, 6});
  layer::Rnn rnn;
  rnn.BeginStep();
  const Variable in = rnn.StepInput(steps), memory = rnn.Memory(start);
  const Variable next = Normal(memory + Dropped(in));
  rnn.UpdateMemory(memory, next);
  rnn.Output({next});
  rnn.EndStep();
  const Variable y = rnn()[0];
  const auto grads = backward::Gradients({y}, {steps, start});
  ExpectSameBits({y, grads[0], grads[1]});
  EXPECT_EQ(Count(*Passed({kPass}, {y, grads[0]}), 1, "fused_layer_norm"), 1);
}

// The sum has the sequences of the left operand.
TEST_F(FuseLayerNormTest, KeepsSequences) {
  const Variable words = Sequences("words", 6, {2, 0, 1});
  const Variable more = layer::tanh(words);
  const Variable left = Normal(words + more);
  EXPECT_EQ(Count(*Passed({kPass}, {left}), 0, "fused_layer_norm"), 1);
  ExpectSameBits({left});
  const Variable right = Normal(words + Dropped(more));
  EXPECT_EQ(Count(*Passed({kPass}, {right}), 0, "dropout"), 1);
  ExpectSameBits({right});
}

TEST_F(FuseLayerNormTest, LeavesSumsThatBroadcast) {
  EXPECT_TRUE(LeavesAlone(Normal(x_ + Fed("row", {6}))));
  EXPECT_TRUE(
      LeavesAlone(Normal(x_ + layer::parameter({3, 6}, DataType::kFloat32))));
}

TEST_F(FuseLayerNormTest, LeavesSumsThatAreReadBefore) {
  const Variable sum = x_ + r_;
  const Variable before = layer::tanh(sum);
  EXPECT_TRUE(LeavesAlone(Normal(sum) + before));
}

TEST_F(FuseLayerNormTest, RolesStayApart) {
  const Variable y = Normal(x_ + r_);
  auto* ops = main_->mutable_desc()->mutable_blocks(0)->mutable_ops();
  ops->at(ops->size() - 1).set_role(proto::OPTIMIZE);
  main_->Changed();
  EXPECT_TRUE(LeavesAlone(y));
}

// Nothing differentiates it: without a place it is not written.
TEST_F(FuseLayerNormTest, NeedsAPlace) {
  Normal(x_ + r_);
  OptimizeOptions options;
  options.only = NameList{kPass};
  EXPECT_EQ(Optimize(main_, PassContext(), options), main_);
}

TEST_F(FuseLayerNormTest, KeepsAllThatMayBeFetched) {
  const Variable y = Normal(Dropped(x_) + r_);
  OptimizeOptions options;
  options.only = NameList{kPass};
  PassContext context;
  context.place = platform::PlaceKind::kCPU;
  const auto passed = Optimize(main_, context, options);
  EXPECT_EQ(Count(*passed, 0, "dropout"), 1);
  EXPECT_EQ(Count(*passed, 0, "fused_layer_norm"), 1);
}

}  // namespace
}  // namespace paddle::framework::testing
