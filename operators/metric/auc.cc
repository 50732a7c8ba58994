#include "paddle/operators/metric/auc.h"

#include <algorithm>
#include <type_traits>

#include "paddle/operators/metric/roc.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Does nothing if the operator updates its counts in place.
void CopyCounts(const Tensor& from, Tensor* to) {
  const int64_t* source = from.data<int64_t>();
  int64_t* target = to->mutable_data<int64_t>();
  if (source != target) std::copy_n(source, from.numel(), target);
}

// Checked as it is used, in [0, 1]: a NaN fails both comparisons and is
// refused.
void CheckRow(double score, int64_t label, int64_t row) {
  PADDLE_ENFORCE(score >= 0 && score <= 1, OutOfRange, "row ", row,
                 " of Predict is ", score, ", no probability in [0, 1]");
  PADDLE_ENFORCE(label == 0 || label == 1, OutOfRange, "row ", row,
                 " of Label is ", label, ", not 0 or 1");
}

}  // namespace

template <class Device, class T>
void CountScores(const Device&, const Tensor& scores, const Tensor& label,
                 const Tensor& positives, const Tensor& negatives,
                 Tensor* positives_out, Tensor* negatives_out) {
  const int64_t rows = label.numel();
  const int64_t columns = rows == 0 ? 1 : scores.numel() / rows;
  const T* data = scores.data<T>();
  const int64_t* labels = label.data<int64_t>();
  const auto score = [=](int64_t row) {
    return static_cast<double>(data[row * columns + columns - 1]);
  };
  // All rows before the first count: the outputs may be the inputs, and a batch
  // that is refused must not leave half of itself in them.
  for (int64_t row = 0; row < rows; ++row) {
    CheckRow(score(row), labels[row], row);
  }
  CopyCounts(positives, positives_out);
  CopyCounts(negatives, negatives_out);
  const double bins = static_cast<double>(positives.numel() - 1);
  int64_t* const counts[] = {negatives_out->mutable_data<int64_t>(),
                             positives_out->mutable_data<int64_t>()};
  // Not in parallel: threads would share bins, and a batch has few rows.
  for (int64_t row = 0; row < rows; ++row) {
    ++counts[labels[row]][static_cast<int64_t>(score(row) * bins)];
  }
}

template <class Device>
void AreaUnder(const Device&, Curve curve, const Tensor& positives,
               const Tensor& negatives, double* area) {
  *area = internal::AreaUnderCurve(curve, positives.numel(),
                                   positives.data<int64_t>(),
                                   negatives.data<int64_t>());
}

PADDLE_INSTANTIATE(CountScores, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE_ONE(AreaUnder<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
