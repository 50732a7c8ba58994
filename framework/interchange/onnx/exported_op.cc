#include "paddle/framework/interchange/onnx/exported_op.h"

#include <algorithm>

#include "paddle/framework/interchange/onnx/onnx_type.h"

namespace paddle::onnx {

using framework::DataType;
using framework::Tensor;
using proto::AttributeProto;
using proto::NodeProto;

bool ExportedOp::HasIn(const std::string& slot) const {
  return !Ins(slot).empty();
}

std::string ExportedOp::In(const std::string& slot) const {
  return framework::Input(op_, slot);
}

std::string ExportedOp::Out(const std::string& slot) const {
  return framework::Output(op_, slot);
}

ExportedOp::Names ExportedOp::Ins(const std::string& slot) const {
  const auto names = framework::Inputs(op_, slot);
  return {names.begin(), names.end()};
}

ExportedOp::Names ExportedOp::Outs(const std::string& slot) const {
  const auto names = framework::Outputs(op_, slot);
  return {names.begin(), names.end()};
}

NodeProto* ExportedOp::Node(const std::string& type, const Names& inputs,
                            const Names& outputs) {
  return graph_.AddNode(type, inputs, outputs);
}

std::string ExportedOp::Value(const std::string& type, const Names& inputs,
                              NodeProto** node) {
  const std::string name =
      graph_.NewName(Outs("Out").size() == 1 ? Out("Out") : type);
  NodeProto* added = Node(type, inputs, {name});
  if (node != nullptr) *node = added;
  return name;
}

std::string ExportedOp::Cast(const std::string& x, DataType type) {
  NodeProto* node = nullptr;
  const std::string cast = Value("Cast", {x}, &node);
  SetInt(node, "to", OnnxTypeOf(type));
  return cast;
}

std::string ExportedOp::Joined(const Names& parts, int64_t axis) {
  if (parts.size() == 1) return parts[0];
  NodeProto* node = nullptr;
  const std::string joined = Value("Concat", parts, &node);
  SetInt(node, "axis", axis);
  return joined;
}

std::string ExportedOp::Turned(const std::string& x, const Ints& order) {
  NodeProto* node = nullptr;
  const std::string turned = Value("Transpose", {x}, &node);
  SetInts(node, "perm", order);
  return turned;
}

// Axes became an input of ReduceSum in version 13, and of the others in 18.
std::string ExportedOp::Reduced(const std::string& type, const std::string& x,
                                const Ints& axes, bool keeps_axes,
                                std::string out) {
  const bool as_input = opset() >= 18 || type == "ReduceSum";
  Names inputs{x};
  if (!axes.empty() && as_input) inputs.push_back(Integers(axes));
  NodeProto* node = nullptr;
  if (out.empty()) {
    out = Value(type, inputs, &node);
  } else {
    node = Node(type, inputs, {out});
  }
  SetInt(node, "keepdims", keeps_axes ? 1 : 0);
  if (!axes.empty() && !as_input) SetInts(node, "axes", axes);
  return out;
}

std::string ExportedOp::Integers(const Ints& values) {
  Tensor tensor({static_cast<int64_t>(values.size())}, DataType::kInt64);
  std::copy(values.begin(), values.end(), tensor.mutable_data<int64_t>());
  return graph_.AddTensor(tensor, "ints");
}

std::string ExportedOp::Number(double value, DataType type) {
  Tensor tensor({}, type);
  framework::VisitDataType(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    *tensor.mutable_data<T>() = static_cast<T>(value);
  });
  return graph_.AddTensor(tensor, "number");
}

std::string ExportedOp::Reshaped(const std::string& x, const Ints& shape) {
  const Tensor* weight = graph_.FindWeight(x);
  if (weight == nullptr) return Value("Reshape", {x, Integers(shape)});
  return graph_.AddTensor(weight->Reshaped(framework::Dims(shape)), x);
}

namespace {

AttributeProto* AddAttr(NodeProto* node, const std::string& name,
                        AttributeProto::AttributeType type) {
  AttributeProto* attribute = node->add_attribute();
  attribute->set_name(name);
  attribute->set_type(type);
  return attribute;
}

}  // namespace

void SetInt(NodeProto* node, const std::string& name, int64_t value) {
  AddAttr(node, name, AttributeProto::INT)->set_i(value);
}

void SetFloat(NodeProto* node, const std::string& name, double value) {
  AddAttr(node, name, AttributeProto::FLOAT)->set_f(static_cast<float>(value));
}

void SetText(NodeProto* node, const std::string& name,
             const std::string& value) {
  AddAttr(node, name, AttributeProto::STRING)->set_s(value);
}

void SetInts(NodeProto* node, const std::string& name,
             const std::vector<int64_t>& values) {
  AttributeProto* attribute = AddAttr(node, name, AttributeProto::INTS);
  for (int64_t value : values) attribute->add_ints(value);
}

void SetTexts(NodeProto* node, const std::string& name,
              const std::vector<std::string>& values) {
  AttributeProto* attribute = AddAttr(node, name, AttributeProto::STRINGS);
  for (const std::string& value : values) attribute->add_strings(value);
}

proto::GraphProto* SetGraph(NodeProto* node, const std::string& name) {
  proto::GraphProto* graph =
      AddAttr(node, name, AttributeProto::GRAPH)->mutable_g();
  graph->set_name(name);
  return graph;
}

}  // namespace paddle::onnx
