#include "paddle/operators/metric/class_counts.h"

#include <algorithm>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"

#include "paddle/operators/metric/class_scores.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Checks all elements before the states are touched, which may be updated in
// place.
template <typename I>
void CheckClasses(absl::string_view slot, const Tensor& tensor,
                  int64_t classes) {
  const I* data = tensor.data<I>();
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    PADDLE_ENFORCE(data[i] >= 0 && data[i] < classes, OutOfRange, "element ", i,
                   " of ", slot, " is class ", data[i], ", not in [0, ",
                   classes, ")");
  }
}

// to = from, zeros if that is null; both may be one tensor.
template <typename T>
T* Start(const Tensor* from, Tensor* to) {
  T* data = to->mutable_data<T>();
  if (from == nullptr) {
    std::fill_n(data, to->numel(), T(0));
  } else if (from->data<T>() != data) {
    std::copy_n(from->data<T>(), to->numel(), data);
  }
  return data;
}

// Adds a row to the two classes it names. FinishRows adds the true negatives,
// which are those of all other classes: `classes` additions a row would be
// wasted.
void AddRow(int64_t predicted, int64_t right, double weight,
            ClassState* states) {
  if (predicted == right) {
    states[right].true_positive += weight;
  } else {
    states[predicted].false_positive += weight;
    states[right].false_negative += weight;
  }
}

void FinishRows(int64_t classes, double weight, ClassState* states) {
  for (int64_t c = 0; c < classes; ++c) {
    ClassState& s = states[c];
    s.true_negative =
        weight - s.true_positive - s.false_positive - s.false_negative;
  }
}

}  // namespace

template <class Device, class T>
void PrecisionRecall(const Device&, const Tensor& predicted,
                     const Tensor& right, const Tensor* weights,
                     const Tensor* states, Tensor* batch, Tensor* total,
                     Tensor* states_out) {
  const int64_t classes = states_out->dims()[0];
  CheckClasses<int64_t>("Indices", predicted, classes);
  CheckClasses<int64_t>("Labels", right, classes);
  // Up to 64 classes need no memory from the heap.
  absl::InlinedVector<ClassState, 64> rows(classes);
  double weight_sum = 0;
  for (int64_t i = 0; i < predicted.numel(); ++i) {
    const double weight = weights == nullptr ? 1 : weights->data<T>()[i];
    AddRow(predicted.data<int64_t>()[i], right.data<int64_t>()[i], weight,
           rows.data());
    weight_sum += weight;
  }
  FinishRows(classes, weight_sum, rows.data());
  Average(classes, rows.data(), batch->mutable_data<double>());

  // After the average of the batch, as `rows` becomes the sum with the states
  // here.
  double* sums = Start<double>(states, states_out);
  for (int64_t c = 0; c < classes; ++c) {
    sums[4 * c] += rows[c].true_positive;
    sums[4 * c + 1] += rows[c].false_positive;
    sums[4 * c + 2] += rows[c].true_negative;
    sums[4 * c + 3] += rows[c].false_negative;
    rows[c] = {sums[4 * c], sums[4 * c + 1], sums[4 * c + 2], sums[4 * c + 3]};
  }
  Average(classes, rows.data(), total->mutable_data<double>());
}

template <class Device, class I>
void MeanIou(const Device&, const Tensor& predicted, const Tensor& right,
             const Tensor* wrong, const Tensor* correct, Tensor* wrong_out,
             Tensor* correct_out, Tensor* mean) {
  const int64_t classes = wrong_out->numel();
  CheckClasses<I>("Predictions", predicted, classes);
  CheckClasses<I>("Labels", right, classes);
  int64_t* either = Start<int64_t>(wrong, wrong_out);
  int64_t* both = Start<int64_t>(correct, correct_out);
  const I* said = predicted.data<I>();
  const I* is = right.data<I>();
  for (int64_t i = 0; i < predicted.numel(); ++i) {
    if (said[i] == is[i]) {
      ++both[is[i]];
    } else {
      // A wrong element is in the union of both classes, and in the
      // intersection of none.
      ++either[said[i]];
      ++either[is[i]];
    }
  }
  *mean->mutable_data<double>() = MeanOfRatios(classes, either, both);
}

PADDLE_INSTANTIATE(PrecisionRecall, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(MeanIou, platform::CPUDeviceContext, int32_t, int64_t);

}  // namespace paddle::operators::kernels
