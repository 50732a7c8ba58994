#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/along_axis_grad.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ArgsortGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    PutBackAlongAxis<Device, T>(context, index_(context), dout_(context), axis_,
                                dx_.get(context));
  }

 private:
  const Input index_{this, "Indices"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(argsort_grad, ArgsortGradKernel, float, double);

}  // namespace paddle::operators
