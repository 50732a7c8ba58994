// The schema half of operators that run one of their blocks, or none:
// conditional_block and switch.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"
#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_maker.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/control_flow/branch_gradient.h"

namespace paddle::operators {

// What both declare besides their conditions and blocks.
class BranchOpMaker : public framework::OpMaker {
 protected:
  void AddBranches();
};

// A block attribute, and which one of those it lists.
using OwnedBlockAttr = std::pair<std::string, int>;

// InvalidArgument, with data type and shape, unless each variable of the slot
// may be one bool.
void CheckConditions(const framework::InferShapeContext& context,
                     const std::string& slot);

// Gives the outputs the shapes that the results of all blocks have in common; a
// size that differs is a new symbol. `always`: one of the blocks always runs,
// so there is no Otherwise. InvalidArgument, saying which, for different
// numbers of results, or results that differ in kind, data type, rank or depth
// of sequences.
void SetBranchOutputs(framework::InferShapeContext* context,
                      const std::vector<OwnedBlockAttr>& blocks, bool always);

// The gradient operator <type>_grad, whose conditions stand in the same slot.
class BranchGradSlotsMaker : public BranchGradOpMaker {
 protected:
  void AddGrad(const std::string& conditions);
};
class BranchGradOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};
std::vector<framework::proto::OpDesc> MakeBranchGradient(
    const framework::proto::OpDesc& forward, const std::string& conditions,
    const std::vector<framework::BlockIndex>& blocks,
    framework::GradContext* context);

// The gradient of such a gradient operator: of the forward operator `type`,
// `attributes` being those of one with the given blocks.
std::vector<framework::proto::OpDesc> MakeBranchSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context,
    const std::string& type, const std::string& conditions,
    const std::function<framework::AttributeMap(
        const std::vector<framework::BlockIndex>&)>& attributes);

}  // namespace paddle::operators
