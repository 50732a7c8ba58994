#include <string>

#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/metric/auc.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

using framework::Tensor;

template <class Device, class T>
void Auc(const Device& device, const Tensor& predict, const Tensor& label,
         const Tensor& positives, const Tensor& negatives,
         const std::string& curve_name, Tensor* auc, Tensor* positives_out,
         Tensor* negatives_out) {
  kernels::CountScores<Device, T>(device, predict, label, positives, negatives,
                                  positives_out, negatives_out);
  // The schema admits no third curve.
  const auto curve = curve_name == "ROC" ? kernels::Curve::kRoc
                                         : kernels::Curve::kPrecisionRecall;
  // Over the sums up to this batch, not over the batch.
  kernels::AreaUnder(device, curve, *positives_out, *negatives_out,
                     auc->mutable_data<double>());
}

constexpr absl::string_view kNames[] = {"Predict",    "Label",     "StatPos",
                                        "StatNeg",    "curve",     "AUC",
                                        "StatPosOut", "StatNegOut"};

}  // namespace

REGISTER_FUNCTION_KERNEL(auc, Auc, kNames, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
