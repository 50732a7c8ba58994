#include "paddle/framework/interchange/onnx/save.h"

#include <limits>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/load.h"
#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::ElementsAre;

// y = Relu(x w + b) and its mean along an axis.
Imported Layer() {
  ModelBuilder builder;
  builder.Input("x", {-1, 2});
  builder.Floats("w", {2, 2}, {1, 2, 3, 4});
  builder.Floats("b", {2}, {-5, 1});
  builder.Node("MatMul", {"x", "w"}, {"product"});
  builder.Node("Add", {"product", "b"}, {"sum"});
  builder.Node("Relu", {"sum"}, {"y"});
  SetInts(builder.Node("ReduceMean", {"y"}, {"mean"}), "axes", {1});
  builder.Output("mean");
  return Import(builder.model());
}

Names NodeTypes(const proto::ModelProto& model) {
  Names types;
  for (const auto& node : model.graph().node()) types.push_back(node.op_type());
  return types;
}

TEST(SaveTest, WritesNodesAndWeights) {
  const Imported layer = Layer();
  const auto model = ExportModel(*layer.program, {"x"}, {"mean"}, *layer.scope);
  EXPECT_THAT(NodeTypes(model),
              ElementsAre("MatMul", "Add", "Relu", "ReduceMean"));
  EXPECT_EQ(model.opset_import(0).version(), 17);
  EXPECT_EQ(model.ir_version(), 8);
  const auto& input = model.graph().input(0);
  EXPECT_EQ(input.name(), "x");
  EXPECT_EQ(input.type().tensor_type().shape().dim(0).dim_param(), "N");
  EXPECT_EQ(input.type().tensor_type().shape().dim(1).dim_value(), 2);
}

TEST(SaveTest, AFileComputesTheSame) {
  const platform::TemporaryFolder folder;
  const std::string path = folder.Path("model.onnx");
  const Imported layer = Layer();
  for (int opset : {13, 18, 22}) {
    SaveOnnx(path, *layer.program, {"x"}, {"mean"}, *layer.scope,
             SaveOptions{opset});
    Imported again{framework::Scope::Create(), nullptr};
    again.program =
        LoadOnnx(path, framework::OpInfoMap::Instance(), again.scope.get());
    const FeedTensors feeds = {{"x", FloatTensor({2, 2}, {1, 1, 0, 1})}};
    EXPECT_THAT(RunImported(again, feeds), ElementsAre(3.5, 2.5));
    EXPECT_EQ(RunImported(again, feeds), RunImported(layer, feeds));
  }
}

TEST(SaveTest, PacksSmallNumbersAndKnowsSinceWhen) {
  ModelBuilder builder(21);
  builder.Input("x", {3});
  proto::TensorProto* weight =
      builder.model().mutable_graph()->add_initializer();
  weight->set_name("w");
  weight->set_data_type(proto::TensorProto::INT4);
  weight->add_dims(3);
  weight->set_raw_data("\x21\x0f");  // 1, 2, -1
  SetInt(builder.Node("Cast", {"w"}, {"wide"}), "to",
         proto::TensorProto::FLOAT);
  builder.Node("Mul", {"x", "wide"}, {"product"});
  proto::NodeProto* cast = builder.Node("Cast", {"product"}, {"small"});
  SetInt(cast, "to", proto::TensorProto::FLOAT8E5M2);
  SetInt(cast, "saturate", 0);
  SetInt(builder.Node("Cast", {"small"}, {"y"}), "to",
         proto::TensorProto::FLOAT);
  builder.Output("y");
  const Imported layer = Import(builder.model());
  const auto save = [&](int opset) {
    return ExportModel(*layer.program, {"x"}, {"y"}, *layer.scope,
                       SaveOptions{opset});
  };
  const auto model = save(21);
  EXPECT_EQ(model.graph().initializer(0).raw_data(), "\x21\x0f");
  const FeedTensors feeds = {{"x", FloatTensor({3}, {1, 1e9f, 2})}};
  EXPECT_THAT(RunImported(Import(model), feeds),
              ElementsAre(1, std::numeric_limits<double>::infinity(), -2));
  EXPECT_ERROR(save(20), Unimplemented,
               "int4, which is in ONNX since opset 21");
}

TEST(SaveTest, WritesWhatTheFetchesNeedAlone) {
  const Imported layer = Layer();
  const auto model =
      ExportModel(*layer.program, {"x"}, {"product"}, *layer.scope);
  EXPECT_THAT(NodeTypes(model), ElementsAre("MatMul"));
  EXPECT_EQ(model.graph().initializer_size(), 1);
}

TEST(SaveTest, RefusesWhatIsNotThere) {
  const Imported layer = Layer();
  const auto save = [&](const Names& feeds, int opset = 17) {
    ExportModel(*layer.program, feeds, {"mean"}, *layer.scope,
                SaveOptions{opset});
  };
  EXPECT_ERROR(save({"z"}), NotFound, "z");
  EXPECT_ERROR(save({"x"}, 12), InvalidArgument, "opset 12");
  layer.scope->Erase("w");
  EXPECT_ERROR(save({"x"}), FailedPrecondition, "variable w has no value");
}

TEST(SaveTest, NamesOperatorsThatCannotBeExported) {
  ModelBuilder builder;
  builder.Input("x", {2});
  builder.Node("Mish", {"x"}, {"y"});
  builder.Output("y");
  builder.model().mutable_opset_import(0)->set_version(18);
  const Imported mish = Import(builder.model());
  EXPECT_ERROR(ExportModel(*mish.program, {"x"}, {"y"}, *mish.scope),
               Unimplemented, "mish (1)");
}

}  // namespace
}  // namespace paddle::onnx::testing
