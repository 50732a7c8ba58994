#include "paddle/framework/interchange/onnx/model_file.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::onnx {
namespace {

std::string Bytes(const proto::ModelProto& model) {
  return model.SerializeAsString();
}

// Returns a model in which this many graphs are nested.
std::string Nested(int graphs) {
  proto::ModelProto model;
  proto::GraphProto* graph = model.mutable_graph();
  for (int i = 1; i < graphs; ++i) {
    graph = graph->add_node()->add_attribute()->mutable_g();
  }
  graph->add_node()->set_op_type("Relu");
  return Bytes(model);
}

TEST(ModelFileTest, ReadsAModel) {
  const platform::TemporaryFolder folder;
  proto::ModelProto model;
  model.mutable_graph()->add_node()->set_op_type("Relu");
  platform::AtomicWriteFile(folder.Path("m.onnx"), Bytes(model));
  EXPECT_EQ(ReadModel(folder.Path("m.onnx")).graph().node(0).op_type(), "Relu");
}

TEST(ModelFileTest, NamesWhatIsWrong) {
  const platform::TemporaryFolder folder;
  EXPECT_ERROR(ReadModel(folder.Path("none.onnx")), NotFound, "none.onnx");
  EXPECT_ERROR(ReadModel(folder.Path("")), Unavailable, "");
  EXPECT_ERROR(ParseModel("\x3a\x05\x01", "m.onnx"), DataLoss,
               "m.onnx is not an ONNX model");
  EXPECT_ERROR(ParseModel("", "m.onnx"), DataLoss, "it holds no graph");
}

TEST(ModelFileTest, EveryTruncationIsRefusedOrAModel) {
  const std::string whole = Nested(3);
  for (size_t size = 0; size < whole.size(); ++size) {
    try {
      ParseModel(whole.substr(0, size), "m.onnx");
    } catch (const platform::Error& error) {
      EXPECT_EQ(error.code(), platform::ErrorCode::kDataLoss);
    }
  }
}

TEST(ModelFileTest, LimitsTheNestingOfGraphs) {
  EXPECT_NO_THROW(ParseModel(Nested(kMostNestedGraphs), "m.onnx"));
  EXPECT_ERROR(ParseModel(Nested(kMostNestedGraphs + 1), "m.onnx"),
               Unimplemented, "nests more than 32 graphs");
  // Protobuf gives up; to write a model of many more takes a large stack.
  EXPECT_ERROR(ParseModel(Nested(300), "m.onnx"), DataLoss,
               "nests more than 32 graphs");
}

}  // namespace
}  // namespace paddle::onnx
