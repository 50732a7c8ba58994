#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/pooling.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequencePoolKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    // Maxima also write the rows they come from, which only their gradient
    // needs.
    if (pooltype_.value() == "MAX") {
      kernels::SequenceMax<Device, T>(context.device<Device>(), x, LastLevel(x),
                                      &out_(context), &index_(context));
    } else {
      kernels::SequencePool<Device, T>(context.device<Device>(),
                                       PoolingOf(pooltype_), x, LastLevel(x),
                                       &out_(context));
    }
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Output index_{this, "MaxIndex"};
  const Attr<std::string> pooltype_{this, "pooltype"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_pool, SequencePoolKernel, float, double);

}  // namespace paddle::operators
