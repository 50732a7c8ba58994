// Blocks of a program as graphs in attributes of nodes.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/exported_graph.h"
#include "paddle/framework/interchange/onnx/exported_op.h"
#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::onnx {

// Writes the nodes of all operators of the block that `graph` is in, and checks
// that what is behind it, the values `ends`, is written. Throws Unimplemented,
// naming the operator, for a value that its exporter does not write, and the
// errors of exporters, which name operators.
void ExportOps(const std::vector<std::string>& ends, ExportedGraph* graph);

// The graph that a node has for a block: as long as this lives, nodes go there.
// Its errors are those of ExportOps, and Unimplemented for values that are no
// tensors or have sequences. Keeps references.
class ExportedBlock {
 public:
  using Names = ExportedOp::Names;

  // Begins the graph of an attribute of `node`, for a block of the program.
  ExportedBlock(ExportedOp* op, int block, proto::NodeProto* node,
                const std::string& attribute);

  // Return the names that go in and come out.
  Names arguments() const;
  Names results() const;

  // Adds an input: a variable, or a value of rank 0 that nothing reads.
  void AddInput(const std::string& name);
  void AddInput(framework::DataType type);
  // Writes the operators.
  void Run();
  // Add outputs: variables, or a value of rank 0.
  void AddOutputs(const Names& names);
  void AddOutput(const std::string& name);
  void AddOutput(framework::DataType type, const std::string& value);

 private:
  void CheckTensor(const std::string& name) const;
  static void SetScalar(framework::DataType type, const std::string& name,
                        proto::ValueInfoProto* info);

  ExportedOp& op_;
  proto::GraphProto& graph_;
  const ExportedGraph::Inside inside_;
};

}  // namespace paddle::onnx
