#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/metric/class_counts.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class MeanIouKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // T is the type of the classes; the counts are int64 whatever it is.
    kernels::MeanIou<Device, T>(context.device<Device>(), predictions_(context),
                                labels_(context), wrong_.get(context),
                                correct_.get(context), &wrong_out_(context),
                                &correct_out_(context), &mean_(context));
  }

 private:
  const Input predictions_{this, "Predictions"};
  const Input labels_{this, "Labels"};
  const Input wrong_{this, "InWrongs"};
  const Input correct_{this, "InCorrects"};
  const Output mean_{this, "OutMeanIou"};
  const Output wrong_out_{this, "OutWrong"};
  const Output correct_out_{this, "OutCorrect"};
};

}  // namespace

REGISTER_OP_KERNEL(mean_iou, MeanIouKernel, int32_t, int64_t);

}  // namespace paddle::operators
