// The graph of an ONNX model while a program becomes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::onnx {

// Adds nodes and initializers to a graph, whose values are called as the
// program's variables. Not thread safe.
class ExportedGraph {
 public:
  using Weights = absl::flat_hash_map<std::string, framework::Tensor>;

  // `weights` has the persistable variables that operators read, by name, on
  // the CPU. Keeps references to all but the number.
  ExportedGraph(const framework::Program& program, const Weights& weights,
                int opset, proto::GraphProto* graph);

  int opset() const { return opset_; }

  framework::Dims DimsOf(const std::string& name) const;
  framework::DataType TypeOf(const std::string& name) const;
  // Returns null for a name that is no weight.
  const framework::Tensor* FindWeight(const std::string& name) const;

  // Returns a name that nothing has.
  std::string NewName(const std::string& prefix);
  proto::NodeProto* AddNode(const std::string& type,
                            const std::vector<std::string>& inputs,
                            const std::vector<std::string>& outputs);
  // True for a name that a node has as its output.
  bool Writes(const std::string& name) const { return outputs_.contains(name); }
  // Adds an initializer and returns its name.
  std::string AddTensor(const framework::Tensor& tensor,
                        const std::string& prefix);
  // Adds a weight as an initializer if it is none yet.
  void NeedWeight(const std::string& name);

  // Returns the type and shape of a variable; sizes that are not known are
  // called as the program calls them.
  proto::ValueInfoProto InfoOf(const std::string& name) const;

 private:
  void Write(const framework::Tensor& tensor, const std::string& name);

  const framework::Program& program_;
  const Weights& weights_;
  const int opset_;
  proto::GraphProto& graph_;
  absl::flat_hash_map<std::string, int> made_;  // by prefix
  absl::flat_hash_set<std::string> written_;    // weights
  absl::flat_hash_set<std::string> outputs_;
  int64_t bytes_ = 0;
};

}  // namespace paddle::onnx
