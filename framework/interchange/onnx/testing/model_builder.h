// Builds ONNX models in memory for tests, and runs what is made of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/interchange/onnx/load.h"
#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::onnx::testing {

using Sizes = std::vector<int64_t>;
using Names = std::vector<std::string>;
using Numbers = std::vector<float>;

// A model of one graph, to which each call adds.
class ModelBuilder {
 public:
  explicit ModelBuilder(int opset = 17);

  // An input; -1 is a size "N", other negative ones are "s2", "s3", ...
  void Input(const std::string& name, const Sizes& dims,
             int type = proto::TensorProto::FLOAT);
  void Floats(const std::string& name, const Sizes& dims,
              const Numbers& values);
  void Ints(const std::string& name, const Sizes& dims, const Sizes& values);
  proto::NodeProto* Node(const std::string& op, const Names& inputs,
                         const Names& outputs);
  void Output(const std::string& name);

  // Returns the type of the last input, to be changed.
  proto::TypeProto* LastType();
  proto::ModelProto& model() { return model_; }
  // The graph so far, for a node of another one.
  const proto::GraphProto& graph() const { return model_.graph(); }
  // Adds a function of domain "local" whose body is the graph of another
  // builder.
  proto::FunctionProto* Function(const std::string& name,
                                 const ModelBuilder& body);

 private:
  proto::ModelProto model_;
};

// Turn a type into a sequence, or an optional, of what it is.
void MakeSequence(proto::TypeProto* type);
void MakeOptional(proto::TypeProto* type);

// Set an attribute of a node.
void SetInt(proto::NodeProto* node, const std::string& name, int64_t value);
void SetFloat(proto::NodeProto* node, const std::string& name, float value);
void SetText(proto::NodeProto* node, const std::string& name,
             const std::string& value);
void SetInts(proto::NodeProto* node, const std::string& name,
             const Sizes& values);
void SetGraph(proto::NodeProto* node, const std::string& name,
              const ModelBuilder& graph);

// Returns a tensor of float32 or int64.
framework::LoDTensor FloatTensor(const Sizes& dims, const Numbers& values);
framework::LoDTensor IntTensor(const Sizes& dims, const Sizes& values);

// A model that has been imported, with its scope. It is called "model.onnx".
struct Imported {
  std::shared_ptr<framework::Scope> scope;
  std::shared_ptr<framework::Program> program;

  // Returns the types of the operators, in order.
  Names Types() const;
};
Imported Import(const proto::ModelProto& model,
                const LoadOptions& options = {});

using FeedTensors = std::vector<std::pair<std::string, framework::LoDTensor>>;

// Returns the first fetch as numbers, of whichever type it is.
std::vector<double> RunImported(const Imported& imported,
                                const FeedTensors& feeds);

// Returns a tensor array as it is fed.
framework::LoDTensor ListOf(const std::vector<framework::LoDTensor>& elements);
// Returns the first fetch, a tensor array, element by element.
std::vector<std::vector<double>> RunList(const Imported& imported,
                                         const FeedTensors& feeds);

// Returns what a model with one node makes of inputs of float32: the first
// output, at the version that is given. `set` adds attributes.
struct OneNode {
  std::string op;
  std::vector<std::pair<Sizes, Numbers>> inputs;
  int opset = 17;
};
template <typename Set>
std::vector<double> RunNode(const OneNode& one, Set set) {
  ModelBuilder builder(one.opset);
  Names names;
  FeedTensors feeds;
  for (const auto& [dims, values] : one.inputs) {
    names.push_back("x" + std::to_string(names.size()));
    builder.Input(names.back(), dims);
    feeds.emplace_back(names.back(), FloatTensor(dims, values));
  }
  set(builder.Node(one.op, names, {"y"}));
  builder.Output("y");
  return RunImported(Import(builder.model()), feeds);
}
inline std::vector<double> RunNode(const OneNode& one) {
  return RunNode(one, [](proto::NodeProto*) {});
}

}  // namespace paddle::onnx::testing
