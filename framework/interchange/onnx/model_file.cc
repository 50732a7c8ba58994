#include "paddle/framework/interchange/onnx/model_file.h"

#include <cstdint>
#include <filesystem>
#include <limits>

#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::onnx {
namespace {

constexpr uint64_t kMostBytes = std::numeric_limits<int32_t>::max();

// A graph is in an attribute of a node of the graph around it: three messages.
// What is inside of the innermost one needs a few more.
constexpr int kMostNestedMessages = 3 * (kMostNestedGraphs + 1) + 8;

bool Parse(absl::string_view bytes, proto::ModelProto* model) {
  namespace io = google::protobuf::io;
  io::ArrayInputStream array(bytes.data(), static_cast<int>(bytes.size()));
  io::CodedInputStream stream(&array);
  stream.SetTotalBytesLimit(static_cast<int>(kMostBytes));
  stream.SetRecursionLimit(kMostNestedMessages);
  return model->ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage();
}

template <typename Body>
void CheckNesting(const Body& body, int depth, const std::string& name) {
  PADDLE_ENFORCE(depth <= kMostNestedGraphs, Unimplemented, name,
                 " nests more than ", kMostNestedGraphs, " graphs");
  for (const proto::NodeProto& node : body.node()) {
    ForEachInnerGraph(node, [&](const proto::GraphProto& inner) {
      CheckNesting(inner, depth + 1, name);
    });
  }
}

}  // namespace

proto::ModelProto ParseModel(absl::string_view bytes, const std::string& name) {
  PADDLE_ENFORCE(bytes.size() <= kMostBytes, DataLoss, name, " has ",
                 bytes.size(), " bytes, and a model less than 2 GiB");
  proto::ModelProto model;
  PADDLE_ENFORCE(Parse(bytes, &model), DataLoss, name,
                 " is not an ONNX model, is damaged, or nests more than ",
                 kMostNestedGraphs, " graphs");
  PADDLE_ENFORCE(model.has_graph(), DataLoss, name,
                 " is not an ONNX model: it holds no graph");
  CheckNesting(model.graph(), 1, name);
  for (const proto::FunctionProto& function : model.functions()) {
    CheckNesting(function, 1, name);
  }
  return model;
}

proto::ModelProto ReadModel(const std::string& path) {
  const std::string bytes =
      platform::ReadFile(path, 0, [&](absl::string_view, uint64_t size) {
        PADDLE_ENFORCE(size <= kMostBytes, DataLoss, path, " has ", size,
                       " bytes, and a model less than 2 GiB");
      });
  return ParseModel(bytes, path);
}

std::string FolderOf(const std::string& path) {
  return std::filesystem::path(path).parent_path();
}

}  // namespace paddle::onnx
