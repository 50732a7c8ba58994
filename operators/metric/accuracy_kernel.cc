#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/rows/top_k.h"

namespace paddle::operators {

// Indices and Label are int64, so one type is registered; the result is float.
template <class Device, class T>
class AccuracyKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::Accuracy(ctx.device<Device>(), indices_(ctx), label_(ctx),
                      [&](size_t bytes) { return ctx.Workspace(bytes); },
                      {accuracy_(ctx).mutable_data<float>(),
                       correct_(ctx).mutable_data<int64_t>(),
                       total_(ctx).mutable_data<int64_t>()});
  }

 private:
  const Input indices_{this, "Indices"};
  const Input label_{this, "Label"};
  const Output accuracy_{this, "Accuracy"};
  const Output correct_{this, "Correct"};
  const Output total_{this, "Total"};
};

REGISTER_OP_KERNEL(accuracy, AccuracyKernel, int64_t);

}  // namespace paddle::operators
