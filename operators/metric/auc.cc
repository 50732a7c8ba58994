#include "paddle/operators/metric/auc.h"

#include <algorithm>
#include <type_traits>

#include "paddle/operators/math/device/cpu_only.h"
#include "paddle/operators/metric/roc.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/on_cuda.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

void CopyCounts(const Tensor& from, Tensor* to) {
  const int64_t* source = from.data<int64_t>();
  int64_t* target = to->mutable_data<int64_t>();
  if (source != target) std::copy_n(source, from.numel(), target);
}

void CheckRow(double score, int64_t label, int64_t row) {
  PADDLE_ENFORCE(score >= 0 && score <= 1, OutOfRange, "row ", row,
                 " of Predict is ", score, ", no probability in [0, 1]");
  PADDLE_ENFORCE(label == 0 || label == 1, OutOfRange, "row ", row,
                 " of Label is ", label, ", not 0 or 1");
}

}  // namespace

template <typename T>
void CountScores(const platform::DeviceContext& device, const Tensor& scores,
                 const Tensor& label, const Tensor& positives,
                 const Tensor& negatives, Tensor* positives_out,
                 Tensor* negatives_out) {
  PADDLE_ON_CUDA(
      device, CountScoresOnCUDA<T>(device, scores, label, positives, negatives,
                                   positives_out, negatives_out));
  EnforceOnCPU(device, "auc");
  const int64_t rows = label.numel();
  const int64_t columns = rows == 0 ? 1 : scores.numel() / rows;
  const T* data = scores.data<T>();
  const int64_t* labels = label.data<int64_t>();
  const auto score = [=](int64_t row) {
    return static_cast<double>(data[row * columns + columns - 1]);
  };
  for (int64_t row = 0; row < rows; ++row) {
    CheckRow(score(row), labels[row], row);
  }
  CopyCounts(positives, positives_out);
  CopyCounts(negatives, negatives_out);
  const double bins = static_cast<double>(positives.numel() - 1);
  int64_t* const counts[] = {negatives_out->mutable_data<int64_t>(),
                             positives_out->mutable_data<int64_t>()};
  for (int64_t row = 0; row < rows; ++row) {
    ++counts[labels[row]][static_cast<int64_t>(score(row) * bins)];
  }
}

void AreaUnder(const platform::DeviceContext& device, Curve curve,
               const Tensor& positives, const Tensor& negatives, double* area) {
  PADDLE_ON_CUDA(device,
                 AreaUnderOnCUDA(device, curve, positives, negatives, area));
  EnforceOnCPU(device, "auc");
  *area = internal::AreaUnderCurve(curve, positives.numel(),
                                   positives.data<int64_t>(),
                                   negatives.data<int64_t>());
}

#define INSTANTIATE(T)                                                        \
  template void CountScores<T>(const platform::DeviceContext&, const Tensor&, \
                               const Tensor&, const Tensor&, const Tensor&,   \
                               Tensor*, Tensor*);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)

}  // namespace paddle::operators::kernels
