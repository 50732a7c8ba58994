#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/loss/loss_rows.h"

namespace paddle::operators {
namespace {

template <typename T>
class LabelSmoothKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::LabelSmooth<T>(context.device(), x_(context), prior_.get(context),
                            epsilon_, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input prior_{this, "PriorDist"};
  const Output out_{this, "Out"};
  const Attr<double> epsilon_{this, "epsilon"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(label_smooth, LabelSmoothKernel<float>,
                       LabelSmoothKernel<double>);
REGISTER_OP_CUDA_TWIN(label_smooth, LabelSmoothKernel<float>,
                      LabelSmoothKernel<double>);

}  // namespace paddle::operators
