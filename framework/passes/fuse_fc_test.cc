#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/passes/testing/level2.h"
#include "paddle/framework/passes/testing/run_pass.h"

namespace paddle::framework::testing {
namespace {

using layer::Variable;

constexpr const char* kPass = "fuse_fc";

layer::FcOptions Act(const std::string& act) {
  layer::FcOptions options;
  options.act = act;
  return options;
}

Variable Rows(DataType dtype) { return layer::data("x", {-1, 6}, dtype); }

Variable Layer(const Variable& x) { return layer::fc(x, 5, Act("gelu")); }
Variable OneLayer(DataType dtype) { return Layer(Rows(dtype)); }

Variable Residual(DataType dtype) {
  const Variable x = layer::fc(Rows(dtype), 40, Act("relu"));
  return layer::relu(layer::fc(x, 40) + x);
}

TEST(FuseFc, TakesBiasAndActivation) {
  const InferenceNet net = InferenceNetOf(OneLayer, DataType::kFloat32);
  EXPECT_EQ(TextAfter(kPass, *net.program, {net.fetch}), R"(block 0 {
  fc_0.tmp_2 = fused_fc(X=x, W=fc_0.w_0, Bias=fc_0.b_0, PackedW=fc_0.w_0@PACKED_0, activation="gelu")
}
prepare block 1 in 0 () -> (fc_0.w_0@PACKED_0) {
  fc_0.w_0@PACKED_0 = pack_fc_weight(W=fc_0.w_0)
}
)");
}

// Returns steps of a layer.
Variable Steps(DataType dtype) {
  const Variable x = layer::data("x", {4, 3, 6}, dtype);
  layer::Rnn rnn;
  rnn.BeginStep();
  rnn.Output({Layer(rnn.StepInput(x))});
  rnn.EndStep();
  return rnn()[0];
}

TEST(FuseFc, TheOwnerOfABlockReadsWhatIsPacked) {
  const InferenceNet net = InferenceNetOf(Steps, DataType::kFloat32);
  EXPECT_EQ(TextAfter(kPass, *net.program, {net.fetch}), R"(block 0 {
  {Out: rnn_0.tmp_0, StepScopes: rnn_0.tmp_1} = recurrent(Inputs=x, Captures=[fc_0.w_0, fc_0.b_0, fc_0.w_0@PACKED_0], step_net=block 1)
}
block 1 in 0 (x) -> (fc_0.tmp_2) {
  fc_0.tmp_2 = fused_fc(X=x, W=fc_0.w_0, Bias=fc_0.b_0, PackedW=fc_0.w_0@PACKED_0, activation="gelu")
}
prepare block 2 in 0 () -> (fc_0.w_0@PACKED_0) {
  fc_0.w_0@PACKED_0 = pack_fc_weight(W=fc_0.w_0)
}
)");
  ExpectWithinBound(Steps, {kPass});
}

TEST(FuseFc, TakesAResidual) {
  const InferenceNet net = InferenceNetOf(Residual, DataType::kFloat32);
  EXPECT_EQ(TextAfter(kPass, *net.program, {net.fetch}), R"(block 0 {
  fc_0.tmp_2 = fused_fc(X=x, W=fc_0.w_0, Bias=fc_0.b_0, PackedW=fc_0.w_0@PACKED_0, activation="relu")
  relu_0.tmp_0 = fused_fc(X=fc_0.tmp_2, W=fc_1.w_0, Bias=fc_1.b_0, Residual=fc_0.tmp_2, PackedW=fc_1.w_0@PACKED_0, activation="relu")
}
prepare block 1 in 0 () -> (fc_0.w_0@PACKED_0, fc_1.w_0@PACKED_0) {
  fc_0.w_0@PACKED_0 = pack_fc_weight(W=fc_0.w_0)
  fc_1.w_0@PACKED_0 = pack_fc_weight(W=fc_1.w_0)
}
)");
}

// Returns a net of a product with a transposed matrix, and its bias.
Network Transposed(int64_t rows) {
  return [rows](DataType dtype) {
    const Variable x = layer::data("x", {-1, 3, 6}, dtype);
    const Variable w = layer::parameter({rows, 6}, dtype);
    const Variable bias = layer::parameter({rows}, dtype);
    return layer::matmul(x, w, false, true) + bias;
  };
}

TEST(FuseFc, TakesProductsWithTransposedMatrices) {
  const InferenceNet net = InferenceNetOf(Transposed(7), DataType::kFloat32);
  const std::string text = TextAfter(kPass, *net.program, {net.fetch});
  EXPECT_NE(text.find("x_num_col_dims=2, transpose_W=true)"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("= matmul("), std::string::npos) << text;
}

TEST(FuseFc, StaysWithinTheBound) {
  ExpectWithinBound(OneLayer, {kPass});
  ExpectWithinBound(Residual, {kPass});
  ExpectWithinBound(Transposed(7), {kPass});
  ExpectWithinBound(Transposed(70), {kPass});
  for (const std::string act : {"", "sigmoid", "tanh", "swish", "relu6"}) {
    ExpectWithinBound(
        [&](DataType dtype) {
          return layer::fc(layer::data("x", {-1, 300}, dtype), 130, Act(act));
        },
        {kPass});
  }
}

TEST(FuseFc, LeavesSmallProductsThatNothingFollows) {
  const InferenceNet net = InferenceNetOf(
      [](DataType dtype) {
        const Variable w = layer::parameter({6, 5}, dtype);
        return layer::matmul(Rows(dtype), w);
      },
      DataType::kFloat32);
  EXPECT_TRUE(LeavesAlone(kPass, *net.program, {net.fetch}));
}

// Packing pays for any matrix of bfloat16.
TEST(FuseFc, TakesSmallProductsOfBFloat16) {
  const InferenceNet net = InferenceNetOf(
      [](DataType dtype) {
        return layer::matmul(Rows(dtype), layer::parameter({6, 5}, dtype));
      },
      DataType::kBFloat16);
  const std::string text = TextAfter(kPass, *net.program, {net.fetch});
  EXPECT_NE(text.find("= fused_fc("), std::string::npos) << text;
}

// A product of two variables is none of a layer.
TEST(FuseFc, LeavesProductsOfVariables) {
  const InferenceNet net = InferenceNetOf(
      [](DataType dtype) {
        const Variable x = layer::data("x", {6, 6}, dtype);
        return layer::relu(layer::matmul(x, x));
      },
      DataType::kFloat32);
  EXPECT_TRUE(LeavesAlone(kPass, *net.program, {net.fetch}));
}

TEST(FuseFc, LeavesTrainingAndDoubles) {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  const Variable loss = layer::mean(OneLayer(DataType::kFloat32));
  EXPECT_FALSE(LeavesAlone(kPass, *main, {loss.name()}));
  backward::AppendBackward(loss);
  EXPECT_TRUE(LeavesAlone(kPass, *main, {loss.name()}));
  const InferenceNet doubles = InferenceNetOf(OneLayer, DataType::kFloat64);
  EXPECT_TRUE(LeavesAlone(kPass, *doubles.program, {doubles.fetch}));
}

// A sum that is fetched is computed, and the activation by itself.
TEST(FuseFc, KeepsWhatIsFetched) {
  const InferenceNet net = InferenceNetOf(OneLayer, DataType::kFloat32);
  const auto& ops = net.program->global_block().desc().ops();
  const std::string sum = Input(ops[ops.size() - 1], "X");
  const std::string text = TextAfter(kPass, *net.program, {net.fetch, sum});
  EXPECT_NE(text.find(net.fetch + " = gelu("), std::string::npos) << text;
}

TEST(FuseFc, WorksInBlocksAndLeavesAllIfAllIsKept) {
  const InferenceNet net = InferenceNetOf(Residual, DataType::kFloat32);
  const auto program = InsideBlock(net);
  const std::string text = TextAfter(kPass, *program, {"looped"});
  EXPECT_EQ(text.find("= mul("), std::string::npos) << text;
  EXPECT_NE(text.find("prepare block 2 in 0"), std::string::npos) << text;
  OptimizeOptions options;
  options.only = NameList{kPass};
  EXPECT_EQ(Optimize(net.program, PassContext(), options), net.program);
}

}  // namespace
}  // namespace paddle::framework::testing
