// Models of ONNX, and operators of a plug-in, through the C interface.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/types/variant.h"

#include "paddle/framework/c_api/paddle.hpp"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/passes/freeze_parameters.h"
#include "paddle/framework/passes/lower_precision.h"
#include "paddle/framework/passes/precision_options.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::c_api::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// y = relu(x w), x [N, 2] and w [2, 2].
std::string WriteProduct(const platform::TemporaryFolder& folder) {
  onnx::testing::ModelBuilder builder;
  builder.Input("x", {-1, 2});
  builder.Floats("w", {2, 2}, {1, 2, 3, -4});
  builder.Node("MatMul", {"x", "w"}, {"xw"});
  builder.Node("Relu", {"xw"}, {"y"});
  builder.Output("y");
  const std::string path = folder.Path("product.onnx");
  platform::AtomicWriteFile(path, builder.model().SerializeAsString());
  return path;
}

TEST(LoadTest, OnnxModelsRun) {
  const platform::TemporaryFolder folder;
  const Model model = Model::LoadOnnx(WriteProduct(folder));
  const auto feeds = model.Feeds();
  ASSERT_EQ(feeds.size(), 1u);
  EXPECT_EQ(feeds[0].name, "x");
  EXPECT_THAT(feeds[0].dims, ElementsAre(-1, 2));
  EXPECT_EQ(model.Fetches()[0].name, "y");
  const Tensor x = Tensor::Of<float>({1, 2}, {1, 1});
  EXPECT_THAT(model.Eval({{"x", &x}})[0].Values<float>(), ElementsAre(4, 0));
  // Saved as a model of our own.
  model.Save(folder.Path("model"));
  const Model saved = Model::Load(folder.Path("model"));
  EXPECT_THAT(saved.Eval({{"x", &x}})[0].Values<float>(), ElementsAre(4, 0));
}

TEST(LoadTest, OnnxWeightsMayBeParameters) {
  const platform::TemporaryFolder folder;
  const std::string path = WriteProduct(folder);
  for (int32_t trainable : {0, 1}) {
    PaddleLoadOptions options = PADDLE_LOAD_OPTIONS_INIT;
    options.trainable = trainable;
    const Model model = Model::LoadOnnx(path, options);
    const auto persistables = model.Persistables();
    ASSERT_EQ(persistables.size(), 1u);
    EXPECT_EQ(persistables[0].trainable, trainable == 1);
    EXPECT_THAT(model.Get(persistables[0].name).Values<float>(),
                ElementsAre(1, 2, 3, -4));
  }
}

TEST(LoadTest, OnnxThatCannotBeImportedIsNamed) {
  const platform::TemporaryFolder folder;
  onnx::testing::ModelBuilder builder;
  builder.Input("x", {2});
  builder.Node("NoSuchOperator", {"x"}, {"y"});
  builder.Output("y");
  const std::string path = folder.Path("unknown.onnx");
  platform::AtomicWriteFile(path, builder.model().SerializeAsString());
  try {
    Model::LoadOnnx(path);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), PADDLE_UNIMPLEMENTED);
    EXPECT_THAT(error.what(), HasSubstr("NoSuchOperator"));
  }
}

TEST(LoadTest, ParametersStayInTheFileIfAsked) {
  const platform::TemporaryFolder folder;
  Model::LoadOnnx(WriteProduct(folder)).Save(folder.Path("model"));
  PaddleLoadOptions options = PADDLE_LOAD_OPTIONS_INIT;
  options.map = 1;
  const Model model = Model::Load(folder.Path("model"), options);
  const Tensor x = Tensor::Of<float>({1, 2}, {0, 1});
  EXPECT_THAT(model.Eval({{"x", &x}})[0].Values<float>(), ElementsAre(3, 0));
}

// Writes a model again, with its parameters in bfloat16.
void StoreInHalf(const std::string& folder, const std::string& half) {
  const auto scope = framework::Scope::Create();
  const auto program = framework::LoadInferenceModel(
      folder, framework::OpInfoMap::Instance(), scope.get());
  framework::PrecisionOptions options;
  options.prepare_parameters = true;
  framework::LowerPrecision(program.get(), options);
  const auto frozen = framework::FreezeParameters(program);
  framework::Executor executor;
  const auto values = executor.Eval(program, {}, frozen.computed, scope.get());
  for (size_t i = 0; i < values.size(); ++i) {
    *scope->Var(frozen.computed[i])->GetMutable<framework::LoDTensor>() =
        absl::get<framework::LoDTensor>(values[i]);
  }
  framework::SaveModel(half, *frozen.program, *scope);
}

TEST(LoadTest, StoredBitsAreThoseOfTheOption) {
  const platform::TemporaryFolder folder;
  onnx::testing::ModelBuilder builder;
  builder.Input("x", {-1, 64});
  std::vector<float> numbers(64 * 64);
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = 0.1f * static_cast<float>(i % 37) - 1.7f;
  }
  builder.Floats("w", {64, 64}, numbers);
  builder.Node("MatMul", {"x", "w"}, {"y"});
  builder.Output("y");
  platform::AtomicWriteFile(folder.Path("model.onnx"),
                            builder.model().SerializeAsString());
  Model::LoadOnnx(folder.Path("model.onnx")).Save(folder.Path("full"));
  StoreInHalf(folder.Path("full"), folder.Path("half"));
  PaddleLoadOptions options = PADDLE_LOAD_OPTIONS_INIT;
  options.dtype = PADDLE_BFLOAT16;
  const Model converted = Model::Load(folder.Path("full"), options);
  const Model stored = Model::Load(folder.Path("half"));
  ASSERT_EQ(stored.Persistables().size(), 1u);
  EXPECT_EQ(stored.Persistables()[0].dtype, PADDLE_BFLOAT16);
  const Tensor x = Tensor::Of<float>(
      {1, 64}, std::vector<float>(numbers.begin(), numbers.begin() + 64));
  EXPECT_EQ(stored.Eval({{"x", &x}})[0].Values<float>(),
            converted.Eval({{"x", &x}})[0].Values<float>());
}

TEST(LoadTest, LibrariesOfOperatorsAreLoaded) {
  LoadOpLibrary("framework/plugin/soft_clip.so");
  LoadOpLibrary("framework/plugin/soft_clip.so");  // once
  EXPECT_THROW(LoadOpLibrary("framework/plugin/no_entry.so"), Error);
}

}  // namespace
}  // namespace paddle::c_api::testing
