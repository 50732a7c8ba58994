#include "paddle/framework/passes/freeze_parameters.h"

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "absl/types/variant.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/contains.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/lower_precision.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/passes/quantize.h"
#include "paddle/framework/passes/testing/level2.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/dims.h"

namespace paddle::framework::testing {
namespace {

using layer::Variable;

std::string TextOf(const Program& program) {
  PrintOptions options;
  options.variables = false;
  return PrintText(program, options);
}

using Shared = std::shared_ptr<const Program>;

Shared InHalf(const InferenceNet& net, bool prepare = true) {
  PrecisionOptions options;
  options.prepare_parameters = prepare;
  auto made = WithInterface(*net.program, {"x"}, {net.fetch})->Clone();
  LowerPrecision(made.get(), options);
  return made;
}

Shared InIntegers(const InferenceNet& net) {
  std::map<std::string, QuantizedNumbers> numbers;
  for (const std::string& name : QuantizableVars(*net.program)) {
    numbers[name] = {0.02, false};
  }
  return WithInterface(*QuantizeProgram(*net.program, numbers), {"x"},
                       {net.fetch});
}

Variable Dense(DataType dtype) {
  const Variable x = layer::data("x", {-1, 512}, dtype);
  layer::FcOptions relu;
  relu.act = "relu";
  return layer::fc(layer::fc(x, 256, relu), 4);
}

Variable Images(DataType dtype) {
  const Variable x = layer::data("x", {-1, 3, 24, 20}, dtype);
  layer::Conv2dOptions options = Padded();
  options.bias = absl::nullopt;
  const Variable y = layer::batch_norm(layer::conv2d(x, 16, 3, options));
  return layer::conv2d(layer::relu(y), 16, 3, Padded("relu"));
}

Shared After(const Shared& program, const NameList& passes,
             bool int8_products = true) {
  PassContext context;
  context.keep_all = false;
  context.int8_products = int8_products;
  OptimizeOptions options;
  options.only = passes;
  return Optimize(program, context, options);
}

Shared ImagesInIntegers() {
  InferenceNet net = InferenceNetOf(Images, DataType::kFloat32);
  net.program = After(WithInterface(*net.program, {"x"}, {net.fetch}),
                      {"fold_batch_norm"});
  return InIntegers(net);
}

// Returns numbers without a visible pattern, all above 0.
LoDTensor Numbers(const proto::VarDesc& var, double seed) {
  Dims dims;
  for (int64_t size : var.dims()) dims.Append(size < 0 ? 2 : size);
  LoDTensor tensor(dims, DataType::kFloat32);
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    const double x = std::sin(seed + 12.9898 * static_cast<double>(i)) * 43758;
    tensor.mutable_data<float>()[i] = static_cast<float>(x - std::floor(x));
  }
  return tensor;
}

std::vector<float> Result(const Shared& program, const LoDTensor& x,
                          Scope* scope) {
  Executor executor;
  const auto fetched =
      executor.Eval(program, {{"x", x}}, {program->desc().fetches(0)}, scope);
  const auto& result = absl::get<LoDTensor>(fetched[0]);
  return {result.data<float>(), result.data<float>() + result.numel()};
}

// Runs a program and its frozen form, which has nothing but its own
// persistables, after passes.
void ExpectSameBits(const Shared& before, const NameList& passes) {
  const FrozenProgram frozen = FreezeParameters(before);
  ASSERT_FALSE(frozen.computed.empty());
  const auto scope = Scope::Create(), small = Scope::Create();
  double seed = 0;
  for (const proto::VarDesc& var : before->global_block().desc().vars()) {
    if (!var.persistable()) continue;
    *scope->Var(var.name())->GetMutable<LoDTensor>() = Numbers(var, ++seed);
  }
  Executor executor;
  const auto values = executor.Eval(before, {}, frozen.computed, scope.get());
  for (size_t i = 0; i < values.size(); ++i) {
    *small->Var(frozen.computed[i])->GetMutable<LoDTensor>() =
        absl::get<LoDTensor>(values[i]);
  }
  for (const auto& var : frozen.program->global_block().desc().vars()) {
    if (!var.persistable() || small->FindVar(var.name()) != nullptr) continue;
    *small->Var(var.name())->GetMutable<LoDTensor>() =
        scope->FindVar(var.name())->Get<LoDTensor>();
  }
  const LoDTensor x = Numbers(before->global_block().GetVar("x"), 0.5);
  EXPECT_EQ(Result(After(before, passes), x, scope.get()),
            Result(After(frozen.program, passes), x, small.get()));
}

TEST(FreezeParameters, StoresSixteenBits) {
  const InferenceNet net = InferenceNetOf(Dense, DataType::kFloat32);
  const FrozenProgram frozen = FreezeParameters(InHalf(net));
  Verify(*frozen.program);
  EXPECT_EQ(TextOf(*frozen.program), R"(block 0 {
  x@BFLOAT16 = cast(X=x, out_dtype="bfloat16")
  fc_0.tmp_0@BFLOAT16 = mul(X=x@BFLOAT16, Y=fc_0.w_0@BFLOAT16_0)
  fc_0.tmp_0 = cast(X=fc_0.tmp_0@BFLOAT16)
  fc_0.tmp_1@BFLOAT16 = elementwise_add(X=fc_0.tmp_0@BFLOAT16, Y=fc_0.b_0@BFLOAT16_0, axis=1)
  fc_0.tmp_1 = cast(X=fc_0.tmp_1@BFLOAT16)
  fc_0.tmp_2@BFLOAT16 = relu(X=fc_0.tmp_1@BFLOAT16)
  fc_0.tmp_2 = cast(X=fc_0.tmp_2@BFLOAT16)
  fc_1.tmp_0@BFLOAT16 = mul(X=fc_0.tmp_2@BFLOAT16, Y=fc_1.w_0@BFLOAT16_0)
  fc_1.tmp_0 = cast(X=fc_1.tmp_0@BFLOAT16)
  fc_1.tmp_1@BFLOAT16 = elementwise_add(X=fc_1.tmp_0@BFLOAT16, Y=fc_1.b_0@BFLOAT16_0, axis=1)
  fc_1.tmp_1 = cast(X=fc_1.tmp_1@BFLOAT16)
}
)");
  EXPECT_EQ(frozen.computed,
            (NameList{"fc_0.w_0@BFLOAT16_0", "fc_0.b_0@BFLOAT16_0",
                      "fc_1.w_0@BFLOAT16_0", "fc_1.b_0@BFLOAT16_0"}));
  EXPECT_EQ(FreezeParameters(frozen.program).program, frozen.program);
  const Shared in_runs = InHalf(net, /*prepare=*/false);
  EXPECT_EQ(TextOf(*FreezeParameters(in_runs).program), R"(block 0 {
  x@BFLOAT16 = cast(X=x, out_dtype="bfloat16")
  fc_0.tmp_0@BFLOAT16 = mul(X=x@BFLOAT16, Y=fc_0.w_0@BFLOAT16)
  fc_0.tmp_0 = cast(X=fc_0.tmp_0@BFLOAT16)
  fc_0.tmp_1@BFLOAT16 = elementwise_add(X=fc_0.tmp_0@BFLOAT16, Y=fc_0.b_0@BFLOAT16, axis=1)
  fc_0.tmp_1 = cast(X=fc_0.tmp_1@BFLOAT16)
  fc_0.tmp_2@BFLOAT16 = relu(X=fc_0.tmp_1@BFLOAT16)
  fc_0.tmp_2 = cast(X=fc_0.tmp_2@BFLOAT16)
  fc_1.tmp_0@BFLOAT16 = mul(X=fc_0.tmp_2@BFLOAT16, Y=fc_1.w_0@BFLOAT16)
  fc_1.tmp_0 = cast(X=fc_1.tmp_0@BFLOAT16)
  fc_1.tmp_1@BFLOAT16 = elementwise_add(X=fc_1.tmp_0@BFLOAT16, Y=fc_1.b_0@BFLOAT16, axis=1)
  fc_1.tmp_1 = cast(X=fc_1.tmp_1@BFLOAT16)
}
)");
}

TEST(FreezeParameters, StoresIntegersThatAreMultiplied) {
  const FrozenProgram frozen =
      FreezeParameters(InIntegers(InferenceNetOf(Dense, DataType::kFloat32)));
  Verify(*frozen.program);
  EXPECT_EQ(TextOf(*frozen.program), R"(block 0 {
  x@QUANTIZED_0 = quantize_linear(X=x, Scale=x@SCALE_0)
  x@ROUNDED_0 = dequantize_linear(X=x@QUANTIZED_0, Scale=x@SCALE_0)
  fc_0.w_0@ROUNDED_0 = dequantize_linear(X=fc_0.w_0@QUANTIZED_0, Scale=fc_0.w_0@SCALE_0)
  fc_0.tmp_0 = mul(X=x@ROUNDED_0, Y=fc_0.w_0@ROUNDED_0)
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
  fc_0.tmp_2 = relu(X=fc_0.tmp_1)
  fc_0.tmp_2@QUANTIZED_0 = quantize_linear(X=fc_0.tmp_2, Scale=fc_0.tmp_2@SCALE_0)
  fc_0.tmp_2@ROUNDED_0 = dequantize_linear(X=fc_0.tmp_2@QUANTIZED_0, Scale=fc_0.tmp_2@SCALE_0)
  fc_1.w_0@QUANTIZED_0 = quantize_linear(X=fc_1.w_0, Scale=fc_1.w_0@SCALE_0)
  fc_1.w_0@ROUNDED_0 = dequantize_linear(X=fc_1.w_0@QUANTIZED_0, Scale=fc_1.w_0@SCALE_0)
  fc_1.tmp_0 = mul(X=fc_0.tmp_2@ROUNDED_0, Y=fc_1.w_0@ROUNDED_0)
  fc_1.tmp_1 = elementwise_add(X=fc_1.tmp_0, Y=fc_1.b_0, axis=1)
}
prepare block 1 in 0 () -> (x@SCALE_0, fc_0.tmp_2@SCALE_0, fc_1.w_0@SCALE_0) {
  x@SCALE_0 = fill_constant(shape=[1], value=0.02)
  fc_0.tmp_2@SCALE_0 = fill_constant(shape=[1], value=0.02)
  fc_1.w_0@ABS_0 = abs(X=fc_1.w_0)
  fc_1.w_0@MAX_0 = reduce_max(X=fc_1.w_0@ABS_0)
  fc_1.w_0@STEP_0 = scale(X=fc_1.w_0@MAX_0, scale=0.007874015748031496)
  fc_1.w_0@SCALE_0 = clip(X=fc_1.w_0@STEP_0, min=1e-12, max=3.4028234663852886e+38)
}
)");
  EXPECT_EQ(frozen.computed,
            (NameList{"fc_0.w_0@QUANTIZED_0", "fc_0.w_0@SCALE_0"}));
  EXPECT_EQ(FreezeParameters(frozen.program).program, frozen.program);
}

// Batch normalization is in them.
TEST(FreezeParameters, StoresFoldedFilters) {
  const FrozenProgram frozen = FreezeParameters(ImagesInIntegers());
  Verify(*frozen.program);
  EXPECT_EQ(TextOf(*frozen.program), R"(block 0 {
  x@QUANTIZED_0 = quantize_linear(X=x, Scale=x@SCALE_0)
  x@ROUNDED_0 = dequantize_linear(X=x@QUANTIZED_0, Scale=x@SCALE_0)
  conv2d_0.w_0@FOLDED_0@ROUNDED_0 = dequantize_linear(X=conv2d_0.w_0@FOLDED_0@QUANTIZED_0, Scale=conv2d_0.w_0@FOLDED_0@SCALE_0, axis=0)
  conv2d_0.tmp_0 = conv2d(Input=x@ROUNDED_0, Filter=conv2d_0.w_0@FOLDED_0@ROUNDED_0, paddings=[1, 1])
  batch_norm_0.tmp_0 = elementwise_add(X=conv2d_0.tmp_0, Y=conv2d_0.w_0@BIAS_0, axis=1)
  relu_0.tmp_0 = relu(X=batch_norm_0.tmp_0)
  relu_0.tmp_0@QUANTIZED_0 = quantize_linear(X=relu_0.tmp_0, Scale=relu_0.tmp_0@SCALE_0)
  relu_0.tmp_0@ROUNDED_0 = dequantize_linear(X=relu_0.tmp_0@QUANTIZED_0, Scale=relu_0.tmp_0@SCALE_0)
  conv2d_1.w_0@ROUNDED_0 = dequantize_linear(X=conv2d_1.w_0@QUANTIZED_0, Scale=conv2d_1.w_0@SCALE_0, axis=0)
  conv2d_1.tmp_0 = conv2d(Input=relu_0.tmp_0@ROUNDED_0, Filter=conv2d_1.w_0@ROUNDED_0, paddings=[1, 1])
  conv2d_1.tmp_1 = elementwise_add(X=conv2d_1.tmp_0, Y=conv2d_1.b_0, axis=1)
  conv2d_1.tmp_2 = relu(X=conv2d_1.tmp_1)
}
prepare block 1 in 0 () -> (x@SCALE_0, relu_0.tmp_0@SCALE_0) {
  x@SCALE_0 = fill_constant(shape=[1], value=0.02)
  relu_0.tmp_0@SCALE_0 = fill_constant(shape=[1], value=0.02)
}
)");
}

// Integers that nothing multiplies become real once.
TEST(FreezeParameters, LeavesIntegersForOneConversion) {
  const FrozenProgram frozen =
      FreezeParameters(InIntegers(InferenceNetOf(Dense, DataType::kFloat32)));
  const Shared real = After(frozen.program, {"fold_quantization"}, false);
  Verify(*real);
  EXPECT_EQ(TextOf(*real), R"(block 0 {
  fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0@QUANTIZED_0@REAL_0)
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
  fc_0.tmp_2 = relu(X=fc_0.tmp_1)
  fc_1.tmp_0 = mul(X=fc_0.tmp_2, Y=fc_1.w_0)
  fc_1.tmp_1 = elementwise_add(X=fc_1.tmp_0, Y=fc_1.b_0, axis=1)
}
prepare block 1 in 0 () -> (fc_0.w_0@QUANTIZED_0@REAL_0) {
  fc_0.w_0@QUANTIZED_0@REAL_0 = dequantize_linear(X=fc_0.w_0@QUANTIZED_0, Scale=fc_0.w_0@SCALE_0)
}
)");
  // The scale is the parameter, not a variable of the block.
  for (const auto& var : real->desc().blocks(1).vars()) {
    EXPECT_NE(var.name(), "fc_0.w_0@SCALE_0");
  }
}

TEST(FreezeParameters, KeepsEveryBit) {
  const InferenceNet dense = InferenceNetOf(Dense, DataType::kFloat32);
  for (const NameList& passes :
       {NameList{}, NameList{"fold_quantization", "fuse_convolutions",
                             "fuse_fc", "dead_operators"}}) {
    ExpectSameBits(InHalf(dense), passes);
    ExpectSameBits(InHalf(dense, /*prepare=*/false), passes);
    ExpectSameBits(InIntegers(dense), passes);
    ExpectSameBits(ImagesInIntegers(), passes);
  }
}

TEST(FreezeParameters, LeavesAloneWhatIsReadWithAllBits) {
  InferenceNet net = InferenceNetOf(Dense, DataType::kFloat32);
  const Shared half = InHalf(net);
  for (const char* name : {"fc_0.w_0", "fc_1.w_0"}) {
    auto read = half->Clone();
    read->mutable_desc()->add_fetches(name);
    read->Changed();
    const NameList computed = FreezeParameters(read).computed;
    EXPECT_EQ(computed.size(), 3) << name;
    EXPECT_FALSE(Contains(computed, std::string(name) + "@BFLOAT16_0"));
  }
  const Shared plain = WithInterface(*net.program, {"x"}, {net.fetch});
  EXPECT_EQ(FreezeParameters(plain).program, plain);
  const Shared packed = After(half, {"fuse_fc", "fuse_convolutions"});
  EXPECT_EQ(FreezeParameters(packed).computed,
            (NameList{"fc_0.b_0@BFLOAT16_0", "fc_1.b_0@BFLOAT16_0"}));
}

}  // namespace
}  // namespace paddle::framework::testing
