// Cleans graphs of what nothing reads.
#pragma once

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"

namespace paddle::onnx {

// Removes the nodes and initializers of a graph that neither its outputs nor
// other nodes need, such as those whose work another node has taken over. The
// graphs in nodes are read, and stay as they are.
void RemoveUnread(proto::GraphProto* graph);

}  // namespace paddle::onnx
