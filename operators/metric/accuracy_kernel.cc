#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/top_k.h"

namespace paddle::operators {

template <typename T>
class AccuracyKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const int64_t total = label_(ctx).numel();
    const int64_t correct =
        kernels::CountHits(ctx.device(), indices_(ctx), label_(ctx));
    *accuracy_(ctx).mutable_data<float>() =
        total == 0 ? 0 : static_cast<float>(correct) / total;
    *correct_(ctx).mutable_data<int64_t>() = correct;
    *total_(ctx).mutable_data<int64_t>() = total;
  }

 private:
  const Input indices_{this, "Indices"};
  const Input label_{this, "Label"};
  const Output accuracy_{this, "Accuracy"};
  const Output correct_{this, "Correct"};
  const Output total_{this, "Total"};
};

REGISTER_OP_CPU_KERNEL(accuracy, AccuracyKernel<int64_t>);

}  // namespace paddle::operators
