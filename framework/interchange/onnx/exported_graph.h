// The graph of an ONNX model while a program becomes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::onnx {

// The sequences that the rows of a value form, which ONNX does not have.
struct ExportedSequences {
  std::string lengths;  // a value, int64, [sequences]
  int64_t steps = -1;   // the length of all of them, if that is known
};

// Adds nodes and initializers to a graph, whose values are called as the
// program's variables. Not thread safe.
class ExportedGraph {
 public:
  // Sends nodes to a graph inside of the one that they went to, and finds
  // variables in a block, as long as this lives. What a block of the program
  // reads from outside, its graph does, too; initializers are outside of all. A
  // variable that has the name of one around its block gets a new name.
  class Inside {
   public:
    // Keeps references.
    Inside(ExportedGraph* graph, int block, proto::GraphProto* inner);
    ~Inside();
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    // Renames variables of a block that have the name of others around it.
    void Distinguish(const framework::SymbolTable& block);

    ExportedGraph& graph_;
    // As they are outside, where nothing from inside is known.
    const absl::flat_hash_set<std::string> outputs_;
    const absl::flat_hash_map<std::string, ExportedSequences> sequences_;
    const absl::flat_hash_map<std::string, std::string> renamed_;
    proto::GraphProto* const nodes_;
    const int block_;
  };

  using Weights = absl::flat_hash_map<std::string, framework::Tensor>;

  // `weights` has the persistable variables that operators read, by name, on
  // the CPU. Keeps references to all but the number.
  ExportedGraph(const framework::Program& program, const Weights& weights,
                int opset, proto::GraphProto* graph);

  int opset() const { return opset_; }
  const framework::Program& program() const { return program_; }
  // The block whose operators are written.
  const framework::SymbolTable& block() const { return program_.block(block_); }
  int block_index() const { return block_; }

  framework::Dims DimsOf(const std::string& name) const;
  framework::DataType TypeOf(const std::string& name) const;
  // Returns null for a name that is no weight.
  const framework::Tensor* FindWeight(const std::string& name) const;

  // Returns what a variable, or any other value, is called in the graph.
  const std::string& NameOf(const std::string& name) const;
  // Calls a variable of the block as a value of a graph around this one.
  void Rename(const std::string& name, const std::string& value);
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

  // Set and return the sequences of a value; null for one without.
  void SetSequences(const std::string& name, ExportedSequences sequences);
  const ExportedSequences* FindSequences(const std::string& name) const;

  // Returns the type and shape of a variable; sizes that are not known are
  // called as the program calls them.
  proto::ValueInfoProto InfoOf(const std::string& name) const;

 private:
  void Write(const framework::Tensor& tensor, const std::string& name);

  const framework::Program& program_;
  const Weights& weights_;
  const int opset_;
  proto::GraphProto& graph_;            // has the initializers
  proto::GraphProto* nodes_ = nullptr;  // gets the nodes
  int block_ = 0;
  absl::flat_hash_map<std::string, int> made_;  // by prefix
  absl::flat_hash_set<std::string> written_;    // weights
  absl::flat_hash_set<std::string> outputs_;
  absl::flat_hash_map<std::string, ExportedSequences> sequences_;
  absl::flat_hash_map<std::string, std::string> renamed_;  // variables
  int64_t bytes_ = 0;
};

}  // namespace paddle::onnx
