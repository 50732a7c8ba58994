#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/level2.h"
#include "paddle/framework/passes/testing/run_pass.h"

namespace paddle::framework::testing {
namespace {

using layer::Variable;

template <typename Options = layer::Conv2dOptions>
Options Padded(bool bias) {
  Options options;
  options.padding = 1;
  if (!bias) options.bias = absl::nullopt;
  return options;
}

Variable Images(DataType dtype) {
  return layer::data("x", {-1, 3, 6, 5}, dtype);
}

Variable Small(DataType dtype) {
  return layer::batch_norm(layer::conv2d(Images(dtype), 4, 3, Padded(false)));
}

TEST(FoldBatchNorm, DerivesFilterAndBias) {
  const InferenceNet net = InferenceNetOf(Small, DataType::kFloat32);
  EXPECT_EQ(TextAfter("fold_batch_norm", *net.program, {net.fetch}),
            R"(block 0 {
  conv2d_0.tmp_0 = conv2d(Input=x, Filter=conv2d_0.w_0@FOLDED_0, paddings=[1, 1])
  batch_norm_0.tmp_0 = elementwise_add(X=conv2d_0.tmp_0, Y=conv2d_0.w_0@BIAS_0, axis=1)
}
prepare block 1 in 0 () -> (conv2d_0.w_0@FOLDED_0, conv2d_0.w_0@BIAS_0) {
  conv2d_0.w_0@VARIANCE_0 = scale(X=batch_norm_0.variance_0, bias=1e-05)
  conv2d_0.w_0@INVERSE_0 = rsqrt(X=conv2d_0.w_0@VARIANCE_0)
  conv2d_0.w_0@FACTOR_0 = elementwise_mul(X=conv2d_0.w_0@INVERSE_0, Y=batch_norm_0.w_0)
  conv2d_0.w_0@FOLDED_0 = elementwise_mul(X=conv2d_0.w_0, Y=conv2d_0.w_0@FACTOR_0, axis=0)
  conv2d_0.w_0@SHIFT_0 = elementwise_mul(X=batch_norm_0.mean_0, Y=conv2d_0.w_0@FACTOR_0)
  conv2d_0.w_0@BIAS_0 = elementwise_sub(X=batch_norm_0.b_0, Y=conv2d_0.w_0@SHIFT_0)
}
)");
}

// Statistics of 16-bit images are floats; the filter is rounded once.
TEST(FoldBatchNorm, FoldsBFloat16InFloat) {
  const InferenceNet net = InferenceNetOf(Small, DataType::kBFloat16);
  EXPECT_EQ(TextAfter("fold_batch_norm", *net.program, {net.fetch}),
            R"(block 0 {
  conv2d_0.tmp_0 = conv2d(Input=x, Filter=conv2d_0.w_0@ROUNDED_0, paddings=[1, 1])
  batch_norm_0.tmp_0 = elementwise_add(X=conv2d_0.tmp_0, Y=conv2d_0.w_0@BIAS_1, axis=1)
}
prepare block 1 in 0 () -> (conv2d_0.w_0@ROUNDED_0, conv2d_0.w_0@BIAS_1) {
  conv2d_0.w_0@VARIANCE_0 = scale(X=batch_norm_0.variance_0, bias=1e-05)
  conv2d_0.w_0@INVERSE_0 = rsqrt(X=conv2d_0.w_0@VARIANCE_0)
  conv2d_0.w_0@FACTOR_0 = elementwise_mul(X=conv2d_0.w_0@INVERSE_0, Y=batch_norm_0.w_0)
  conv2d_0.w_0@WIDE_0 = cast(X=conv2d_0.w_0)
  conv2d_0.w_0@FOLDED_0 = elementwise_mul(X=conv2d_0.w_0@WIDE_0, Y=conv2d_0.w_0@FACTOR_0, axis=0)
  conv2d_0.w_0@ROUNDED_0 = cast(X=conv2d_0.w_0@FOLDED_0, out_dtype="bfloat16")
  conv2d_0.w_0@SHIFT_0 = elementwise_mul(X=batch_norm_0.mean_0, Y=conv2d_0.w_0@FACTOR_0)
  conv2d_0.w_0@BIAS_0 = elementwise_sub(X=batch_norm_0.b_0, Y=conv2d_0.w_0@SHIFT_0)
  conv2d_0.w_0@BIAS_1 = cast(X=conv2d_0.w_0@BIAS_0, out_dtype="bfloat16")
}
)");
}

TEST(FoldBatchNorm, StaysWithinTheBound) {
  const Network kNetworks[] = {
      Small,
      [](DataType dtype) {
        return layer::batch_norm(
            layer::conv2d(Images(dtype), 4, 3, Padded(true)));
      },
      [](DataType dtype) {
        return layer::batch_norm(layer::depthwise_conv2d(
            Images(dtype), 6, 3, Padded<layer::ConvOptions>(false)));
      },
      [](DataType dtype) {
        layer::ConvTransposeOptions options;
        options.stride = 2;
        return layer::batch_norm(
            layer::conv2d_transpose(Images(dtype), 4, 3, options));
      },
      [](DataType dtype) {
        return layer::batch_norm(
            layer::fc(layer::data("x", {-1, 7}, dtype), 5));
      },
      [](DataType dtype) {
        const Variable x = layer::relu(Small(dtype));
        return layer::batch_norm(layer::conv2d(x, 2, 3, Padded(true)));
      },
  };
  for (const Network& network : kNetworks) {
    ExpectWithinBound(network, {"fold_batch_norm"});
  }
}

bool IsLeft(const Network& network) {
  const InferenceNet net = InferenceNetOf(network, DataType::kFloat32);
  return LeavesAlone("fold_batch_norm", *net.program, {net.fetch});
}

TEST(FoldBatchNorm, LeavesWhatOthersRead) {
  EXPECT_TRUE(IsLeft([](DataType dtype) {
    const Variable y = layer::conv2d(Images(dtype), 4, 3, Padded(false));
    return layer::batch_norm(y) + y;
  }));
  // A transposed convolution in groups has no axis of all channels.
  EXPECT_TRUE(IsLeft([](DataType dtype) {
    layer::ConvTransposeOptions options;
    options.groups = 3;
    return layer::batch_norm(
        layer::conv2d_transpose(Images(dtype), 6, 3, options));
  }));
  EXPECT_TRUE(IsLeft([](DataType dtype) {
    return layer::batch_norm(layer::relu(Images(dtype)));
  }));
}

// Rows of rows: the channels of the normalization are no columns of the weight.
TEST(FoldBatchNorm, LeavesProductsOverOtherAxes) {
  EXPECT_TRUE(IsLeft([](DataType dtype) {
    layer::FcOptions options;
    options.num_flatten_dims = 2;
    return layer::batch_norm(
        layer::fc(layer::data("x", {-1, 5, 7}, dtype), 5, options));
  }));
}

// The prepare block would read the variable, not what is fed in its place.
TEST(FoldBatchNorm, LeavesParametersThatAreFed) {
  const InferenceNet net = InferenceNetOf(Small, DataType::kFloat32);
  PassContext context;
  context.keep_all = false;
  OptimizeOptions options;
  options.only = NameList{"fold_batch_norm"};
  const auto fold = [&](const NameList& feeds) {
    const auto given = WithInterface(*net.program, feeds, {net.fetch});
    return Optimize(given, context, options) != given;
  };
  EXPECT_TRUE(fold({"x"}));
  EXPECT_FALSE(fold({"x", "conv2d_0.w_0"}));
  EXPECT_FALSE(fold({"x", "batch_norm_0.mean_0"}));
}

TEST(FoldBatchNorm, LeavesTrainingAndWhatIsFetched) {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  const Variable y =
      layer::conv2d(Images(DataType::kFloat32), 4, 3, Padded(false));
  const Variable out = layer::batch_norm(y);
  EXPECT_TRUE(LeavesAlone("fold_batch_norm", *main, {out.name()}));
  const auto test = main->InferenceClone();
  EXPECT_TRUE(LeavesAlone("fold_batch_norm", *test, {out.name(), y.name()}));
  EXPECT_FALSE(LeavesAlone("fold_batch_norm", *test, {out.name()}));
}

TEST(FoldBatchNorm, WorksInBlocksAndLeavesAllIfAllIsKept) {
  const InferenceNet net = InferenceNetOf(Small, DataType::kFloat32);
  const auto program = InsideBlock(net);
  const std::string text = TextAfter("fold_batch_norm", *program, {"looped"});
  EXPECT_EQ(text.find("batch_norm("), std::string::npos) << text;
  EXPECT_NE(text.find("prepare block 2 in 0"), std::string::npos) << text;
  OptimizeOptions options;
  options.only = NameList{"fold_batch_norm"};
  EXPECT_EQ(Optimize(net.program, PassContext(), options), net.program);
}

}  // namespace
}  // namespace paddle::framework::testing
