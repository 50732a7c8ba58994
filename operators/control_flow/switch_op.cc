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

class SwitchOpMaker : public BranchOpMaker {
 public:
  void Make() override {
    AddInput("Conditions", "One bool for each case.").AsList().NoGradient();
    AddBranches();
    AddAttr<std::vector<BlockIndex>>(
        "blocks",
        "One for each condition and, if there is one more, the default. No "
        "arguments; their results are the outputs.")
        .LengthAtLeast(1);
    AddComment(
        "Out = blocks[i]() for the first i with Conditions[i], or the default "
        "if none holds. What blocks update or print stays undone unless they "
        "run. Errors: InvalidArgument for a condition that is not one bool, "
        "for blocks whose results differ, and for results without default or "
        "Otherwise.");
  }
};

void InferSwitch(InferShapeContext* context) {
  if (context->is_running()) return;  // the kernel finds the shapes
  CheckConditions(*context, "Conditions");
  const int conditions = context->InputCount("Conditions");
  const auto& blocks = context->Attr<std::vector<BlockIndex>>("blocks");
  const int count = static_cast<int>(blocks.size());
  PADDLE_ENFORCE(
      conditions > 0 && (count == conditions || count == conditions + 1),
      InvalidArgument, "switch has ", conditions, " conditions and ", count,
      " blocks: one for each condition, and a default, are wanted");
  // The default, if there is one, is the last of the blocks.
  std::vector<OwnedBlockAttr> cases;
  for (int i = 0; i < count; ++i) cases.emplace_back("blocks", i);
  SetBranchOutputs(context, cases, /*always=*/count > conditions);
}

class SwitchGradOpMaker : public BranchGradSlotsMaker {
 public:
  void Make() override {
    AddGrad("Conditions");
    AddComment(
        "The gradient of switch: runs the gradient of the block that ran.");
  }
};

std::vector<framework::proto::OpDesc> MakeSwitchGradient(
    const framework::proto::OpDesc& forward, framework::GradContext* context) {
  return MakeBranchGradient(
      forward, "Conditions",
      framework::GetAttr<std::vector<BlockIndex>>(forward, "blocks"), context);
}

std::vector<framework::proto::OpDesc> MakeSwitchSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context) {
  return MakeBranchSecondGradient(
      grad, context, "switch", "Conditions",
      [](const std::vector<BlockIndex>& blocks) -> framework::AttributeMap {
        return {{"blocks", blocks}};
      });
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(switch, framework::ShapeFunction(InferSwitch),
                             SwitchOpMaker);
REGISTER_GRADIENT_OP(switch, switch_grad, BranchGradOp, SwitchGradOpMaker,
                     MakeSwitchGradient);
REGISTER_GRADIENT_MAKER(switch_grad, MakeSwitchSecondGradient);
REGISTER_OP_FLOPS(switch, framework::FlopsOfItsBlocks());

}  // namespace paddle::operators
