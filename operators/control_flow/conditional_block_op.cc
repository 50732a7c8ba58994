#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/gradient_registration.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/control_flow/branch_shapes.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::BlockIndex;
using framework::InferShapeContext;

class ConditionalBlockOpMaker : public BranchOpMaker {
 public:
  void Make() override {
    AddInput("Condition", "One bool.").NoGradient();
    AddBranches();
    AddAttr<BlockIndex>("block",
                        "Runs if the condition holds. No arguments; its "
                        "results are the outputs.");
    AddAttr<std::vector<BlockIndex>>(
        "else_block", "If given, runs if the condition does not hold.")
        .SetDefault({})
        .LengthBetween(0, 1);
    AddComment(
        "Out = block() if a condition holds, else else_block(), or Otherwise. "
        "What the blocks update or print stays undone unless they run. Errors: "
        "InvalidArgument for a Condition that is not one bool, for blocks "
        "whose results differ in number, kind or data type, and for results "
        "without else_block or Otherwise.");
  }
};

void InferConditionalBlock(InferShapeContext* context) {
  if (context->is_running()) return;  // the kernel finds the shapes
  CheckConditions(*context, "Condition");
  const size_t others =
      context->Attr<std::vector<BlockIndex>>("else_block").size();
  PADDLE_ENFORCE_LE(others, 1u, "conditional_block has one else_block");
  std::vector<OwnedBlockAttr> blocks = {{"block", 0}};
  if (others == 1) blocks.emplace_back("else_block", 0);
  SetBranchOutputs(context, blocks, /*always=*/others == 1);
}

class ConditionalBlockGradOpMaker : public BranchGradSlotsMaker {
 public:
  void Make() override {
    AddGrad("Condition");
    AddComment(
        "The gradient of conditional_block: runs the gradient of the block "
        "that ran.");
  }
};

std::vector<framework::proto::OpDesc> MakeConditionalBlockGradient(
    const framework::proto::OpDesc& forward, framework::GradContext* context) {
  // In the order in which the kernel tries them: the block, then the other one,
  // which has no condition.
  std::vector<BlockIndex> blocks = {
      framework::GetAttr<BlockIndex>(forward, "block")};
  for (BlockIndex block :
       framework::GetAttr<std::vector<BlockIndex>>(forward, "else_block")) {
    blocks.push_back(block);
  }
  return MakeBranchGradient(forward, "Condition", blocks, context);
}

std::vector<framework::proto::OpDesc> MakeConditionalBlockSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context) {
  return MakeBranchSecondGradient(
      grad, context, "conditional_block", "Condition",
      [](const std::vector<BlockIndex>& blocks) -> framework::AttributeMap {
        return {{"block", blocks[0]},
                {"else_block",
                 std::vector<BlockIndex>(blocks.begin() + 1, blocks.end())}};
      });
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(conditional_block,
                             framework::ShapeFunction(InferConditionalBlock),
                             ConditionalBlockOpMaker);
REGISTER_GRADIENT_OP(conditional_block, conditional_block_grad, BranchGradOp,
                     ConditionalBlockGradOpMaker, MakeConditionalBlockGradient);
REGISTER_GRADIENT_MAKER(conditional_block_grad,
                        MakeConditionalBlockSecondGradient);
REGISTER_OP_FLOPS(conditional_block, framework::FlopsOfItsBlocks());

}  // namespace paddle::operators
