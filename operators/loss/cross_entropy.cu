#include <cmath>

#include "paddle/operators/loss/class_rows.h"
#include "paddle/operators/loss/cross_entropy.h"
#include "paddle/operators/loss/cross_entropy_functors.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/rows/softmax_slices.cuh"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Narrowed;
using platform::Widened;

// The labels of rows of classes, of either kind.
template <typename T>
struct Labels {
  using A = platform::Accumulator<T>;

  Labels(const platform::CUDADeviceContext& context, const char* what,
         const Tensor& x, const Tensor& label, LabelKind kind)
      : rows(x.dims(), kind.axis),
        hard(kind.soft ? nullptr : label.data<int64_t>()),
        soft(kind.soft ? label.data<T>() : nullptr),
        ignore_index(kind.ignore_index),
        errors(platform::ErrorsOf(context, what)) {}

  // Returns the class of a row, or -1 if it is ignored or soft. A bad label is
  // reported, and taken for 0 until then.
  PADDLE_DEVICE int64_t Class(int64_t row) const {
    if (hard == nullptr || hard[row] == ignore_index) return -1;
    return errors.Checked(hard[row], rows.classes,
                          platform::DeviceErrorCode::kLabel);
  }
  // Returns the weight of class j of the row that begins at element `at`, where
  // `hard_class` is the one above.
  PADDLE_DEVICE A Weight(int64_t at, int64_t hard_class, int64_t j) const {
    if (soft != nullptr) return Widened(soft[at + j * rows.inner]);
    return j == hard_class ? A(1) : A(0);
  }
  // Returns the rows as ForEachSlice walks over them.
  AxisView slices() const {
    const int64_t outer = rows.inner == 0 ? 0 : rows.count / rows.inner;
    return {outer, rows.classes, rows.inner};
  }

  ClassRows rows;
  const int64_t* hard;
  const T* soft;
  int64_t ignore_index;
  platform::DeviceErrors errors;
};

// Returns the sum over the classes of weight * loss(j), by a team, for the row
// that begins at element `at`.
template <typename T, typename AnyTeam, typename Loss>
PADDLE_DEVICE platform::Accumulator<T> WeightedLoss(const AnyTeam& team,
                                                    const Labels<T>& labels,
                                                    int64_t at,
                                                    const Loss& loss) {
  using A = platform::Accumulator<T>;
  const int64_t hard_class = labels.Class(labels.rows.RowOf(at));
  A sum = 0;
  for (int64_t j = team.lane(); j < labels.rows.classes; j += team.size()) {
    const A weight = labels.Weight(at, hard_class, j);
    // A weight of 0 must not turn an infinity into a NaN.
    if (weight != A(0)) sum += weight * loss(j);
  }
  return team.Reduce(sum, SumReducer());
}

template <typename T>
struct LossOfProbability {
  SliceOf<T> x;
  PADDLE_DEVICE T operator()(int64_t j) const { return LossOf(x(j)); }
};

// Returns log(sum(exp(x))) - x[j] without overflow.
template <typename T>
struct LossOfLogit {
  using A = platform::Accumulator<T>;
  SliceOf<T> x;
  A max, log_sum;
  PADDLE_DEVICE A operator()(int64_t j) const { return log_sum - (x(j) - max); }
};

// Computes the loss of the row of probabilities that begins at element `at`.
template <typename T>
struct CrossEntropyOfRow {
  Labels<T> labels;
  const T* x;
  T* loss;

  template <typename AnyTeam>
  PADDLE_DEVICE void operator()(const AnyTeam& team, int64_t at) const {
    const ClassRows& rows = labels.rows;
    const LossOfProbability<T> of_class{{x + at, rows.inner}};
    const T sum = WeightedLoss(team, labels, at, of_class);
    if (team.lane() == 0) loss[rows.RowOf(at)] = sum;
  }
};

// Computes the softmax and the loss of the row of logits that begins at element
// `at`.
template <typename T>
struct LogitLossOfRow {
  Labels<T> labels;
  const T* x;
  T* softmax;
  T* loss;

  template <typename AnyTeam>
  PADDLE_DEVICE void operator()(const AnyTeam& team, int64_t at) const {
    using A = platform::Accumulator<T>;
    const ClassRows& rows = labels.rows;
    const SliceOf<T> slice{x + at, rows.inner};
    const SoftmaxSum<A> all = SumOfSlice(team, rows.classes, slice);
    const LossOfLogit<T> of_class{slice, all.max, std::log(all.sum)};
    const A sum = WeightedLoss(team, labels, at, of_class);
    if (team.lane() == 0) loss[rows.RowOf(at)] = Narrowed<T>(sum);
    for (int64_t j = team.lane(); j < rows.classes; j += team.size()) {
      // Exponentials are computed again: to keep them takes memory of rows.
      softmax[at + j * rows.inner] = Narrowed<T>(all.Exp(slice(j)) / all.sum);
    }
  }
};

// Computes the gradient of its logits.
template <typename T>
struct LogitGradOfRow {
  Labels<T> labels;
  const T* softmax;
  const T* d_loss;
  T* d_logits;

  template <typename AnyTeam>
  PADDLE_DEVICE void operator()(const AnyTeam& team, int64_t at) const {
    using A = platform::Accumulator<T>;
    const ClassRows& rows = labels.rows;
    const int64_t row = rows.RowOf(at);
    const int64_t of_row = labels.Class(row);
    A sum = of_row < 0 ? A(0) : A(1);  // of the weights
    if (labels.soft != nullptr) {
      sum = ReduceByTeam<A>(team, rows.classes, SumReducer(),
                            SliceOf<T>{labels.soft + at, rows.inner});
    }
    // The sum is 1 for hard labels, and need not be so for soft ones.
    const A g = Widened(d_loss[row]);
    // 0 rather than 0 * g: the gradient of an ignored row may be NaN.
    const bool ignored = labels.soft == nullptr && of_row < 0;
    for (int64_t j = team.lane(); j < rows.classes; j += team.size()) {
      const int64_t i = at + j * rows.inner;
      const A slope = Widened(softmax[i]) * sum - labels.Weight(at, of_row, j);
      d_logits[i] = Narrowed<T>(ignored ? A(0) : slope * g);
    }
  }
};

template <typename T>
void FillZeros(const platform::CUDADeviceContext& context, Tensor* out) {
  T* to = out->mutable_data<T>();
  platform::ForEach(context, out->numel(),
                    [=] PADDLE_DEVICE(int64_t i) { to[i] = T(); });
}

}  // namespace

template <class Device, class T>
void CrossEntropy(const Device& context, const Tensor& x, const Tensor& label,
                  LabelKind kind, Tensor* loss) {
  const Labels<T> labels(context, "cross_entropy: Label", x, label, kind);
  // No team would write a row of no classes.
  if (labels.rows.classes == 0) return FillZeros<T>(context, loss);
  ForEachSlice(
      context, labels.slices(),
      CrossEntropyOfRow<T>{labels, x.data<T>(), loss->mutable_data<T>()});
}

template <class Device, class T>
void CrossEntropyGrad(const Device& context, const Tensor& x,
                      const Tensor& label, LabelKind kind, const Tensor& d_loss,
                      Tensor* d_x) {
  const Labels<T> labels(context, "cross_entropy_grad: Label", x, label, kind);
  const T* from = x.data<T>();
  const T* dy = d_loss.data<T>();
  T* to = d_x->mutable_data<T>();
  platform::ForEach(context, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const ClassRows& rows = labels.rows;
    const int64_t row = rows.RowOf(i), j = rows.ClassOf(i);
    // The class is read again by each thread of a row, from the cache.
    const T weight = labels.Weight(i - j * rows.inner, labels.Class(row), j);
    to[i] = weight == T(0) ? T(0) : weight * LossSlope(from[i], dy[row]);
  });
}

template <class Device, class T>
void SoftmaxWithCrossEntropy(const Device& context, const Tensor& logits,
                             const Tensor& label, LabelKind kind,
                             Tensor* softmax, Tensor* loss) {
  const Labels<T> labels(context, "softmax_with_cross_entropy: Label", logits,
                         label, kind);
  if (labels.rows.classes == 0) return FillZeros<T>(context, loss);
  ForEachSlice(
      context, labels.slices(),
      LogitLossOfRow<T>{labels, logits.data<T>(), softmax->mutable_data<T>(),
                        loss->mutable_data<T>()});
}

template <class Device, class T>
void SoftmaxWithCrossEntropyGrad(const Device& context, const Tensor& softmax,
                                 const Tensor& label, LabelKind kind,
                                 const Tensor& d_loss, Tensor* d_logits) {
  const Labels<T> labels(context, "softmax_with_cross_entropy_grad: Label",
                         softmax, label, kind);
  ForEachSlice(context, labels.slices(),
               LogitGradOfRow<T>{labels, softmax.data<T>(), d_loss.data<T>(),
                                 d_logits->mutable_data<T>()});
}

PADDLE_INSTANTIATE(CrossEntropy, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(CrossEntropyGrad, platform::CUDADeviceContext, float,
                   double);
PADDLE_INSTANTIATE(SoftmaxWithCrossEntropy, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(SoftmaxWithCrossEntropyGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
