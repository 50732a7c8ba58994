#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/operators/control_flow/branch_kernel.h"

namespace paddle::operators {
namespace {

class SwitchKernel final : public BranchKernel {
 public:
  explicit SwitchKernel(const framework::OpArguments& arguments)
      : BranchKernel(arguments, "Conditions") {
    const int blocks =
        static_cast<int>(std::get<std::vector<framework::BlockIndex>>(
                             arguments.attribute("blocks"))
                             .size());
    for (int i = 0; i < blocks; ++i) AddBlock("blocks", i);
    CheckBlocks();
  }
};

}  // namespace

REGISTER_OPERATOR(switch, SwitchKernel);

}  // namespace paddle::operators
