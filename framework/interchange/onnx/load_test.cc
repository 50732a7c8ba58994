#include "paddle/framework/interchange/onnx/load.h"

#include <string>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::onnx::testing {
namespace {

using platform::MessageOf;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

// y = Relu(x * w + b).
ModelBuilder Layer() {
  ModelBuilder builder;
  builder.Input("x", {-1, 2});
  builder.Floats("w", {2, 2}, {1, 2, 3, 4});
  builder.Floats("b", {2}, {-5, 1});
  builder.Node("MatMul", {"x", "w"}, {"product"});
  builder.Node("Add", {"product", "b"}, {"sum"})->set_name("add_bias");
  builder.Node("Relu", {"sum"}, {"y"});
  builder.Output("y");
  return builder;
}

TEST(LoadTest, ComputesWhatTheModelSays) {
  const Imported layer = Import(Layer().model());
  EXPECT_THAT(layer.Types(), ElementsAre("matmul", "elementwise_add", "relu"));
  EXPECT_THAT(RunImported(layer, {{"x", FloatTensor({2, 2}, {1, 1, 0, 1})}}),
              ElementsAre(0, 7, 0, 5));
}

TEST(LoadTest, KeepsNames) {
  const Imported layer = Import(Layer().model());
  EXPECT_THAT(layer.program->desc().feeds(), ElementsAre("x"));
  EXPECT_THAT(layer.program->desc().fetches(), ElementsAre("y"));
  EXPECT_TRUE(layer.program->global_block().FindVar("product") != nullptr);
  EXPECT_TRUE(layer.program->global_block().GetVar("w").persistable());
  EXPECT_THAT(layer.scope->LocalNames(),
              ::testing::UnorderedElementsAre("w", "b"));
}

TEST(LoadTest, PendingNodesOfOutputsAreCallSites) {
  ModelBuilder builder;
  builder.Input("x", {-1, 2});
  builder.Node("Size", {"x"}, {"y"})->set_name("count");
  builder.Output("y");
  const Imported imported = Import(builder.model());
  for (const auto& op : imported.program->global_block().desc().ops()) {
    ASSERT_EQ(op.call_site_size(), 1);
    EXPECT_EQ(op.call_site(0).file(), "model.onnx: node 0 'count' (Size)");
  }
  EXPECT_GT(imported.Types().size(), 0);
}

TEST(LoadTest, NodesAreCallSites) {
  const Imported layer = Import(Layer().model());
  const auto& op = layer.program->global_block().desc().ops(1);
  EXPECT_EQ(framework::CallSiteText(op), "model.onnx: node 1 'add_bias' (Add)");
}

TEST(LoadTest, WeightsTrainOnlyIfAsked) {
  const auto weight = [](bool trainable) {
    LoadOptions options;
    options.trainable = trainable;
    return Import(Layer().model(), options).program->global_block().GetVar("w");
  };
  EXPECT_FALSE(weight(false).is_parameter());
  EXPECT_TRUE(weight(true).is_parameter());
  EXPECT_TRUE(weight(true).trainable());
  EXPECT_FALSE(weight(true).stop_gradient());
}

TEST(LoadTest, ReadsAFileWithExternalData) {
  const platform::TemporaryFolder folder;
  platform::AtomicWriteFile(folder.Path("w.bin"),
                            std::string("\0\0\x80?\0\0\0@", 8));
  ModelBuilder builder;
  builder.Input("x", {2});
  builder.Node("Add", {"x", "w"}, {"y"});
  builder.Output("y");
  builder.Floats("w", {2}, {});
  auto* weight = builder.model().mutable_graph()->mutable_initializer(0);
  weight->set_data_location(proto::TensorProto::EXTERNAL);
  weight->add_external_data()->set_key("location");
  weight->mutable_external_data(0)->set_value("w.bin");
  const std::string path = folder.Path("model.onnx");
  platform::AtomicWriteFile(path, builder.model().SerializeAsString());
  auto scope = framework::Scope::Create();
  const Imported imported{
      scope, LoadOnnx(path, framework::OpInfoMap::Instance(), scope.get())};
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({2}, {1, 1})}}),
              ElementsAre(2, 3));
}

TEST(LoadTest, ExternalDataIsNoLargerThanItsFile) {
  const platform::TemporaryFolder folder;
  platform::AtomicWriteFile(folder.Path("w.bin"), "12345678");
  ModelBuilder builder = Layer();
  for (const char* name : {"one", "two"}) {
    builder.Floats(name, {2}, {});
    auto* graph = builder.model().mutable_graph();
    auto* tensor = graph->mutable_initializer(graph->initializer_size() - 1);
    tensor->set_data_location(proto::TensorProto::EXTERNAL);
    auto* entry = tensor->add_external_data();
    entry->set_key("location");
    entry->set_value("w.bin");
  }
  auto scope = framework::Scope::Create();
  EXPECT_ERROR(ImportModel(builder.model(), "m.onnx", folder.Path(""),
                           framework::OpInfoMap::Instance(), scope.get()),
               DataLoss, "need 16 bytes of external data");
}

TEST(LoadTest, NamesAllMissingOperators) {
  ModelBuilder builder = Layer();
  builder.Node("NoSuchOperator", {"y"}, {"a"});
  builder.Node("NoSuchOperator", {"a"}, {"b2"});
  builder.Node("Conv", {"b2"}, {"c"})->set_domain("com.example");
  EXPECT_THAT(
      MissingOps(builder.model()),
      ElementsAre(Pair("NoSuchOperator", 2), Pair("com.example::Conv", 1)));
  EXPECT_ERROR(Import(builder.model()), Unimplemented,
               "model.onnx has operators that cannot be imported: "
               "NoSuchOperator (2 nodes), com.example::Conv (1 node)");
  EXPECT_THAT(MissingOps(Layer().model()), IsEmpty());
}

TEST(LoadTest, ErrorsNameTheNode) {
  ModelBuilder builder;
  builder.Input("x", {2, 3});
  builder.Floats("w", {4, 4}, Numbers(16));
  builder.Node("MatMul", {"x", "w"}, {"y"})->set_name("product");
  builder.Output("y");
  EXPECT_THAT(MessageOf([&] { Import(builder.model()); }),
              AllOf(HasSubstr("[2, 3]"), HasSubstr("[4, 4]"),
                    HasSubstr("at model.onnx: node 0 'product' (MatMul)")));
}

TEST(LoadTest, ErrorsLeaveTheScopeAlone) {
  ModelBuilder builder = Layer();
  builder.Floats("wide", {3, 3}, Numbers(9));
  builder.Node("MatMul", {"x", "wide"}, {"z"});
  auto scope = framework::Scope::Create();
  EXPECT_THROW(ImportModel(builder.model(), "m", "",
                           framework::OpInfoMap::Instance(), scope.get()),
               platform::Error);
  EXPECT_THAT(scope->LocalNames(), IsEmpty());
}

TEST(LoadTest, RefusesGraphsThatMakeNoSense) {
  ModelBuilder unsorted;
  unsorted.Input("x", {2});
  unsorted.Node("Relu", {"later"}, {"y"});
  unsorted.Node("Relu", {"x"}, {"later"});
  unsorted.Output("y");
  EXPECT_ERROR(Import(unsorted.model()), InvalidArgument,
               "value 'later' is no input or initializer");
  ModelBuilder cycle;
  cycle.Node("Relu", {"y"}, {"y"});
  cycle.Output("y");
  EXPECT_ERROR(Import(cycle.model()), InvalidArgument, "value 'y'");
  ModelBuilder twice;
  twice.Input("x", {2});
  twice.Node("Relu", {"x"}, {"y"});
  twice.Node("Relu", {"x"}, {"y"});
  twice.Output("y");
  EXPECT_ERROR(Import(twice.model()), InvalidArgument,
               "value 'y' is defined more than once");
  ModelBuilder nothing;
  nothing.Input("x", {2});
  nothing.Output("z");
  EXPECT_ERROR(Import(nothing.model()), InvalidArgument, "value 'z'");
}

TEST(LoadTest, RefusesUnknownVersionsAndTypes) {
  ModelBuilder newer(kNewestOpset + 1);
  EXPECT_ERROR(Import(newer.model()), Unimplemented, "version 29");
  EXPECT_THAT(MessageOf([&] { Import(newer.model()); }),
              HasSubstr("in model model.onnx"));
  ModelBuilder strings;
  strings.Input("x", {2}, proto::TensorProto::STRING);
  strings.Node("Identity", {"x"}, {"y"});
  strings.Output("y");
  EXPECT_ERROR(Import(strings.model()), Unimplemented, "input 'x'");
  ModelBuilder wrong;
  wrong.Input("x", {2});
  SetInt(wrong.Node("Elu", {"x"}, {"y"}), "alpha", 1);
  wrong.Output("y");
  EXPECT_ERROR(Import(wrong.model()), TypeMismatch,
               "attribute alpha is no floating-point number");
}

TEST(LoadTest, OutputsMayBeInputsAndWeights) {
  ModelBuilder builder;
  builder.Input("x", {1});
  builder.Floats("w", {1}, {3});
  builder.Node("Identity", {"x"}, {"same"});
  builder.Node("Identity", {"same"}, {"again"});
  builder.Output("again");
  builder.Output("same");
  builder.Output("w");
  const Imported imported = Import(builder.model());
  EXPECT_THAT(imported.program->desc().fetches(),
              ElementsAre("again", "same", "w"));
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({1}, {4})}}),
              ElementsAre(4));
}

TEST(LoadTest, AFeedMayBeAnOutputOfItsOwnName) {
  ModelBuilder builder;
  builder.Input("x", {2});
  builder.Node("Relu", {"x"}, {"y"});
  builder.Output("x");
  builder.Output("y");
  builder.Output("y");
  const Imported imported = Import(builder.model());
  EXPECT_THAT(imported.Types(), ElementsAre("relu"));
  EXPECT_THAT(imported.program->desc().fetches(), ElementsAre("x", "y", "y"));
  EXPECT_EQ(imported.program->global_block().desc().vars_size(), 2);
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({2}, {-4, 4})}}),
              ElementsAre(-4, 4));
}

TEST(LoadTest, WeightsOfOneNameAreSharedOrRefused) {
  const Imported imported = Import(Layer().model());
  const auto load = [&](ModelBuilder other) {
    ImportModel(other.model(), "other", "", framework::OpInfoMap::Instance(),
                imported.scope.get());
  };
  load(Layer());
  ModelBuilder wide;
  wide.Input("x", {-1, 2});
  wide.Floats("b", {1, 2}, {100, 100});
  wide.Floats("w", {1, 2}, {100, 100});
  wide.Node("Add", {"x", "b"}, {"sum"});
  wide.Node("Add", {"sum", "w"}, {"y"});
  wide.Output("y");
  EXPECT_ERROR(load(wide), AlreadyExists, "other has a weight '");
  ModelBuilder ints;
  ints.Input("x", {2}, proto::TensorProto::INT64);
  ints.Ints("b", {2}, {1, 2});
  ints.Node("Add", {"x", "b"}, {"y"});
  ints.Output("y");
  EXPECT_ERROR(load(ints), AlreadyExists, "other has a weight 'b', [2] int64");
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({2, 2}, {1, 1, 0, 1})}}),
              ElementsAre(0, 7, 0, 5));
}

TEST(LoadTest, MadeConstantsOfTwoModelsDoNotMeetInAScope) {
  const auto scope = framework::Scope::Create();
  const auto load = [&](const Sizes& kernel, const std::string& name) {
    ModelBuilder builder;
    builder.Input("x", {1, 1, 4});
    // Filters of a line become ones of a plane, which have no name.
    builder.Floats(name, kernel, Numbers(kernel[2], 1));
    builder.Node("Conv", {"x", name}, {"y"});
    builder.Output("y");
    ImportModel(builder.model(), "model.onnx", "",
                framework::OpInfoMap::Instance(), scope.get());
  };
  load({1, 1, 2}, "narrow");
  load({1, 1, 3}, "wide");
  EXPECT_EQ(scope->LocalNames().size(), 2);
}

TEST(LoadTest, ConstantsInsideOfTheGraphAreNotTrained) {
  ModelBuilder builder = Layer();
  proto::NodeProto* node = builder.Node("Constant", {}, {"c"});
  SetFloat(node, "value_float", 2);
  builder.Node("Mul", {"y", "c"}, {"z"});
  builder.Output("z");
  LoadOptions options;
  options.trainable = true;
  const auto program = Import(builder.model(), options).program;
  EXPECT_FALSE(program->global_block().GetVar("c").is_parameter());
}

}  // namespace
}  // namespace paddle::onnx::testing
