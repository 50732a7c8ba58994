// Blocks that run if a condition holds, or as long as it does.
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/exported_block.h"
#include "paddle/framework/interchange/onnx/exported_op.h"
#include "paddle/framework/interchange/onnx/exporters.h"
#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::onnx {
namespace {

using framework::BlockIndex;
using framework::DataType;
using Ints = ExportedOp::Ints;
using Names = ExportedOp::Names;

// Returns one bool as the nodes want it, of rank 0.
std::string Scalar(ExportedOp* op, const std::string& condition) {
  Ints axes(op->DimsOf(condition).rank());
  if (axes.empty()) return condition;
  for (size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<int64_t>(i);
  return op->Value("Squeeze", {condition, op->Integers(axes)});
}

// A loop of more than max_iterations, which is an error here, goes on there.
void While(ExportedOp* op) {
  Names inputs{"", Scalar(op, op->In("Condition"))};
  for (const std::string& init : op->Ins("Carried")) inputs.push_back(init);
  proto::NodeProto* node = op->Node("Loop", inputs, op->Outs("Out"));
  ExportedBlock body(op, op->Attr<BlockIndex>("block").index, node, "body");
  body.AddInput(DataType::kInt64);  // the number of the iteration
  body.AddInput(DataType::kBool);   // the condition
  for (const std::string& name : body.arguments()) body.AddInput(name);
  body.Run();
  const Names results = body.results();
  body.AddOutput(DataType::kBool, Scalar(op, results[0]));
  body.AddOutputs({results.begin() + 1, results.end()});
}

void ConditionalBlock(ExportedOp* op) {
  const int here = op->graph()->block_index();
  proto::NodeProto* node =
      op->Node("If", {Scalar(op, op->In("Condition"))}, op->Outs("Out"));
  const auto branch = [&](const char* attribute, int index) {
    ExportedBlock block(op, index, node, attribute);
    block.Run();
    block.AddOutputs(block.results());
  };
  branch("then_branch", op->Attr<BlockIndex>("block").index);
  const auto others = op->Attr<std::vector<BlockIndex>>("else_block");
  if (!others.empty()) return branch("else_branch", others[0].index);
  ExportedBlock block(op, here, node, "else_branch");
  block.AddOutputs(op->Ins("Otherwise"));
}

PADDLE_ONNX_EXPORT("conditional_block", ConditionalBlock);
PADDLE_ONNX_EXPORT("while", While);

}  // namespace
}  // namespace paddle::onnx
