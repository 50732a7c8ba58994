#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/operators/control_flow/branch_kernel.h"

namespace paddle::operators {
namespace {

class ConditionalBlockKernel final : public BranchKernel {
 public:
  explicit ConditionalBlockKernel(const framework::OpArguments& arguments)
      : BranchKernel(arguments, "Condition") {
    AddBlock("block");
    // A list of none or one: an attribute that is a block cannot be left out.
    const auto& others = std::get<std::vector<framework::BlockIndex>>(
        arguments.attribute("else_block"));
    if (!others.empty()) AddBlock("else_block");
    CheckBlocks();
  }
};

}  // namespace

REGISTER_OPERATOR(conditional_block, ConditionalBlockKernel);

}  // namespace paddle::operators
