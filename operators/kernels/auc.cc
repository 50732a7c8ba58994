#include "paddle/operators/kernels/auc.h"

#include <algorithm>
#include <type_traits>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/float16.h"

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

double AreaUnderRoc(absl::Span<const int64_t> positives,
                    absl::Span<const int64_t> negatives) {
  double area = 0, above = 0, negative_count = 0;
  for (int64_t i = static_cast<int64_t>(positives.size()) - 1; i >= 0; --i) {
    const double found = static_cast<double>(positives[i]);
    const double wrong = static_cast<double>(negatives[i]);
    area += wrong * (above + found / 2);
    above += found;
    negative_count += wrong;
  }
  const double pairs = above * negative_count;
  return pairs > 0 ? area / pairs : 0;
}

double AreaUnderPrecisionRecall(absl::Span<const int64_t> positives,
                                absl::Span<const int64_t> negatives) {
  double area = 0, precision = 1, found = 0, predicted = 0;
  for (int64_t i = static_cast<int64_t>(positives.size()) - 1; i >= 0; --i) {
    if (positives[i] + negatives[i] == 0) continue;
    found += static_cast<double>(positives[i]);
    predicted += static_cast<double>(positives[i] + negatives[i]);
    const double next = found / predicted;
    area += static_cast<double>(positives[i]) * (precision + next) / 2;
    precision = next;
  }
  return found > 0 ? area / found : 0;
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
