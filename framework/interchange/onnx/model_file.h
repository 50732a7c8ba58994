// Reads ONNX models from files. No content of a file can abort the process.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"

namespace paddle::onnx {

// The most graphs that may be nested in one another: as many blocks as a
// program may nest.
constexpr int kMostNestedGraphs = 32;

// Returns the model that `bytes` hold; `name` stands for it in messages. Throws
// DataLoss if they are no such message, or hold no graph, and Unimplemented for
// more nested graphs than kMostNestedGraphs.
proto::ModelProto ParseModel(absl::string_view bytes, const std::string& name);

// Returns the model of a file. Throws what platform::ReadFile and ParseModel
// throw, naming the file, and DataLoss, before it is read, for one of 2 GiB or
// more, which protobuf cannot hold: such a model keeps its weights in files of
// their own.
proto::ModelProto ReadModel(const std::string& path);

// Calls visit for each graph in the attributes of a node.
template <typename Visit>
void ForEachInnerGraph(const proto::NodeProto& node, const Visit& visit) {
  for (const proto::AttributeProto& attribute : node.attribute()) {
    if (attribute.has_g()) visit(attribute.g());
    for (const proto::GraphProto& inner : attribute.graphs()) visit(inner);
  }
}

// Returns the folder of a model's file, below which its external data is; ""
// for the working directory.
std::string FolderOf(const std::string& path);

}  // namespace paddle::onnx
