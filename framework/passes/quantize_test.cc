#include "paddle/framework/passes/quantize.h"

#include <limits>
#include <map>
#include <string>

#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/passes/testing/level2.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using layer::Variable;

Variable Images(DataType dtype) {
  return layer::data("x", {-1, 3, 6, 5}, dtype);
}

Variable Residual(DataType dtype) {
  const Variable x = layer::conv2d(Images(dtype), 8, 3, Padded("relu"));
  return layer::relu(layer::conv2d(x, 8, 3, Padded()) + x);
}

std::string TextOf(const Program& program) {
  PrintOptions options;
  options.variables = false;
  return PrintText(program, options);
}

TEST(QuantizeProgram, RoundsImagesAndFilters) {
  const InferenceNet net = InferenceNetOf(
      [](DataType dtype) {
        layer::Conv2dOptions options;
        options.bias = absl::nullopt;
        return layer::conv2d(Images(dtype), 8, 3, options);
      },
      DataType::kFloat32);
  EXPECT_EQ(QuantizableVars(*net.program), NameList{"x"});
  const auto made = QuantizeProgram(*net.program, {{"x", {0.5, true}}});
  Verify(*made);
  EXPECT_EQ(TextOf(*made), R"(block 0 {
  x@QUANTIZED_0 = quantize_linear(X=x, Scale=x@SCALE_0, out_dtype="uint8")
  x@ROUNDED_0 = dequantize_linear(X=x@QUANTIZED_0, Scale=x@SCALE_0)
  conv2d_0.w_0@QUANTIZED_0 = quantize_linear(X=conv2d_0.w_0, Scale=conv2d_0.w_0@SCALE_0, axis=0)
  conv2d_0.w_0@ROUNDED_0 = dequantize_linear(X=conv2d_0.w_0@QUANTIZED_0, Scale=conv2d_0.w_0@SCALE_0, axis=0)
  conv2d_0.tmp_0 = conv2d(Input=x@ROUNDED_0, Filter=conv2d_0.w_0@ROUNDED_0)
}
prepare block 1 in 0 () -> (x@SCALE_0, conv2d_0.w_0@SCALE_0) {
  x@SCALE_0 = fill_constant(shape=[1], value=0.5)
  conv2d_0.w_0@ABS_0 = abs(X=conv2d_0.w_0)
  conv2d_0.w_0@MAX_0 = reduce_max(X=conv2d_0.w_0@ABS_0, dim=[1, 2, 3])
  conv2d_0.w_0@STEP_0 = scale(X=conv2d_0.w_0@MAX_0, scale=0.007874015748031496)
  conv2d_0.w_0@SCALE_0 = clip(X=conv2d_0.w_0@STEP_0, min=1e-12, max=3.4028234663852886e+38)
}
)");
}

// The sum is added to the second convolution: the first result is its residual.
TEST(QuantizableVars, AreImagesAndResiduals) {
  const InferenceNet net = InferenceNetOf(Residual, DataType::kFloat32);
  EXPECT_EQ(QuantizableVars(*net.program), (NameList{"x", "conv2d_0.tmp_2"}));
  const InferenceNet branches = InferenceNetOf(
      [](DataType dtype) {
        const Variable x = layer::conv2d(Images(dtype), 8, 3, Padded("relu"));
        const Variable first = layer::conv2d(x, 8, 3, Padded());
        const Variable second = layer::conv2d(x, 8, 3, Padded());
        return layer::relu(first + second);
      },
      DataType::kFloat32);
  EXPECT_EQ(QuantizableVars(*branches.program),
            (NameList{"x", "conv2d_0.tmp_2", "conv2d_1.tmp_1"}));
}

// The largest of windows has the scale of the image.
TEST(QuantizableVars, AreImagesBeforeTheyArePooled) {
  const InferenceNet net = InferenceNetOf(
      [](DataType dtype) {
        const Variable x = layer::conv2d(Images(dtype), 8, 3, Padded("relu"));
        return layer::conv2d(layer::pool2d(x, 2), 8, 3, Padded());
      },
      DataType::kFloat32);
  EXPECT_EQ(QuantizableVars(*net.program), (NameList{"x", "conv2d_0.tmp_2"}));
  const auto made = QuantizeProgram(
      *net.program, {{"x", {0.5, true}}, {"conv2d_0.tmp_2", {0.25, true}}});
  const std::string text = TextOf(*made);
  EXPECT_NE(text.find("quantize_linear(X=pool2d_0.tmp_0, "
                      "Scale=conv2d_0.tmp_2@SCALE_0"),
            std::string::npos)
      << text;
}

TEST(QuantizableVars, AreNoOperandsOfOtherOperators) {
  for (const auto& network : std::initializer_list<Network>{
           [](DataType dtype) { return layer::pool2d(Images(dtype), 2); },
           [](DataType dtype) { return layer::relu(Images(dtype)); }}) {
    const InferenceNet net = InferenceNetOf(network, DataType::kFloat32);
    EXPECT_TRUE(QuantizableVars(*net.program).empty());
    EXPECT_ERROR(QuantizeProgram(*net.program, {}), InvalidArgument,
                 "nothing to quantize");
  }
}

using Scales = std::map<std::string, QuantizedNumbers>;

TEST(QuantizeProgram, RefusesScalesThatAreNone) {
  const InferenceNet net = InferenceNetOf(Residual, DataType::kFloat32);
  Scales scales = {{"x", {1, false}}};
  EXPECT_ERROR(QuantizeProgram(*net.program, scales), NotFound,
               "variable 'conv2d_0.tmp_2' has no scale");
  scales["conv2d_0.tmp_2"] = {};
  for (const double scale :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
        std::numeric_limits<double>::infinity()}) {
    scales["x"].scale = scale;
    EXPECT_ERROR(QuantizeProgram(*net.program, scales), InvalidArgument,
                 "scale of variable 'x' is a finite number");
  }
}

TEST(QuantizeProgram, RefusesTraining) {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  backward::AppendBackward(layer::mean(Residual(DataType::kFloat32)));
  EXPECT_ERROR(QuantizeProgram(*main, Scales()), InvalidArgument, "trains");
}

}  // namespace
}  // namespace paddle::framework::testing
