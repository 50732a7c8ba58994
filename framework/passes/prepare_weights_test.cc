#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/passes/testing/level2.h"
#include "paddle/framework/passes/testing/run_pass.h"

namespace paddle::framework::testing {
namespace {

using layer::Op;
using layer::Variable;
using Numbers = std::vector<int64_t>;

constexpr const char* kPass = "prepare_weights";

Variable Rows(DataType dtype) { return layer::data("x", {-1, 4}, dtype); }

Variable Turned(const Variable& x) {
  return Op("transpose", {{"X", x}}, {{"axis", Numbers{1, 0}}});
}

Variable Reshaped(const Variable& x, const Numbers& shape) {
  return Op("reshape", {{"X", x}}, {{"shape", shape}});
}

Variable Product(const Variable& x, const Variable& w) {
  return Op("mul", {{"X", x}, {"Y", w}});
}

Variable TurnedWeight(DataType dtype) {
  const Variable w = layer::parameter({3, 4}, dtype, {"w"});
  return Product(Rows(dtype), Turned(w));
}

// Products with a weight in another shape, and with its second column.
Variable Parts(DataType dtype) {
  const Variable w = layer::parameter({1, 4, 2}, dtype, {"w"});
  const Variable matrix = Reshaped(w, {4, 2});
  const Variable part =
      Op("slice", {{"Input", matrix}},
         {{"axes", Numbers{1}}, {"starts", Numbers{1}}, {"ends", Numbers{2}}});
  const Variable x = Rows(dtype);
  const Variable first = Product(x, matrix);
  return first + Product(x, part);
}

TEST(PrepareWeights, DerivesAWeightThatIsTurned) {
  const InferenceNet net = InferenceNetOf(TurnedWeight, DataType::kFloat32);
  EXPECT_EQ(TextAfter(kPass, *net.program, {net.fetch}), R"(block 0 {
  mul_0.tmp_0 = mul(X=x, Y=transpose_0.tmp_0@PREPARED_0)
}
prepare block 1 in 0 () -> (transpose_0.tmp_0@PREPARED_0) {
  transpose_0.tmp_0@PREPARED_0 = transpose(X=w, axis=[1, 0])
}
)");
}

TEST(PrepareWeights, KeepsShapesThatCostNothing) {
  const InferenceNet net = InferenceNetOf(Parts, DataType::kFloat32);
  EXPECT_EQ(TextAfter(kPass, *net.program, {net.fetch}), R"(block 0 {
  reshape_0.tmp_0 = reshape(X=w, shape=[4, 2])
  mul_0.tmp_0 = mul(X=x, Y=reshape_0.tmp_0)
  mul_1.tmp_0 = mul(X=x, Y=slice_0.tmp_0@PREPARED_0)
  elementwise_add_0.tmp_0 = elementwise_add(X=mul_0.tmp_0, Y=mul_1.tmp_0)
}
prepare block 1 in 0 () -> (slice_0.tmp_0@PREPARED_0) {
  reshape_0.tmp_0@PREPARED_0 = reshape(X=w, shape=[4, 2])
  slice_0.tmp_0@PREPARED_0 = slice(Input=reshape_0.tmp_0@PREPARED_0, axes=[1], starts=[1], ends=[2])
}
)");
}

TEST(PrepareWeights, LeavesOthersAlone) {
  const auto alone = [](const Network& network) {
    const InferenceNet net = InferenceNetOf(network, DataType::kFloat32);
    return LeavesAlone(kPass, *net.program, {net.fetch});
  };
  // A weight in another shape, a value that depends on a feed, and a weight
  // that is fetched.
  EXPECT_TRUE(alone([](DataType dtype) {
    const Variable w = layer::parameter({2, 2, 3}, dtype, {"w"});
    return Product(Rows(dtype), Reshaped(w, {4, 3}));
  }));
  EXPECT_TRUE(alone([](DataType dtype) { return Turned(Rows(dtype)); }));
  EXPECT_TRUE(alone([](DataType dtype) {
    return Turned(layer::parameter({3, 4}, dtype, {"w"}));
  }));
}

TEST(PrepareWeights, LeavesTrainingAlone) {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  const Variable loss = layer::mean(TurnedWeight(DataType::kFloat32));
  EXPECT_FALSE(LeavesAlone(kPass, *main, {loss.name()}));
  backward::AppendBackward(loss);
  EXPECT_TRUE(LeavesAlone(kPass, *main, {loss.name()}));
}

TEST(PrepareWeights, ComputesTheSame) {
  ExpectWithinBound(TurnedWeight, {kPass});
  ExpectWithinBound(Parts, {kPass});
}

}  // namespace
}  // namespace paddle::framework::testing
