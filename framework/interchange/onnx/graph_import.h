// Turns the graph of a model into the global block of a program.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/interchange/onnx/opsets.h"
#include "paddle/framework/interchange/onnx/rename.h"
#include "paddle/framework/interchange/onnx/values.h"
#include "paddle/framework/ir/program.h"

namespace paddle::onnx {

// Writes one graph to an empty program. Not thread safe.
class GraphImport {
 public:
  // The settings of an import.
  struct Options {
    std::string model;   // stands for the file in messages
    std::string folder;  // holds its external data
    bool trainable = false;
    Values::Names taken;  // names that no constant without one gets
  };

  GraphImport(std::shared_ptr<framework::Program> program, Opsets opsets,
              Options options);

  const std::shared_ptr<framework::Program>& program() const {
    return values_.program();
  }

  // Returns the values of the program's weights, whose data it takes out of the
  // graph. The program is only complete if it does not throw. Called once.
  Values::Weights Import(proto::GraphProto* graph);

 private:
  // The operators [begin, end) of the global block come from one node.
  struct Written {
    int begin;
    int end;
    int node;
  };

  void ImportNode(int index);
  void WriteNode(int index);
  // Writes a pending node, and before it those that it needs.
  void WritePending(int index);
  // Calls the function; errors name the node.
  template <typename Function>
  void At(int index, Function function) const;
  std::string Place(int index) const;
  void SetFetches(const proto::GraphProto& graph);
  void SetCallSites();
  NewNames NamesOfVariables();

  Values values_;
  const Opsets opsets_;
  const std::string model_;
  const std::string folder_;
  const Node::WritePending write_pending_;
  const proto::GraphProto* graph_ = nullptr;
  std::vector<Written> written_;
  int64_t folded_ = 0;  // elements of the values that nodes were folded to
};

}  // namespace paddle::onnx
