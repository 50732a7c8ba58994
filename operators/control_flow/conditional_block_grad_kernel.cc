#include "paddle/operators/control_flow/branch_kernel.h"

namespace paddle::operators {
namespace {

class ConditionalBlockGradKernel final : public BranchGradKernel {
 public:
  explicit ConditionalBlockGradKernel(const framework::OpArguments& arguments)
      : BranchGradKernel(arguments, "Condition") {}
};

}  // namespace

REGISTER_OPERATOR(conditional_block_grad, ConditionalBlockGradKernel);

}  // namespace paddle::operators
