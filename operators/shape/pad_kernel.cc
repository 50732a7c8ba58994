#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/operators/shape/pad_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class PadKernel final : public PadKernelBase {
 public:
  using PadKernelBase::PadKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Pad(context.device(), x_(context), before(), mode(), value_,
                 &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const NumberAttr value_{this, "pad_value"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(pad, PadKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(pad, PadKernel);

}  // namespace paddle::operators
