// Models of ONNX, and operators of a plug-in, through the C interface.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "paddle/framework/c_api/paddle.hpp"
#include "paddle/framework/interchange/onnx/testing/model_builder.h"
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

TEST(LoadTest, LibrariesOfOperatorsAreLoaded) {
  LoadOpLibrary("framework/plugin/soft_clip.so");
  LoadOpLibrary("framework/plugin/soft_clip.so");  // once
  EXPECT_THROW(LoadOpLibrary("framework/plugin/no_entry.so"), Error);
}

}  // namespace
}  // namespace paddle::c_api::testing
