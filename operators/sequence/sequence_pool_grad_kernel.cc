#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/pooling.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequencePoolGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    if (pooltype_.value() == "MAX") {
      kernels::SequenceMaxGrad<Device, T>(context.device<Device>(),
                                          dout_(context), index_(context),
                                          LastLevel(*dx), dx);
    } else {
      kernels::SequencePoolGrad<Device, T>(context.device<Device>(),
                                           PoolingOf(pooltype_), dout_(context),
                                           LastLevel(*dx), dx);
    }
  }

 private:
  const Input index_{this, "MaxIndex"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<std::string> pooltype_{this, "pooltype"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_pool_grad, SequencePoolGradKernel, float, double);

}  // namespace paddle::operators
