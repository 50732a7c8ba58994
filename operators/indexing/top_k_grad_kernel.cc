#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/along_axis_grad.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class TopKGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    PutBackAlongAxis<Device, T>(context, index_(context), dout_(context), -1,
                                dx_.get(context));
  }

 private:
  const Input index_{this, "Indices"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(top_k_grad, TopKGradKernel, float, double);

}  // namespace paddle::operators
