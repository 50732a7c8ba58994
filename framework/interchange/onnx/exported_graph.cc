#include "paddle/framework/interchange/onnx/exported_graph.h"

#include "absl/strings/str_cat.h"

#include "paddle/framework/interchange/onnx/onnx_type.h"
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
    : program_(program), weights_(weights), opset_(opset), graph_(*graph) {}

Dims ExportedGraph::DimsOf(const std::string& name) const {
  const auto& var = program_.global_block().GetVar(name);
  return Dims(std::vector<int64_t>(var.dims().begin(), var.dims().end()));
}

DataType ExportedGraph::TypeOf(const std::string& name) const {
  return static_cast<DataType>(program_.global_block().GetVar(name).dtype());
}

const Tensor* ExportedGraph::FindWeight(const std::string& name) const {
  const auto found = weights_.find(name);
  return found == weights_.end() ? nullptr : &found->second;
}

std::string ExportedGraph::NewName(const std::string& prefix) {
  std::string name;
  do {
    name = absl::StrCat(prefix, ".onnx_", made_[prefix]++);
  } while (program_.global_block().FindVar(name) != nullptr);
  return name;
}

proto::NodeProto* ExportedGraph::AddNode(
    const std::string& type, const std::vector<std::string>& inputs,
    const std::vector<std::string>& outputs) {
  for (const std::string& input : inputs) {
    if (FindWeight(input) != nullptr) NeedWeight(input);
  }
  proto::NodeProto* node = graph_.add_node();
  node->set_op_type(type);
  for (const std::string& input : inputs) node->add_input(input);
  for (const std::string& output : outputs) {
    node->add_output(output);
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

void ExportedGraph::Write(const Tensor& tensor, const std::string& name) {
  const auto size =
      static_cast<int64_t>(tensor.numel() * framework::SizeOf(tensor.dtype()));
  bytes_ += size;
  PADDLE_ENFORCE(
      bytes_ <= kMostBytes, ResourceExhausted,
      "the weights have more than 2 GiB, which one file cannot hold");
  proto::TensorProto* out = graph_.add_initializer();
  out->set_name(name);
  out->set_data_type(static_cast<int32_t>(OnnxTypeOf(tensor.dtype())));
  for (int64_t dim : tensor.dims()) out->add_dims(dim);
  out->set_raw_data(tensor.raw_data(), size);
}

proto::ValueInfoProto ExportedGraph::InfoOf(const std::string& name) const {
  proto::ValueInfoProto info;
  info.set_name(name);
  auto* type = info.mutable_type()->mutable_tensor_type();
  type->set_elem_type(static_cast<int32_t>(OnnxTypeOf(TypeOf(name))));
  auto* shape = type->mutable_shape();  // A scalar has one, too.
  for (int64_t size : DimsOf(name)) {
    auto* dim = shape->add_dim();
    if (size >= 0) {
      dim->set_dim_value(size);
    } else {
      dim->set_dim_param(program_.global_block().sizes().Text(size));
    }
  }
  return info;
}

}  // namespace paddle::onnx
