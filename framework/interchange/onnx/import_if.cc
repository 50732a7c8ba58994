// Branches, of which a condition chooses one.
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/interchange/onnx/tensor_data.h"
#include "paddle/framework/interchange/onnx/value_type.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/switch_case.h"
#include "paddle/framework/layers/tensor_array.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

std::string NameOf(bool holds) { return holds ? "then_branch" : "else_branch"; }

const proto::GraphProto& GraphOf(Node* node, bool holds) {
  return node->GraphAttr(NameOf(holds));
}

std::vector<ValuePtr> Branch(Node* node, bool holds) {
  const std::string name = NameOf(holds);
  auto outputs = node->graph().Import(GraphOf(node, holds), name, {});
  PADDLE_ENFORCE(node->num_outputs() <= static_cast<int>(outputs.size()),
                 InvalidArgument, name, " has ", outputs.size(),
                 " outputs, and the node ", node->num_outputs());
  return outputs;
}

// Returns an optional as the array that it is when the program runs.
Variable ArrayOf(Node* node, const ValuePtr& value, const ValueType& type) {
  if (value == nullptr) {
    Ints shape;
    for (const auto& dim : type.tensor->shape().dim()) {
      shape.push_back(dim.has_dim_value() ? dim.dim_value() : -1);
    }
    return layer::create_array(TypeOf(type.tensor->elem_type()), shape);
  }
  const Variable variable = node->VariableOf(value);
  if (variable.kind() == framework::proto::TENSOR_ARRAY) return variable;
  return layer::array_write(variable, node->Number(0, DataType::kInt64));
}

// Returns the outputs of a branch for the case that a run chooses it.
std::vector<Variable> VariablesOfBranch(Node* node, bool holds) {
  const std::vector<ValuePtr> values = Branch(node, holds);
  const proto::GraphProto& graph = GraphOf(node, holds);
  std::vector<Variable> variables;
  for (size_t i = 0; i < values.size(); ++i) {
    const ValueType type =
        ValueTypeOf(graph.output(static_cast<int>(i)).type());
    variables.push_back(type.optional() == OptionalKind::kNone
                            ? node->VariableOf(values[i])
                            : ArrayOf(node, values[i], type));
  }
  return variables;
}

// A condition that is known needs no block.
void Chosen(Node* node, bool holds) {
  const std::vector<ValuePtr> outputs = Branch(node, holds);
  for (int i = 0; i < node->num_outputs(); ++i) node->OutShared(i, outputs[i]);
}

void If(Node* node) {
  if (node->ConstantIn(0) != nullptr) {
    return Chosen(node, node->NumberIn(0) != 0);
  }
  const auto branch = [node](bool holds) {
    return [node, holds] { return VariablesOfBranch(node, holds); };
  };
  const std::vector<Variable> outputs =
      layer::cond(node->In(0), branch(true), branch(false));
  const proto::GraphProto& graph = GraphOf(node, true);
  for (int i = 0; i < node->num_outputs(); ++i) {
    node->Out(i, outputs[i]);
    node->SetOptional(i, ValueTypeOf(graph.output(i).type()).optional());
  }
}

PADDLE_ONNX_IMPORT("If", 1, If);

}  // namespace
}  // namespace paddle::onnx
