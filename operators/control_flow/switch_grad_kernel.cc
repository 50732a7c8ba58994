#include "paddle/operators/control_flow/branch_kernel.h"

namespace paddle::operators {
namespace {

class SwitchGradKernel final : public BranchGradKernel {
 public:
  explicit SwitchGradKernel(const framework::OpArguments& arguments)
      : BranchGradKernel(arguments, "Conditions") {}
};

}  // namespace

REGISTER_OPERATOR(switch_grad, SwitchGradKernel);

}  // namespace paddle::operators
