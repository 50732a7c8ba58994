#include "paddle/framework/interchange/onnx/exported_graph.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/interchange/onnx/onnx_type.h"
#include "paddle/framework/interchange/onnx/packed_elements.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

namespace {

// The most that one message can hold; larger models would need external data.
constexpr int64_t kMostBytes = (int64_t{1} << 31) - (1 << 20);

}  // namespace

ExportedGraph::ExportedGraph(const framework::Program& program,
                             const Weights& weights, int opset,
                             proto::GraphProto* graph)
    : program_(program),
      weights_(weights),
      opset_(opset),
      graph_(*graph),
      nodes_(graph) {}

ExportedGraph::Inside::Inside(ExportedGraph* graph, int block,
                              proto::GraphProto* inner)
    : graph_(*graph),
      outputs_(graph->outputs_),
      sequences_(graph->sequences_),
      renamed_(graph->renamed_),
      nodes_(graph->nodes_),
      block_(graph->block_) {
  if (block != block_) Distinguish(graph->program_.block(block));
  graph->block_ = block;
  graph->nodes_ = inner;
}

void ExportedGraph::Inside::Distinguish(const framework::SymbolTable& block) {
  for (const auto& var : block.desc().vars()) {
    if (graph_.block().FindVar(var.name()) == nullptr) continue;
    graph_.Rename(var.name(), graph_.NewName(var.name()));
    graph_.sequences_.erase(var.name());
  }
}

ExportedGraph::Inside::~Inside() {
  graph_.outputs_ = outputs_;
  graph_.sequences_ = sequences_;
  graph_.renamed_ = renamed_;
  graph_.nodes_ = nodes_;
  graph_.block_ = block_;
}

Dims ExportedGraph::DimsOf(const std::string& name) const {
  const auto& var = block().GetVar(name);
  return Dims(std::vector<int64_t>(var.dims().begin(), var.dims().end()));
}

DataType ExportedGraph::TypeOf(const std::string& name) const {
  return static_cast<DataType>(block().GetVar(name).dtype());
}

const Tensor* ExportedGraph::FindWeight(const std::string& name) const {
  if (renamed_.contains(name)) return nullptr;
  const auto found = weights_.find(name);
  return found == weights_.end() ? nullptr : &found->second;
}

const std::string& ExportedGraph::NameOf(const std::string& name) const {
  const auto found = renamed_.find(name);
  return found == renamed_.end() ? name : found->second;
}

void ExportedGraph::Rename(const std::string& name, const std::string& value) {
  renamed_[name] = value;
}

std::string ExportedGraph::NewName(const std::string& prefix) {
  const auto known = [this](const std::string& name) {
    for (int i = 0; i < program_.num_blocks(); ++i) {
      if (program_.block(i).FindVar(name, false) != nullptr) return true;
    }
    return false;
  };
  std::string name;
  do {
    name = absl::StrCat(prefix, ".onnx_", made_[prefix]++);
  } while (known(name));
  return name;
}

proto::NodeProto* ExportedGraph::AddNode(
    const std::string& type, const std::vector<std::string>& inputs,
    const std::vector<std::string>& outputs) {
  for (const std::string& input : inputs) {
    if (FindWeight(input) != nullptr) NeedWeight(input);
  }
  proto::NodeProto* node = nodes_->add_node();
  node->set_op_type(type);
  for (const std::string& input : inputs) node->add_input(NameOf(input));
  for (const std::string& output : outputs) {
    node->add_output(NameOf(output));
    outputs_.insert(output);
  }
  return node;
}

std::string ExportedGraph::AddTensor(const Tensor& tensor,
                                     const std::string& prefix) {
  const std::string name = NewName(prefix);
  Write(tensor, name);
  return name;
}

void ExportedGraph::NeedWeight(const std::string& name) {
  if (written_.insert(name).second) Write(*FindWeight(name), name);
}

void ExportedGraph::SetSequences(const std::string& name,
                                 ExportedSequences sequences) {
  sequences_[name] = std::move(sequences);
}

const ExportedSequences* ExportedGraph::FindSequences(
    const std::string& name) const {
  const auto found = sequences_.find(name);
  return found == sequences_.end() ? nullptr : &found->second;
}

void ExportedGraph::Write(const Tensor& tensor, const std::string& name) {
  bytes_ += static_cast<int64_t>(tensor.bytes());
  PADDLE_ENFORCE(
      bytes_ <= kMostBytes, ResourceExhausted,
      "the weights have more than 2 GiB, which one file cannot hold");
  proto::TensorProto* out = graph_.add_initializer();
  out->set_name(name);
  out->set_data_type(static_cast<int32_t>(OnnxTypeOf(tensor.dtype())));
  for (int64_t dim : tensor.dims()) out->add_dims(dim);
  out->set_raw_data(Stored(tensor));
}

proto::ValueInfoProto ExportedGraph::InfoOf(const std::string& name) const {
  proto::ValueInfoProto info;
  info.set_name(NameOf(name));
  auto* type = info.mutable_type()->mutable_tensor_type();
  type->set_elem_type(static_cast<int32_t>(OnnxTypeOf(TypeOf(name))));
  auto* shape = type->mutable_shape();  // A scalar has one, too.
  for (int64_t size : DimsOf(name)) {
    auto* dim = shape->add_dim();
    if (size >= 0) {
      dim->set_dim_value(size);
    } else {
      dim->set_dim_param(block().sizes().Text(size));
    }
  }
  return info;
}

}  // namespace paddle::onnx
