#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/passes/quantize.h"
#include "paddle/framework/passes/testing/level2.h"
#include "paddle/framework/passes/testing/run_pass.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::framework::testing {
namespace {

using layer::Variable;

constexpr const char* kPass = "fold_quantization";

Variable Images(DataType dtype) {
  return layer::data("x", {-1, 3, 24, 20}, dtype);
}

Variable Two(DataType dtype) {
  const Variable x = layer::conv2d(Images(dtype), 16, 3, Padded("relu"));
  return layer::conv2d(x, 16, 3, Padded("relu"));
}

Variable Residual(DataType dtype) {
  const Variable x = layer::conv2d(Images(dtype), 16, 3, Padded("relu"));
  const Variable y = layer::conv2d(x, 16, 3, Padded("relu"));
  return layer::relu(layer::conv2d(y, 16, 3, Padded()) + x);
}

layer::FcOptions Relu() {
  layer::FcOptions options;
  options.act = "relu";
  return options;
}

// Returns a network with numbers rounded.
InferenceNet Quantized(const Network& network) {
  InferenceNet net = InferenceNetOf(network, DataType::kFloat32);
  std::map<std::string, QuantizedNumbers> numbers;
  for (const std::string& name : QuantizableVars(*net.program)) {
    numbers[name] = {name == "x" ? 0.004 : 0.02, name != "x"};
  }
  net.program = QuantizeProgram(*net.program, numbers);
  return net;
}

std::string TextWith(const InferenceNet& net, bool int8_products,
                     const NameList& passes) {
  PassContext context;
  context.keep_all = false;
  context.int8_products = int8_products;
  OptimizeOptions options;
  options.only = passes;
  PrintOptions print;
  print.variables = false;
  return PrintText(*Optimize(WithInterface(*net.program, {"x"}, {net.fetch}),
                             context, options),
                   print);
}

TEST(FoldQuantization, KeepsIntegersBetweenConvolutions) {
  EXPECT_EQ(TextWith(Quantized(Two), true, {kPass, "channels_last"}),
            R"(block 0 {
  x@QUANTIZED_0 = quantize_linear(X=x, Scale=x@SCALE_0)
  x@QUANTIZED_0@LAST_0 = transpose(X=x@QUANTIZED_0, axis=[0, 2, 3, 1])
  conv2d_0.tmp_2@QUANTIZED_0@LAST_0 = quantized_conv2d(Input=x@QUANTIZED_0@LAST_0, InputScale=x@SCALE_0, Filter=conv2d_0.w_0@INT8_0, FilterScale=conv2d_0.w_0@SCALE_0, Bias=conv2d_0.b_0, OutputScale=conv2d_0.tmp_2@SCALE_0, PackedFilter=conv2d_0.w_0@PACKED_0, paddings=[1, 1], activation="relu", out_dtype="uint8")
  conv2d_1.tmp_2@LAST_0 = quantized_conv2d(Input=conv2d_0.tmp_2@QUANTIZED_0@LAST_0, InputScale=conv2d_0.tmp_2@SCALE_0, Filter=conv2d_1.w_0@INT8_0, FilterScale=conv2d_1.w_0@SCALE_0, Bias=conv2d_1.b_0, PackedFilter=conv2d_1.w_0@PACKED_0, paddings=[1, 1], activation="relu")
  conv2d_1.tmp_2 = transpose(X=conv2d_1.tmp_2@LAST_0, axis=[0, 3, 1, 2])
}
prepare block 1 in 0 () -> (x@SCALE_0, conv2d_0.w_0@SCALE_0, conv2d_0.tmp_2@SCALE_0, conv2d_1.w_0@SCALE_0, conv2d_0.w_0@INT8_0, conv2d_0.w_0@PACKED_0, conv2d_1.w_0@INT8_0, conv2d_1.w_0@PACKED_0) {
  x@SCALE_0 = fill_constant(shape=[1], value=0.004)
  conv2d_0.w_0@ABS_0 = abs(X=conv2d_0.w_0)
  conv2d_0.w_0@MAX_0 = reduce_max(X=conv2d_0.w_0@ABS_0, dim=[1, 2, 3])
  conv2d_0.w_0@STEP_0 = scale(X=conv2d_0.w_0@MAX_0, scale=0.007874015748031496)
  conv2d_0.w_0@SCALE_0 = clip(X=conv2d_0.w_0@STEP_0, min=1e-12, max=3.4028234663852886e+38)
  conv2d_0.tmp_2@SCALE_0 = fill_constant(shape=[1], value=0.02)
  conv2d_1.w_0@ABS_0 = abs(X=conv2d_1.w_0)
  conv2d_1.w_0@MAX_0 = reduce_max(X=conv2d_1.w_0@ABS_0, dim=[1, 2, 3])
  conv2d_1.w_0@STEP_0 = scale(X=conv2d_1.w_0@MAX_0, scale=0.007874015748031496)
  conv2d_1.w_0@SCALE_0 = clip(X=conv2d_1.w_0@STEP_0, min=1e-12, max=3.4028234663852886e+38)
  conv2d_0.w_0@INT8_0 = quantize_linear(X=conv2d_0.w_0, Scale=conv2d_0.w_0@SCALE_0, axis=0)
  conv2d_0.w_0@PACKED_0 = pack_quantized_filter(Filter=conv2d_0.w_0@INT8_0, paddings=[1, 1], image_size=[24, 20], activation="relu", out_dtype="uint8")
  conv2d_1.w_0@INT8_0 = quantize_linear(X=conv2d_1.w_0, Scale=conv2d_1.w_0@SCALE_0, axis=0)
  conv2d_1.w_0@PACKED_0 = pack_quantized_filter(Filter=conv2d_1.w_0@INT8_0, paddings=[1, 1], image_size=[24, 20], activation="relu", input_dtype="uint8")
}
)");
}

TEST(FoldQuantization, TakesAResidualOfIntegers) {
  EXPECT_EQ(TextWith(Quantized(Residual), true, {kPass, "channels_last"}),
            R"(block 0 {
  x@QUANTIZED_0 = quantize_linear(X=x, Scale=x@SCALE_0)
  x@QUANTIZED_0@LAST_0 = transpose(X=x@QUANTIZED_0, axis=[0, 2, 3, 1])
  conv2d_0.tmp_2@QUANTIZED_0@LAST_0 = quantized_conv2d(Input=x@QUANTIZED_0@LAST_0, InputScale=x@SCALE_0, Filter=conv2d_0.w_0@INT8_0, FilterScale=conv2d_0.w_0@SCALE_0, Bias=conv2d_0.b_0, OutputScale=conv2d_0.tmp_2@SCALE_0, PackedFilter=conv2d_0.w_0@PACKED_0, paddings=[1, 1], activation="relu", out_dtype="uint8")
  conv2d_1.tmp_2@QUANTIZED_0@LAST_0 = quantized_conv2d(Input=conv2d_0.tmp_2@QUANTIZED_0@LAST_0, InputScale=conv2d_0.tmp_2@SCALE_0, Filter=conv2d_1.w_0@INT8_0, FilterScale=conv2d_1.w_0@SCALE_0, Bias=conv2d_1.b_0, OutputScale=conv2d_1.tmp_2@SCALE_0, PackedFilter=conv2d_1.w_0@PACKED_0, paddings=[1, 1], activation="relu", out_dtype="uint8")
  relu_0.tmp_0@LAST_0 = quantized_conv2d(Input=conv2d_1.tmp_2@QUANTIZED_0@LAST_0, InputScale=conv2d_1.tmp_2@SCALE_0, Filter=conv2d_2.w_0@INT8_0, FilterScale=conv2d_2.w_0@SCALE_0, Bias=conv2d_2.b_0, Residual=conv2d_0.tmp_2@QUANTIZED_0@LAST_0, ResidualScale=conv2d_0.tmp_2@SCALE_0, PackedFilter=conv2d_2.w_0@PACKED_0, paddings=[1, 1], activation="relu")
  relu_0.tmp_0 = transpose(X=relu_0.tmp_0@LAST_0, axis=[0, 3, 1, 2])
}
prepare block 1 in 0 () -> (x@SCALE_0, conv2d_0.w_0@SCALE_0, conv2d_0.tmp_2@SCALE_0, conv2d_1.w_0@SCALE_0, conv2d_1.tmp_2@SCALE_0, conv2d_2.w_0@SCALE_0, conv2d_0.w_0@INT8_0, conv2d_0.w_0@PACKED_0, conv2d_1.w_0@INT8_0, conv2d_1.w_0@PACKED_0, conv2d_2.w_0@INT8_0, conv2d_2.w_0@PACKED_0) {
  x@SCALE_0 = fill_constant(shape=[1], value=0.004)
  conv2d_0.w_0@ABS_0 = abs(X=conv2d_0.w_0)
  conv2d_0.w_0@MAX_0 = reduce_max(X=conv2d_0.w_0@ABS_0, dim=[1, 2, 3])
  conv2d_0.w_0@STEP_0 = scale(X=conv2d_0.w_0@MAX_0, scale=0.007874015748031496)
  conv2d_0.w_0@SCALE_0 = clip(X=conv2d_0.w_0@STEP_0, min=1e-12, max=3.4028234663852886e+38)
  conv2d_0.tmp_2@SCALE_0 = fill_constant(shape=[1], value=0.02)
  conv2d_1.w_0@ABS_0 = abs(X=conv2d_1.w_0)
  conv2d_1.w_0@MAX_0 = reduce_max(X=conv2d_1.w_0@ABS_0, dim=[1, 2, 3])
  conv2d_1.w_0@STEP_0 = scale(X=conv2d_1.w_0@MAX_0, scale=0.007874015748031496)
  conv2d_1.w_0@SCALE_0 = clip(X=conv2d_1.w_0@STEP_0, min=1e-12, max=3.4028234663852886e+38)
  conv2d_1.tmp_2@SCALE_0 = fill_constant(shape=[1], value=0.02)
  conv2d_2.w_0@ABS_0 = abs(X=conv2d_2.w_0)
  conv2d_2.w_0@MAX_0 = reduce_max(X=conv2d_2.w_0@ABS_0, dim=[1, 2, 3])
  conv2d_2.w_0@STEP_0 = scale(X=conv2d_2.w_0@MAX_0, scale=0.007874015748031496)
  conv2d_2.w_0@SCALE_0 = clip(X=conv2d_2.w_0@STEP_0, min=1e-12, max=3.4028234663852886e+38)
  conv2d_0.w_0@INT8_0 = quantize_linear(X=conv2d_0.w_0, Scale=conv2d_0.w_0@SCALE_0, axis=0)
  conv2d_0.w_0@PACKED_0 = pack_quantized_filter(Filter=conv2d_0.w_0@INT8_0, paddings=[1, 1], image_size=[24, 20], activation="relu", out_dtype="uint8")
  conv2d_1.w_0@INT8_0 = quantize_linear(X=conv2d_1.w_0, Scale=conv2d_1.w_0@SCALE_0, axis=0)
  conv2d_1.w_0@PACKED_0 = pack_quantized_filter(Filter=conv2d_1.w_0@INT8_0, paddings=[1, 1], image_size=[24, 20], activation="relu", input_dtype="uint8", out_dtype="uint8")
  conv2d_2.w_0@INT8_0 = quantize_linear(X=conv2d_2.w_0, Scale=conv2d_2.w_0@SCALE_0, axis=0)
  conv2d_2.w_0@PACKED_0 = pack_quantized_filter(Filter=conv2d_2.w_0@INT8_0, paddings=[1, 1], image_size=[24, 20], activation="relu", input_dtype="uint8", residual_dtype="uint8")
}
)");
}

// Products keep integers between them, too; a small one is left alone.
TEST(FoldQuantization, MultipliesMatricesOfIntegers) {
  const InferenceNet net = Quantized([](DataType dtype) {
    const Variable x = layer::data("x", {-1, 512}, dtype);
    const Variable h = layer::fc(x, 256, Relu());
    return layer::fc(layer::fc(h, 512), 4);
  });
  EXPECT_EQ(TextWith(net, true, {kPass}), R"(block 0 {
  x@QUANTIZED_0 = quantize_linear(X=x, Scale=x@SCALE_0)
  fc_0.tmp_2@QUANTIZED_0 = quantized_mul(X=x@QUANTIZED_0, XScale=x@SCALE_0, Y=fc_0.w_0@INT8_0, YScale=fc_0.w_0@SCALE_0, Bias=fc_0.b_0, OutScale=fc_0.tmp_2@SCALE_0, PackedY=fc_0.w_0@PACKED_0, activation="relu", out_dtype="uint8")
  fc_1.tmp_1 = quantized_mul(X=fc_0.tmp_2@QUANTIZED_0, XScale=fc_0.tmp_2@SCALE_0, Y=fc_1.w_0@INT8_0, YScale=fc_1.w_0@SCALE_0, Bias=fc_1.b_0, PackedY=fc_1.w_0@PACKED_0)
  fc_2.tmp_0 = mul(X=fc_1.tmp_1, Y=fc_2.w_0)
  fc_2.tmp_1 = elementwise_add(X=fc_2.tmp_0, Y=fc_2.b_0, axis=1)
}
prepare block 1 in 0 () -> (x@SCALE_0, fc_0.w_0@SCALE_0, fc_0.tmp_2@SCALE_0, fc_1.w_0@SCALE_0, fc_0.w_0@INT8_0, fc_0.w_0@PACKED_0, fc_1.w_0@INT8_0, fc_1.w_0@PACKED_0) {
  x@SCALE_0 = fill_constant(shape=[1], value=0.004)
  fc_0.w_0@ABS_0 = abs(X=fc_0.w_0)
  fc_0.w_0@MAX_0 = reduce_max(X=fc_0.w_0@ABS_0)
  fc_0.w_0@STEP_0 = scale(X=fc_0.w_0@MAX_0, scale=0.007874015748031496)
  fc_0.w_0@SCALE_0 = clip(X=fc_0.w_0@STEP_0, min=1e-12, max=3.4028234663852886e+38)
  fc_0.tmp_2@SCALE_0 = fill_constant(shape=[1], value=0.02)
  fc_1.w_0@ABS_0 = abs(X=fc_1.w_0)
  fc_1.w_0@MAX_0 = reduce_max(X=fc_1.w_0@ABS_0)
  fc_1.w_0@STEP_0 = scale(X=fc_1.w_0@MAX_0, scale=0.007874015748031496)
  fc_1.w_0@SCALE_0 = clip(X=fc_1.w_0@STEP_0, min=1e-12, max=3.4028234663852886e+38)
  fc_0.w_0@ROUNDED_1 = quantize_linear(X=fc_0.w_0, Scale=fc_0.w_0@SCALE_0)
  fc_0.w_0@TRANSPOSED_0 = transpose(X=fc_0.w_0@ROUNDED_1, axis=[1, 0])
  fc_0.w_0@INT8_0 = reshape(X=fc_0.w_0@TRANSPOSED_0, shape=[256, 512, 1, 1])
  fc_0.w_0@PACKED_0 = pack_quantized_filter(Filter=fc_0.w_0@INT8_0, image_size=[1, 32], activation="relu", out_dtype="uint8")
  fc_1.w_0@ROUNDED_1 = quantize_linear(X=fc_1.w_0, Scale=fc_1.w_0@SCALE_0)
  fc_1.w_0@TRANSPOSED_0 = transpose(X=fc_1.w_0@ROUNDED_1, axis=[1, 0])
  fc_1.w_0@INT8_0 = reshape(X=fc_1.w_0@TRANSPOSED_0, shape=[512, 256, 1, 1])
  fc_1.w_0@PACKED_0 = pack_quantized_filter(Filter=fc_1.w_0@INT8_0, image_size=[1, 32], input_dtype="uint8")
}
)");
}

Variable Pooled(DataType dtype) {
  const Variable x = layer::conv2d(Images(dtype), 16, 3, Padded("relu"));
  return layer::conv2d(layer::pool2d(x, 2), 16, 3, Padded());
}

TEST(FoldQuantization, FindsTheLargestOfIntegers) {
  const std::string text =
      TextWith(Quantized(Pooled), true, {kPass, "channels_last"});
  EXPECT_EQ(text.substr(0, text.find("prepare")), R"(block 0 {
  x@QUANTIZED_0 = quantize_linear(X=x, Scale=x@SCALE_0)
  x@QUANTIZED_0@LAST_0 = transpose(X=x@QUANTIZED_0, axis=[0, 2, 3, 1])
  conv2d_0.tmp_2@QUANTIZED_0@LAST_0 = quantized_conv2d(Input=x@QUANTIZED_0@LAST_0, InputScale=x@SCALE_0, Filter=conv2d_0.w_0@INT8_0, FilterScale=conv2d_0.w_0@SCALE_0, Bias=conv2d_0.b_0, OutputScale=conv2d_0.tmp_2@SCALE_0, PackedFilter=conv2d_0.w_0@PACKED_0, paddings=[1, 1], activation="relu", out_dtype="uint8")
  pool2d_0.tmp_0@QUANTIZED_0@LAST_0 = quantized_pool2d(X=conv2d_0.tmp_2@QUANTIZED_0@LAST_0, data_format="NHWC", ksize=[2, 2])
  conv2d_1.tmp_1@LAST_0 = quantized_conv2d(Input=pool2d_0.tmp_0@QUANTIZED_0@LAST_0, InputScale=conv2d_0.tmp_2@SCALE_0, Filter=conv2d_1.w_0@INT8_0, FilterScale=conv2d_1.w_0@SCALE_0, Bias=conv2d_1.b_0, PackedFilter=conv2d_1.w_0@PACKED_0, paddings=[1, 1])
  conv2d_1.tmp_1 = transpose(X=conv2d_1.tmp_1@LAST_0, axis=[0, 3, 1, 2])
}
)");
}

// Between convolutions of integers those of one channel have integers, too.
Variable Depthwise(DataType dtype) {
  const Variable x = layer::conv2d(Images(dtype), 16, 3, Padded("relu"));
  const Variable y =
      layer::depthwise_conv2d(x, 0, 3, Padded<layer::ConvOptions>("relu6"));
  return layer::conv2d(y, 16, 3);
}

TEST(FoldQuantization, ConvolvesChannelsOfIntegers) {
  const std::string text = TextWith(Quantized(Depthwise), true, {kPass});
  EXPECT_EQ(text.find("depthwise_conv2d("), std::string::npos) << text;
  const std::string alone =
      TextWith(Quantized([](DataType dtype) {
                 return layer::depthwise_conv2d(Images(dtype), 0, 3);
               }),
               true, {kPass});
  EXPECT_EQ(alone.find("quantize"), std::string::npos) << alone;
}

// Leaves the program as it was before it was quantized.
TEST(FoldQuantization, TakesPairsAwayWhereIntegersAreSlow) {
  const InferenceNet net = InferenceNetOf(Residual, DataType::kFloat32);
  EXPECT_EQ(TextWith(Quantized(Residual), false, {kPass}),
            TextWith(net, false, {}));
}

TEST(FoldQuantization, ChangesNothingASecondTime) {
  for (const Network network : {Two, Residual, Pooled, Depthwise}) {
    const InferenceNet net = Quantized(network);
    const std::string text = TextAfter(kPass, *net.program, {net.fetch});
    EXPECT_EQ(text.find("dequantize_linear"), std::string::npos) << text;
  }
}

// Integers between others stay; a reader that has to have real numbers gets
// them.
TEST(FoldQuantization, LeavesWhatIsNotFaster) {
  const InferenceNet net = Quantized([](DataType dtype) {
    const Variable x = layer::conv2d(Images(dtype), 16, 3, Padded("relu"));
    const Variable thin = layer::conv2d(x, 2, 3, Padded("relu"));
    return layer::conv2d(thin, 16, 3, Padded("relu"));
  });
  const std::string text = TextWith(net, true, {kPass});
  EXPECT_NE(text.find("= quantized_conv2d(Input=x@QUANTIZED"),
            std::string::npos);
  EXPECT_NE(text.find("= conv2d(Input=conv2d_0.tmp_2, Filter=conv2d_1.w_0"),
            std::string::npos)
      << text;
}

TEST(FoldQuantization, KeepsWhatIsFetched) {
  const InferenceNet net = Quantized(Two);
  const auto program =
      WithInterface(*net.program, {"x"}, {net.fetch, "conv2d_0.tmp_2"});
  PassContext context;
  context.keep_all = false;
  context.int8_products = true;
  OptimizeOptions options;
  options.only = {kPass};
  const auto made = Optimize(program, context, options);
  const std::string text = PrintText(*made);
  EXPECT_NE(text.find("conv2d_0.tmp_2 = transpose("), std::string::npos)
      << text;
}

TEST(FoldQuantization, LeavesTrainingAndAllIfAllIsKept) {
  const InferenceNet net = Quantized(Two);
  OptimizeOptions options;
  options.only = NameList{kPass};
  EXPECT_EQ(Optimize(net.program, PassContext(), options), net.program);
  const InferenceNet plain = InferenceNetOf(Two, DataType::kFloat32);
  EXPECT_TRUE(LeavesAlone(kPass, *plain.program, {plain.fetch}));
}

// The numbers of a network that passes have changed.
std::vector<float> Results(const InferenceNet& net, const NameList& passes) {
  PassContext context;
  context.keep_all = false;
  context.int8_products = true;
  OptimizeOptions options;
  options.only = passes;
  const auto program = Optimize(WithInterface(*net.program, {"x"}, {net.fetch}),
                                context, options);
  const auto scope = Scope::Create();
  Feeds feeds;
  double seed = 0;
  for (const proto::VarDesc& var : net.program->global_block().desc().vars()) {
    if (!var.is_feed() && !var.persistable()) continue;
    Dims dims;
    for (int64_t size : var.dims()) dims.Append(size < 0 ? 2 : size);
    LoDTensor tensor(dims, DataType::kFloat32);
    seed += 1;
    for (int64_t i = 0; i < tensor.numel(); ++i) {
      tensor.mutable_data<float>()[i] =
          static_cast<float>(0.5 * std::sin(seed + 7.3 * i));
    }
    if (var.is_feed()) feeds.emplace_back(var.name(), tensor);
    if (!var.persistable()) continue;
    *scope->Var(var.name())->GetMutable<LoDTensor>() = tensor;
  }
  const auto fetched =
      Executor().Eval(program, feeds, {net.fetch}, scope.get());
  const auto& result = absl::get<LoDTensor>(fetched[0]);
  return {result.data<float>(), result.data<float>() + result.numel()};
}

// Real numbers that are rounded alike, but for those half way between two
// integers.
TEST(FoldQuantization, ComputesWhatRoundedRealNumbersGive) {
  const Network product = [](DataType dtype) {
    const Variable x = layer::data("x", {-1, 512}, dtype);
    return layer::fc(layer::fc(x, 256, Relu()), 512);
  };
  for (const Network& network :
       {Network(Two), Network(Residual), Network(Pooled), Network(Depthwise),
        product}) {
    const InferenceNet net = Quantized(network);
    const auto wanted = Results(net, {});
    const auto got = Results(net, {kPass, "channels_last"});
    ASSERT_EQ(got.size(), wanted.size());
    double largest = 0, total = 0, most = 0;
    for (size_t i = 0; i < got.size(); ++i) {
      largest = std::max<double>(largest, std::abs(wanted[i]));
      most = std::max<double>(most, std::abs(got[i] - wanted[i]));
      total += std::abs(got[i] - wanted[i]);
    }
    EXPECT_GT(largest, 0.1);
    EXPECT_LT(most, 0.02 * largest);
    EXPECT_LT(total / got.size(), 0.001 * largest);
  }
}

}  // namespace
}  // namespace paddle::framework::testing
