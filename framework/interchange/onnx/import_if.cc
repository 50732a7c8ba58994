// Branches, of which a condition chooses one.
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/layers/switch_case.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

std::vector<ValuePtr> Branch(Node* node, bool holds) {
  const std::string name = holds ? "then_branch" : "else_branch";
  auto outputs = node->graph().Import(node->GraphAttr(name), name, {});
  PADDLE_ENFORCE(node->num_outputs() <= static_cast<int>(outputs.size()),
                 InvalidArgument, name, " has ", outputs.size(),
                 " outputs, and the node ", node->num_outputs());
  return outputs;
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
    return [node, holds] { return node->VariablesOf(Branch(node, holds)); };
  };
  const std::vector<Variable> outputs =
      layer::cond(node->In(0), branch(true), branch(false));
  for (int i = 0; i < node->num_outputs(); ++i) node->Out(i, outputs[i]);
}

PADDLE_ONNX_IMPORT("If", 1, If);

}  // namespace
}  // namespace paddle::onnx
