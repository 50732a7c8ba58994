// The schemas of operators that run one of their blocks, or none:
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
#include "paddle/operators/control_flow/block_maker.h"
#include "paddle/operators/control_flow/branch_gradient.h"

namespace paddle::operators {

// Declares the slots that both have besides their conditions and blocks.
class BranchOpMaker : public BlockOpMaker {
 protected:
  void AddBranches();
};

// The attribute of a block, and its index if the attribute is a list.
using OwnedBlockAttr = std::pair<std::string, int>;

// Throws InvalidArgument, naming data type and shape, unless each variable of
// the slot may be a single bool.
void CheckConditions(const framework::InferShapeContext& context,
                     const std::string& slot);

// Sets the outputs to the shapes that the results of all blocks share; a size
// that differs becomes a fresh symbol. `always` tells that one of the blocks
// always runs, so that there is no Otherwise. Throws InvalidArgument, naming
// the block, for different numbers of results, or results that differ in kind,
// data type, rank or LoD level.
void SetBranchOutputs(framework::InferShapeContext* context,
                      const std::vector<OwnedBlockAttr>& blocks, bool always);

// Declares <type>_grad, whose conditions are in a slot of the same name.
class BranchGradSlotsMaker : public BranchGradOpMaker {
 protected:
  void AddGrad(const std::string& conditions);
};
// The shapes of the gradient operators, and their makers.
class BranchGradOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};
std::vector<framework::proto::OpDesc> MakeBranchGradient(
    const framework::proto::OpDesc& forward, const std::string& conditions,
    const std::vector<framework::BlockIndex>& blocks,
    framework::GradContext* context);

// Makes the gradient of such a gradient operator: it writes the forward
// operator `type` with blocks that compute tangents, and differentiates that.
// `attributes` returns the attributes of an operator with the given blocks.
std::vector<framework::proto::OpDesc> MakeBranchSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context,
    const std::string& type, const std::string& conditions,
    const std::function<framework::AttributeMap(
        const std::vector<framework::BlockIndex>&)>& attributes);

}  // namespace paddle::operators
