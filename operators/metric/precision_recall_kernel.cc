#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/metric/class_counts.h"

namespace paddle::operators {
namespace {

// T is the data type of MaxProbs and Weights. All scores are double: sums over
// many batches would lose rows in float.
template <class Device, class T>
class PrecisionRecallKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::PrecisionRecall<Device, T>(
        context.device<Device>(), indices_(context), labels_(context),
        weights_.get(context), states_.get(context), &batch_(context),
        &total_(context), &states_out_(context));
  }

 private:
  const Input indices_{this, "Indices"};
  const Input labels_{this, "Labels"};
  const Input weights_{this, "Weights"};
  const Input states_{this, "StatesInfo"};
  const Output batch_{this, "BatchMetrics"};
  const Output total_{this, "AccumMetrics"};
  const Output states_out_{this, "AccumStatesInfo"};
};

}  // namespace

REGISTER_OP_KERNEL(precision_recall, PrecisionRecallKernel, float, double);

}  // namespace paddle::operators
