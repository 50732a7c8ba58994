// Turns the graphs of a model into the blocks of a program.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "paddle/framework/interchange/onnx/functions.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/interchange/onnx/opsets.h"
#include "paddle/framework/interchange/onnx/values.h"
#include "paddle/framework/ir/program.h"

namespace paddle::onnx {

class GraphImport;

// The state that the graphs of a model share while they are imported.
struct ModelContext {
  ModelContext(const proto::ModelProto& model, std::string name,
               std::string folder)
      : name(std::move(name)),
        folder(std::move(folder)),
        opsets(model),
        functions(model) {}

  const std::string name;    // stands for the file in messages
  const std::string folder;  // holds its external data
  const Opsets opsets;
  const Functions functions;
  absl::flat_hash_set<const proto::FunctionProto*> called;
  int64_t folded = 0;  // elements of the values that nodes were folded to
  int64_t nodes = 0;   // that have been imported
  // Those of them that are not in the main graph, and the inputs and outputs of
  // the graphs that are in nodes.
  int64_t inner = 0;
  // The graph and the node that an operator comes from, by its id.
  absl::flat_hash_map<int64_t, std::pair<const GraphImport*, int>> origins;
};

// Writes the nodes of one graph, or of the body of a function, to a block.
// Those inside it belong to it. Not thread safe.
class GraphImport : public NodeGraph {
 public:
  using Nodes = google::protobuf::RepeatedPtrField<proto::NodeProto>;

  // The main graph, in the global block of an empty program. Values are made
  // with `trainable` and `taken` (values.h). Refers to the context.
  GraphImport(ModelContext* model, std::shared_ptr<framework::Program> program,
              bool trainable, Values::Names taken);
  ~GraphImport() override = default;
  GraphImport(const GraphImport&) = delete;
  GraphImport& operator=(const GraphImport&) = delete;

  // Writes the nodes, of which a graph has one list. Errors name the node.
  void ImportNodes(const Nodes& nodes);

  Values& values() { return values_; }
  // Returns the variable of a value, writing what it waits for.
  layer::Variable VariableOf(const std::string& name);
  // Returns the names of all values, each with its variable, those of the
  // graphs inside last.
  std::vector<std::pair<std::string, layer::Variable>> Named() const;
  // Returns the name of a node in messages.
  std::string Place(int index) const;

  const std::string& folder() const override { return model_.folder; }
  bool is_repeated() const override { return repeated_; }
  const proto::AttributeProto* CallAttr(const std::string& name) const override;
  void WritePending(const Value& value) override;
  std::vector<ValuePtr> Import(const proto::GraphProto& graph,
                               const std::string& name,
                               const std::vector<Value>& inputs) override;
  size_t Mark() const override { return inner_.size(); }
  void Undo(size_t mark) override;

 private:
  // A graph in the current block, which sees the names of the outer one unless
  // it is the body of a function.
  GraphImport(GraphImport* outer, const proto::FunctionProto* function,
              std::string place);

  GraphImport* AddInner(const proto::FunctionProto* function,
                        const std::string& what);
  void CheckDoesNotCallItself(const proto::FunctionProto& function) const;
  int OpsetOf(const std::string& domain) const;
  void CountInner(int64_t nodes);
  void CheckBlocks() const;
  void ImportNode(int index);
  void Call(const proto::FunctionProto& function, int index);
  void BindCall(const proto::FunctionProto& function,
                const proto::NodeProto& call);
  void WriteNode(int index);
  void Handle(const proto::NodeProto& node);
  // Calls the function; errors name the node.
  template <typename Function>
  void At(int index, Function function) const;
  void ForgetRemoved();

  ModelContext& model_;
  GraphImport* const outer_ = nullptr;  // null for the main graph
  const proto::FunctionProto* const function_ = nullptr;
  const std::string place_;
  const int block_ = 0;
  const int depth_ = 1;
  bool repeated_ = false;
  std::unique_ptr<Opsets> opsets_;  // of a function
  // Attributes of the call, by name.
  std::map<std::string, const proto::AttributeProto*> call_attrs_;
  Values values_;
  const Nodes* nodes_ = nullptr;
  int current_ = -1;  // the node that is written
  std::vector<std::unique_ptr<GraphImport>> inner_;
};

}  // namespace paddle::onnx
