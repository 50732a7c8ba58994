#include <cmath>

#include "paddle/operators/loss/cross_entropy.h"
#include "paddle/operators/loss/cross_entropy_functors.h"
#include "paddle/operators/math/loops/arithmetic.h"
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
using platform::Team;
using platform::Widened;

// The labels of rows of classes, of either kind.
template <typename T>
struct Labels {
  using A = platform::Accumulator<T>;

  Labels(const platform::CUDADeviceContext& context, const char* what,
         const Tensor& x, const Tensor& label, LabelKind kind)
      : classes(x.dims()[x.rank() - 1]),
        rows(classes == 0 ? 0 : x.numel() / classes),
        hard(kind.soft ? nullptr : label.data<int64_t>()),
        soft(kind.soft ? label.data<T>() : nullptr),
        ignore_index(kind.ignore_index),
        errors(platform::ErrorsOf(context, what)) {}

  // Returns the class of a row, or -1 if it is ignored or soft. A bad label is
  // reported, and taken for 0 until then.
  PADDLE_DEVICE int64_t Class(int64_t row) const {
    if (hard == nullptr || hard[row] == ignore_index) return -1;
    return errors.Checked(hard[row], classes,
                          platform::DeviceErrorCode::kLabel);
  }
  // Returns the weight of class j of a row, where `hard_class` is the one
  // above.
  PADDLE_DEVICE A Weight(int64_t row, int64_t hard_class, int64_t j) const {
    if (soft != nullptr) return Widened(soft[row * classes + j]);
    return j == hard_class ? A(1) : A(0);
  }

  int64_t classes, rows;
  const int64_t* hard;
  const T* soft;
  int64_t ignore_index;
  platform::DeviceErrors errors;
};

// Returns the sum over the classes of weight * loss(j), by a team.
template <typename T, typename Loss>
PADDLE_DEVICE platform::Accumulator<T> WeightedLoss(const Team& team,
                                                    const Labels<T>& labels,
                                                    int64_t hard_class,
                                                    const Loss& loss) {
  using A = platform::Accumulator<T>;
  A sum = 0;
  for (int64_t j = team.lane(); j < labels.classes; j += team.size()) {
    const A weight = labels.Weight(team.index(), hard_class, j);
    // A weight of 0 must not turn an infinity into a NaN.
    if (weight != A(0)) sum += weight * loss(j);
  }
  return team.Reduce(sum, SumReducer());
}

template <typename T>
struct LossOfProbability {
  const T* x;
  PADDLE_DEVICE T operator()(int64_t j) const { return LossOf(x[j]); }
};

// Returns log(sum(exp(x))) - x[j] without overflow.
template <typename T>
struct LossOfLogit {
  using A = platform::Accumulator<T>;
  SliceOf<T> x;
  A max, log_sum;
  PADDLE_DEVICE A operator()(int64_t j) const { return log_sum - (x(j) - max); }
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
  if (labels.classes == 0) return FillZeros<T>(context, loss);
  const T* from = x.data<T>();
  T* to = loss->mutable_data<T>();
  platform::ForEachTeam(
      context, labels.rows, labels.classes,
      [=] PADDLE_DEVICE(const Team& team) {
        const int64_t row = team.index();
        const LossOfProbability<T> of_class{from + row * labels.classes};
        const T sum = WeightedLoss(team, labels, labels.Class(row), of_class);
        if (team.lane() == 0) to[row] = sum;
      });
}

template <class Device, class T>
void CrossEntropyGrad(const Device& context, const Tensor& x,
                      const Tensor& label, LabelKind kind, const Tensor& d_loss,
                      Tensor* d_x) {
  const Labels<T> labels(context, "cross_entropy_grad: Label", x, label, kind);
  const T* from = x.data<T>();
  const T* dy = d_loss.data<T>();
  T* to = d_x->mutable_data<T>();
  const int64_t size = labels.rows * labels.classes;
  platform::ForEach(context, size, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = i / labels.classes;
    // The class is read again by each thread of a row, from the cache.
    const T weight =
        labels.Weight(row, labels.Class(row), i - row * labels.classes);
    to[i] = weight == T(0) ? T(0) : weight * LossSlope(from[i], dy[row]);
  });
}

template <class Device, class T>
void SoftmaxWithCrossEntropy(const Device& context, const Tensor& logits,
                             const Tensor& label, LabelKind kind,
                             Tensor* softmax, Tensor* loss) {
  using A = platform::Accumulator<T>;
  const Labels<T> labels(context, "softmax_with_cross_entropy: Label", logits,
                         label, kind);
  if (labels.classes == 0) return FillZeros<T>(context, loss);
  const T* x = logits.data<T>();
  T* y = softmax->mutable_data<T>();
  T* to = loss->mutable_data<T>();
  platform::ForEachTeam(
      context, labels.rows, labels.classes,
      [=] PADDLE_DEVICE(const Team& team) {
        const int64_t row = team.index(), at = row * labels.classes;
        const SliceOf<T> slice{x + at, 1};
        const SoftmaxSum<A> all = SumOfSlice(team, labels.classes, slice);
        const LossOfLogit<T> of_class{slice, all.max, std::log(all.sum)};
        const A sum = WeightedLoss(team, labels, labels.Class(row), of_class);
        if (team.lane() == 0) to[row] = Narrowed<T>(sum);
        for (int64_t j = team.lane(); j < labels.classes; j += team.size()) {
          // Exponentials are computed again: to keep them takes memory of rows.
          y[at + j] = Narrowed<T>(all.Exp(slice(j)) / all.sum);
        }
      });
}

template <class Device, class T>
void SoftmaxWithCrossEntropyGrad(const Device& context, const Tensor& softmax,
                                 const Tensor& label, LabelKind kind,
                                 const Tensor& d_loss, Tensor* d_logits) {
  using A = platform::Accumulator<T>;
  const Labels<T> labels(context, "softmax_with_cross_entropy_grad: Label",
                         softmax, label, kind);
  const T* y = softmax.data<T>();
  const T* dy = d_loss.data<T>();
  T* to = d_logits->mutable_data<T>();
  platform::ForEachTeam(
      context, labels.rows, labels.classes,
      [=] PADDLE_DEVICE(const Team& team) {
        const int64_t row = team.index(), at = row * labels.classes;
        const int64_t of_row = labels.Class(row);
        A sum = of_row < 0 ? A(0) : A(1);  // of the weights
        if (labels.soft != nullptr) {
          sum = ReduceByTeam<A>(team, labels.classes, SumReducer(),
                                SliceOf<T>{labels.soft + at, 1});
        }
        // The sum is 1 for hard labels, and need not be so for soft ones.
        const A g = Widened(dy[row]);
        // 0 rather than 0 * g: the gradient of an ignored row may be NaN.
        const bool ignored = labels.soft == nullptr && of_row < 0;
        for (int64_t j = team.lane(); j < labels.classes; j += team.size()) {
          const A slope =
              Widened(y[at + j]) * sum - labels.Weight(row, of_row, j);
          to[at + j] = Narrowed<T>(ignored ? A(0) : slope * g);
        }
      });
}

PADDLE_INSTANTIATE(CrossEntropy, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(CrossEntropyGrad, platform::CUDADeviceContext, float,
                   double);
PADDLE_INSTANTIATE(SoftmaxWithCrossEntropy, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(SoftmaxWithCrossEntropyGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
