#include "paddle/operators/kernels/fill.h"
#include "paddle/operators/tensor/all_types.h"

namespace paddle::operators {
namespace {

template <typename T>
class FillConstantKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Fill(context.device(), value_, &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  const Attr<double> value_{this, "value"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(fill_constant, FillConstantKernel);

}  // namespace paddle::operators
