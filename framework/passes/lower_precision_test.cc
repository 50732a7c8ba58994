#include "paddle/framework/passes/lower_precision.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using layer::Variable;

class LowerPrecisionTest : public ::testing::Test {
 protected:
  void TearDown() override { Verify(*main_); }

  // Returns the operators of a block, one per line, after a rewriting that a
  // second one must not change.
  std::string Lowered(const PrecisionOptions& options = {}, int block = 0) {
    LowerPrecision(main_.get(), options);
    const std::string text = Ops(block);
    LowerPrecision(main_.get(), options);
    EXPECT_EQ(Ops(block), text);
    return text;
  }
  std::string Ops(int block = 0) const {
    std::string text;
    for (const auto& op : main_->block(block).desc().ops()) {
      text += PrintOp(op, main_->schemas()) + "\n";
    }
    return text;
  }
  static Variable Data(const std::string& name = "x") {
    return layer::data(name, {-1, 4});
  }

  const std::shared_ptr<Program> main_ = layer::NewProgram();
  const std::shared_ptr<Program> startup_ = layer::NewProgram();
  const layer::ProgramGuard guard_{main_, startup_};
};

TEST_F(LowerPrecisionTest, ComputesLayersIn16Bits) {
  layer::FcOptions options;
  options.act = "relu";
  const Variable hidden = layer::fc(Data(), 3, options);
  layer::mean(layer::fc(hidden, 1));
  EXPECT_EQ(Lowered(),
            R"(x@BFLOAT16 = cast(X=x, out_dtype="bfloat16")
fc_0.w_0@BFLOAT16 = cast(X=fc_0.w_0, out_dtype="bfloat16")
fc_0.tmp_0@BFLOAT16 = mul(X=x@BFLOAT16, Y=fc_0.w_0@BFLOAT16)
fc_0.tmp_0 = cast(X=fc_0.tmp_0@BFLOAT16)
fc_0.b_0@BFLOAT16 = cast(X=fc_0.b_0, out_dtype="bfloat16")
fc_0.tmp_1@BFLOAT16 = elementwise_add(X=fc_0.tmp_0@BFLOAT16, Y=fc_0.b_0@BFLOAT16, axis=1)
fc_0.tmp_1 = cast(X=fc_0.tmp_1@BFLOAT16)
fc_0.tmp_2@BFLOAT16 = relu(X=fc_0.tmp_1@BFLOAT16)
fc_0.tmp_2 = cast(X=fc_0.tmp_2@BFLOAT16)
fc_1.w_0@BFLOAT16 = cast(X=fc_1.w_0, out_dtype="bfloat16")
fc_1.tmp_0@BFLOAT16 = mul(X=fc_0.tmp_2@BFLOAT16, Y=fc_1.w_0@BFLOAT16)
fc_1.tmp_0 = cast(X=fc_1.tmp_0@BFLOAT16)
fc_1.b_0@BFLOAT16 = cast(X=fc_1.b_0, out_dtype="bfloat16")
fc_1.tmp_1@BFLOAT16 = elementwise_add(X=fc_1.tmp_0@BFLOAT16, Y=fc_1.b_0@BFLOAT16, axis=1)
fc_1.tmp_1 = cast(X=fc_1.tmp_1@BFLOAT16)
mean_0.tmp_0 = mean(X=fc_1.tmp_1)
)");
}

// A hidden layer that is fed reaches the layers that read it.
TEST_F(LowerPrecisionTest, ReadsWhatIsFed) {
  const Variable hidden = layer::relu(Data());
  const Variable product = layer::matmul(hidden, hidden, false, true);
  layer::matmul(product, product);
  layer::relu(product);
  PrecisionOptions options;
  options.feeds = {product.name()};
  EXPECT_EQ(Lowered(options),
            R"(relu_0.tmp_0 = relu(X=x)
relu_0.tmp_0@BFLOAT16 = cast(X=relu_0.tmp_0, out_dtype="bfloat16")
matmul_0.tmp_0@BFLOAT16 = matmul(X=relu_0.tmp_0@BFLOAT16, Y=relu_0.tmp_0@BFLOAT16, transpose_Y=true)
matmul_0.tmp_0 = cast(X=matmul_0.tmp_0@BFLOAT16)
matmul_0.tmp_0@BFLOAT16_0 = cast(X=matmul_0.tmp_0, out_dtype="bfloat16")
matmul_1.tmp_0@BFLOAT16 = matmul(X=matmul_0.tmp_0@BFLOAT16_0, Y=matmul_0.tmp_0@BFLOAT16_0)
matmul_1.tmp_0 = cast(X=matmul_1.tmp_0@BFLOAT16)
relu_1.tmp_0 = relu(X=matmul_0.tmp_0)
)");
}

// A cast that stops gradients is no other form of its input.
TEST_F(LowerPrecisionTest, LetsGradientsPassWhereTheyPassed) {
  const Variable hidden = layer::relu(Data());
  Variable stopped = layer::cast(hidden, layer::DataType::kBFloat16);
  stopped.set_stop_gradient(true);
  layer::matmul(hidden, hidden, false, true);
  const std::string text = Lowered();
  EXPECT_EQ(text.find("matmul(X=" + stopped.name()), std::string::npos) << text;
}

// The widest of mixed inputs decides, but for parameters.
TEST_F(LowerPrecisionTest, FollowsWhatHasBeenComputedIn16Bits) {
  const Variable x = Data();
  const Variable product = layer::fc(x, 4);
  product + x;
  layer::scale(product * product, 2.0);
  EXPECT_EQ(Lowered(),
            R"(x@BFLOAT16 = cast(X=x, out_dtype="bfloat16")
fc_0.w_0@BFLOAT16 = cast(X=fc_0.w_0, out_dtype="bfloat16")
fc_0.tmp_0@BFLOAT16 = mul(X=x@BFLOAT16, Y=fc_0.w_0@BFLOAT16)
fc_0.tmp_0 = cast(X=fc_0.tmp_0@BFLOAT16)
fc_0.b_0@BFLOAT16 = cast(X=fc_0.b_0, out_dtype="bfloat16")
fc_0.tmp_1@BFLOAT16 = elementwise_add(X=fc_0.tmp_0@BFLOAT16, Y=fc_0.b_0@BFLOAT16, axis=1)
fc_0.tmp_1 = cast(X=fc_0.tmp_1@BFLOAT16)
elementwise_add_0.tmp_0 = elementwise_add(X=fc_0.tmp_1, Y=x)
elementwise_mul_0.tmp_0@BFLOAT16 = elementwise_mul(X=fc_0.tmp_1@BFLOAT16, Y=fc_0.tmp_1@BFLOAT16)
elementwise_mul_0.tmp_0 = cast(X=elementwise_mul_0.tmp_0@BFLOAT16)
scale_0.tmp_0@BFLOAT16 = scale(X=elementwise_mul_0.tmp_0@BFLOAT16, scale=2.0)
scale_0.tmp_0 = cast(X=scale_0.tmp_0@BFLOAT16)
)");
}

TEST_F(LowerPrecisionTest, NormalizesByStatisticsInFloat32) {
  layer::batch_norm(layer::fc(Data(), 3));
  EXPECT_EQ(Lowered(),
            R"(x@BFLOAT16 = cast(X=x, out_dtype="bfloat16")
fc_0.w_0@BFLOAT16 = cast(X=fc_0.w_0, out_dtype="bfloat16")
fc_0.tmp_0@BFLOAT16 = mul(X=x@BFLOAT16, Y=fc_0.w_0@BFLOAT16)
fc_0.tmp_0 = cast(X=fc_0.tmp_0@BFLOAT16)
fc_0.b_0@BFLOAT16 = cast(X=fc_0.b_0, out_dtype="bfloat16")
fc_0.tmp_1@BFLOAT16 = elementwise_add(X=fc_0.tmp_0@BFLOAT16, Y=fc_0.b_0@BFLOAT16, axis=1)
fc_0.tmp_1 = cast(X=fc_0.tmp_1@BFLOAT16)
{Y: batch_norm_0.tmp_0@BFLOAT16, MeanOut: batch_norm_0.mean_0, VarianceOut: batch_norm_0.variance_0, SavedMean: batch_norm_0.tmp_1, SavedVariance: batch_norm_0.tmp_2} = batch_norm(X=fc_0.tmp_1@BFLOAT16, Scale=batch_norm_0.w_0, Bias=batch_norm_0.b_0, Mean=batch_norm_0.mean_0, Variance=batch_norm_0.variance_0)
batch_norm_0.tmp_0 = cast(X=batch_norm_0.tmp_0@BFLOAT16)
)");
}

TEST_F(LowerPrecisionTest, ListsOfTypesDecideFirst) {
  PrecisionOptions options;
  options.dtype = DataType::kFloat16;
  options.half = {"tanh"};
  options.full = {"mul"};
  layer::tanh(layer::fc(Data(), 3));
  EXPECT_EQ(Lowered(options),
            R"(fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0)
fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
fc_0.tmp_1@FLOAT16 = cast(X=fc_0.tmp_1, out_dtype="float16")
tanh_0.tmp_0@FLOAT16 = tanh(X=fc_0.tmp_1@FLOAT16)
tanh_0.tmp_0 = cast(X=tanh_0.tmp_0@FLOAT16)
)");
}

TEST_F(LowerPrecisionTest, BlocksStayFloat32) {
  const Variable x = layer::fc(Data(), 4);
  layer::cond(
      layer::less_than(layer::reduce_sum(x), 1.0),
      [&] { return std::vector<Variable>{layer::fc(x, 2)}; },
      [&] { return std::vector<Variable>{layer::fc(x, 2)}; });
  EXPECT_EQ(Lowered({}, 1),
            R"(fc_1.tmp_0 = mul(X=fc_0.tmp_1, Y=fc_1.w_0)
fc_1.tmp_1 = elementwise_add(X=fc_1.tmp_0, Y=fc_1.b_0, axis=1)
)");
  EXPECT_EQ(Ops(),
            R"(x@BFLOAT16 = cast(X=x, out_dtype="bfloat16")
fc_0.w_0@BFLOAT16 = cast(X=fc_0.w_0, out_dtype="bfloat16")
fc_0.tmp_0@BFLOAT16 = mul(X=x@BFLOAT16, Y=fc_0.w_0@BFLOAT16)
fc_0.tmp_0 = cast(X=fc_0.tmp_0@BFLOAT16)
fc_0.b_0@BFLOAT16 = cast(X=fc_0.b_0, out_dtype="bfloat16")
fc_0.tmp_1@BFLOAT16 = elementwise_add(X=fc_0.tmp_0@BFLOAT16, Y=fc_0.b_0@BFLOAT16, axis=1)
fc_0.tmp_1 = cast(X=fc_0.tmp_1@BFLOAT16)
reduce_sum_0.tmp_0 = reduce_sum(X=fc_0.tmp_1, reduce_all=true)
constant_0 = fill_constant(shape=[], value=1.0)
less_than_0.tmp_0 = less_than(X=reduce_sum_0.tmp_0, Y=constant_0)
{Out: cond_0.tmp_0, StepScopes: cond_0.tmp_1} = conditional_block(Condition=less_than_0.tmp_0, Captures=[fc_0.tmp_1, fc_1.w_0, fc_1.b_0, fc_2.w_0, fc_2.b_0], block=block 1, else_block=[block 2])
)");
}

TEST_F(LowerPrecisionTest, Float64Stays) {
  layer::fc(layer::data("x", {-1, 4}, DataType::kFloat64), 3);
  const std::string before = Ops();
  EXPECT_EQ(Lowered(), before);
}

// Everything in front of a backward pass has been differentiated.
TEST_F(LowerPrecisionTest, WhatHasAGradientStays) {
  const Variable first = layer::fc(Data(), 3);
  proto::OpDesc gradient =
      MakeOp("scale", {{"X", {first.name()}}}, {{"Out", {"first@GRAD"}}});
  gradient.set_role(proto::BACKWARD);
  main_->AppendOp(0, std::move(gradient));
  const std::string before = Ops();
  layer::fc(first, 2);
  const std::string after = Lowered();
  EXPECT_EQ(after.substr(0, before.size()), before);
  EXPECT_NE(after.find("fc_1.tmp_0@BFLOAT16 = mul"), std::string::npos);
}

TEST_F(LowerPrecisionTest, GradientsStopWhereTheyDid) {
  Variable hidden = layer::fc(Data(), 3);
  Variable product = layer::FindVariable(main_, 0, "fc_0.tmp_0");
  product.set_stop_gradient(true);
  LowerPrecision(main_.get());
  const auto half = layer::FindVariable(main_, 0, "fc_0.tmp_0@BFLOAT16");
  EXPECT_TRUE(half.stop_gradient());
  EXPECT_EQ(half.dims(), product.dims());
  EXPECT_EQ(half.dtype(), DataType::kBFloat16);
  EXPECT_EQ(product.dtype(), DataType::kFloat32);
  EXPECT_TRUE(layer::FindVariable(main_, 0, "x@BFLOAT16").stop_gradient());
}

TEST_F(LowerPrecisionTest, TellsWhatIsComputedFromWhat) {
  layer::fc(Data(), 3);
  const auto copies = LowerPrecision(main_.get());
  EXPECT_EQ(copies.size(), 2u);
  EXPECT_EQ(copies.at("fc_0.tmp_1"), "fc_0.tmp_1@BFLOAT16");
  EXPECT_EQ(LowerPrecision(main_.get()), copies);
}

TEST_F(LowerPrecisionTest, PreparesParametersOfInference) {
  PrecisionOptions options;
  options.prepare_parameters = true;
  layer::fc(Data(), 3);
  EXPECT_EQ(Lowered(options),
            R"(x@BFLOAT16 = cast(X=x, out_dtype="bfloat16")
fc_0.tmp_0@BFLOAT16 = mul(X=x@BFLOAT16, Y=fc_0.w_0@BFLOAT16_0)
fc_0.tmp_0 = cast(X=fc_0.tmp_0@BFLOAT16)
fc_0.tmp_1@BFLOAT16 = elementwise_add(X=fc_0.tmp_0@BFLOAT16, Y=fc_0.b_0@BFLOAT16_0, axis=1)
fc_0.tmp_1 = cast(X=fc_0.tmp_1@BFLOAT16)
)");
}

TEST_F(LowerPrecisionTest, RefusesWhatCannotBe) {
  layer::fc(Data(), 3);
  const std::string before = Ops();
  PrecisionOptions options;
  options.dtype = DataType::kFloat64;
  EXPECT_ERROR(LowerPrecision(main_.get(), options), InvalidArgument,
               "mixed precision is of bfloat16 or float16, not float64");
  options.dtype = DataType::kFloat16;
  options.half = {"mull"};
  EXPECT_ERROR(LowerPrecision(main_.get(), options), NotFound, "mul");
  options.half = options.full = {"mul"};
  EXPECT_ERROR(LowerPrecision(main_.get(), options), InvalidArgument,
               "operator mul cannot both compute in 16 bits and in float32");
  EXPECT_EQ(Ops(), before);
}

}  // namespace
}  // namespace paddle::framework
