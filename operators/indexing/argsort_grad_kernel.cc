#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/indexing/along_axis_grad.h"

namespace paddle::operators {
namespace {

template <typename T>
class ArgsortGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    PutBackAlongAxis<T>(context, index_(context), dout_(context), axis_,
                        dx_.get(context));
  }

 private:
  const Input index_{this, "Indices"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(argsort_grad, ArgsortGradKernel<float>,
                       ArgsortGradKernel<double>);
REGISTER_OP_CUDA_TWIN(argsort_grad, ArgsortGradKernel<float>,
                      ArgsortGradKernel<double>);

}  // namespace paddle::operators
