#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/metric/auc.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class AucKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto& positives = positives_out_(context);
    auto& negatives = negatives_out_(context);
    kernels::CountScores<Device, T>(
        context.device<Device>(), predict_(context), label_(context),
        positives_(context), negatives_(context), &positives, &negatives);
    // The schema admits no third curve.
    const auto curve = curve_.value() == "ROC"
                           ? kernels::Curve::kRoc
                           : kernels::Curve::kPrecisionRecall;
    // Over the sums up to this batch, not over the batch.
    kernels::AreaUnder(context.device<Device>(), curve, positives, negatives,
                       auc_(context).mutable_data<double>());
  }

 private:
  const Input predict_{this, "Predict"};
  const Input label_{this, "Label"};
  const Input positives_{this, "StatPos"};
  const Input negatives_{this, "StatNeg"};
  const Output auc_{this, "AUC"};
  const Output positives_out_{this, "StatPosOut"};
  const Output negatives_out_{this, "StatNegOut"};
  const Attr<std::string> curve_{this, "curve"};
};

}  // namespace

REGISTER_OP_KERNEL(auc, AucKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
