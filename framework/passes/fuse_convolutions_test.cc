#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/passes/testing/level2.h"
#include "paddle/framework/passes/testing/run_pass.h"

namespace paddle::framework::testing {
namespace {

using layer::Variable;

constexpr const char* kPass = "fuse_convolutions";

Variable Images(DataType dtype) {
  return layer::data("x", {-1, 3, 6, 5}, dtype);
}

Variable Small(DataType dtype) {
  return layer::conv2d(Images(dtype), 4, 3, Padded("relu"));
}

Variable Residual(DataType dtype) {
  const Variable x = Small(dtype);
  return layer::relu(layer::conv2d(x, 4, 3, Padded()) + x);
}

TEST(FuseConvolutions, TakesBiasAndActivation) {
  const InferenceNet net = InferenceNetOf(Small, DataType::kFloat32);
  EXPECT_EQ(TextAfter(kPass, *net.program, {net.fetch}), R"(block 0 {
  x@LAST_0 = transpose(X=x, axis=[0, 2, 3, 1])
  conv2d_0.tmp_2@LAST_0 = fused_conv2d(Input=x@LAST_0, Filter=conv2d_0.w_0, Bias=conv2d_0.b_0, PackedFilter=conv2d_0.w_0@PACKED_0, paddings=[1, 1], activation="relu")
  conv2d_0.tmp_2 = transpose(X=conv2d_0.tmp_2@LAST_0, axis=[0, 3, 1, 2])
}
prepare block 1 in 0 () -> (conv2d_0.w_0@PACKED_0) {
  conv2d_0.w_0@PACKED_0 = pack_conv_filter(Filter=conv2d_0.w_0, paddings=[1, 1], image_size=[6, 5])
}
)");
}

TEST(FuseConvolutions, TakesAResidual) {
  const InferenceNet net = InferenceNetOf(Residual, DataType::kFloat32);
  EXPECT_EQ(TextAfter(kPass, *net.program, {net.fetch}), R"(block 0 {
  x@LAST_0 = transpose(X=x, axis=[0, 2, 3, 1])
  conv2d_0.tmp_2@LAST_0 = fused_conv2d(Input=x@LAST_0, Filter=conv2d_0.w_0, Bias=conv2d_0.b_0, PackedFilter=conv2d_0.w_0@PACKED_0, paddings=[1, 1], activation="relu")
  conv2d_0.tmp_2 = transpose(X=conv2d_0.tmp_2@LAST_0, axis=[0, 3, 1, 2])
  conv2d_0.tmp_2@LAST_1 = transpose(X=conv2d_0.tmp_2, axis=[0, 2, 3, 1])
  conv2d_0.tmp_2@LAST_2 = transpose(X=conv2d_0.tmp_2, axis=[0, 2, 3, 1])
  relu_0.tmp_0@LAST_0 = fused_conv2d(Input=conv2d_0.tmp_2@LAST_1, Filter=conv2d_1.w_0, Bias=conv2d_1.b_0, Residual=conv2d_0.tmp_2@LAST_2, PackedFilter=conv2d_1.w_0@PACKED_0, paddings=[1, 1], activation="relu")
  relu_0.tmp_0 = transpose(X=relu_0.tmp_0@LAST_0, axis=[0, 3, 1, 2])
}
prepare block 1 in 0 () -> (conv2d_0.w_0@PACKED_0, conv2d_1.w_0@PACKED_0) {
  conv2d_0.w_0@PACKED_0 = pack_conv_filter(Filter=conv2d_0.w_0, paddings=[1, 1], image_size=[6, 5])
  conv2d_1.w_0@PACKED_0 = pack_conv_filter(Filter=conv2d_1.w_0, paddings=[1, 1], image_size=[6, 5])
}
)");
}

Variable Normalized(DataType dtype) {
  return layer::relu(
      layer::batch_norm(layer::conv2d(Images(dtype), 4, 3, Padded())));
}

// The product of filter and scale is in memory but while it is packed.
TEST(FuseConvolutions, TakesTheScaleOfBatchNormalization) {
  const NameList passes = {"fold_batch_norm", kPass};
  const InferenceNet net = InferenceNetOf(Normalized, DataType::kFloat32);
  const std::string text = TextOf(net, passes);
  EXPECT_NE(text.find("Filter=conv2d_0.w_0, Bias=conv2d_0.w_0@BIAS_0, "
                      "PackedFilter=conv2d_0.w_0@FOLDED_0@PACKED_0, "
                      "FilterScale=conv2d_0.w_0@FACTOR_0, "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("= pack_conv_filter(Filter=conv2d_0.w_0, "
                      "Scale=conv2d_0.w_0@FACTOR_0, "),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("@FOLDED_0 = "), std::string::npos) << text;
  ExpectWithinBound(Normalized, passes);
}

TEST(FuseConvolutions, TakesBFloat16) {
  const InferenceNet net = InferenceNetOf(Small, DataType::kBFloat16);
  const std::string text = TextAfter(kPass, *net.program, {net.fetch});
  EXPECT_NE(text.find("= fused_conv2d("), std::string::npos) << text;
  EXPECT_NE(text.find("= pack_conv_filter("), std::string::npos) << text;
}

TEST(FuseConvolutions, StaysWithinTheBound) {
  ExpectWithinBound(Small, {kPass});
  ExpectWithinBound(Residual, {kPass});
  for (const std::string act :
       {"relu6", "sigmoid", "tanh", "swish", "silu", "hard_swish", "gelu"}) {
    ExpectWithinBound(
        [&](DataType dtype) {
          return layer::depthwise_conv2d(Images(dtype), 0, 3,
                                         Padded<layer::ConvOptions>(act));
        },
        {kPass});
  }
  // Two convolutions that are added: the first one takes the sum.
  ExpectWithinBound(
      [](DataType dtype) {
        const Variable x = Images(dtype);
        return layer::conv2d(x, 4, 3, Padded()) +
               layer::conv2d(x, 4, 3, Padded());
      },
      {kPass});
}

Variable Swish(DataType dtype) {
  const Variable y = layer::conv2d(Images(dtype), 4, 3, Padded());
  return y * layer::sigmoid(y);
}

TEST(FuseConvolutions, TakesSwishAsExportersWriteIt) {
  const InferenceNet net = InferenceNetOf(Swish, DataType::kFloat32);
  const std::string text = TextOf(net, {kPass});
  EXPECT_NE(text.find("activation=\"swish\""), std::string::npos) << text;
  EXPECT_EQ(text.find("sigmoid("), std::string::npos) << text;
  ExpectWithinBound(Swish, {kPass});
  const std::function<Variable(const Variable&)> kOthers[] = {
      [](const Variable& y) { return y * layer::sigmoid(y) + y; },
      [](const Variable& y) { return y * layer::sigmoid(layer::tanh(y)); },
      [](const Variable& y) { return layer::sigmoid(y) + y; },
  };
  for (const auto& other : kOthers) {
    const auto write = [&](DataType dtype) {
      return other(layer::conv2d(Images(dtype), 4, 3, Padded()));
    };
    const std::string kept =
        TextOf(InferenceNetOf(write, DataType::kFloat32), {kPass});
    EXPECT_NE(kept.find("sigmoid("), std::string::npos) << kept;
  }
}

TEST(FuseConvolutions, DoesNotPackFiltersForUnknownImages) {
  const InferenceNet net = InferenceNetOf(
      [](DataType dtype) {
        return layer::conv2d(layer::data("x", {-1, 3, -1, -1}, dtype), 4, 3);
      },
      DataType::kFloat32);
  const std::string text = TextAfter(kPass, *net.program, {net.fetch});
  EXPECT_NE(text.find("fused_conv2d"), std::string::npos);
  EXPECT_EQ(text.find("pack_conv_filter"), std::string::npos);
}

TEST(FuseConvolutions, LeavesTrainingAndDoubles) {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  const Variable loss = layer::mean(Small(DataType::kFloat32));
  EXPECT_FALSE(LeavesAlone(kPass, *main, {loss.name()}));
  backward::AppendBackward(loss);
  EXPECT_TRUE(LeavesAlone(kPass, *main, {loss.name()}));
  const InferenceNet doubles = InferenceNetOf(Small, DataType::kFloat64);
  EXPECT_TRUE(LeavesAlone(kPass, *doubles.program, {doubles.fetch}));
}

// A sum that is fetched is computed, and the activation by itself.
TEST(FuseConvolutions, KeepsWhatIsFetched) {
  const InferenceNet net = InferenceNetOf(Residual, DataType::kFloat32);
  const auto& ops = net.program->global_block().desc().ops();
  const std::string sum = Input(ops[ops.size() - 1], "X");
  const std::string text = TextAfter(kPass, *net.program, {net.fetch, sum});
  EXPECT_NE(text.find(net.fetch + " = relu("), std::string::npos) << text;
}

TEST(FuseConvolutions, WorksInBlocksAndLeavesAllIfAllIsKept) {
  const InferenceNet net = InferenceNetOf(Residual, DataType::kFloat32);
  const auto program = InsideBlock(net);
  const std::string text = TextAfter(kPass, *program, {"looped"});
  EXPECT_EQ(text.find("= conv2d("), std::string::npos) << text;
  EXPECT_NE(text.find("prepare block 2 in 0"), std::string::npos) << text;
  OptimizeOptions options;
  options.only = NameList{kPass};
  EXPECT_EQ(Optimize(net.program, PassContext(), options), net.program);
}

}  // namespace
}  // namespace paddle::framework::testing
