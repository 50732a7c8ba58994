#include "paddle/operators/loss/cross_entropy.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "paddle/operators/loss/class_labels.h"
#include "paddle/operators/loss/cross_entropy_functors.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/wide_output.h"
#include "paddle/operators/math/rows/softmax_rows.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;

// The label of one row, of either kind.
template <typename A>
struct RowLabel {
  int64_t classes;
  int64_t hard;
  const A* weights;  // null: the label is `hard`
  bool ignored;

  bool is_soft() const { return weights != nullptr; }
  A Sum() const {
    return ReduceRun(classes, A(0), std::plus<A>(),
                     [w = weights](int64_t j) { return w[j]; });
  }
};

// The labels of all rows. Hard ones are checked before anything is computed.
template <typename T>
class Labels {
 public:
  using A = Accumulator<T>;

  Labels(const Tensor& x, const Tensor& label, LabelKind kind)
      : classes(x.dims()[x.rank() - 1]),
        rows(classes == 0 ? 0 : x.numel() / classes),
        hard_(kind.soft ? nullptr : label.data<int64_t>()),
        soft_(kind.soft ? label.data<T>() : nullptr),
        ignore_index_(kind.ignore_index) {
    if (!kind.soft) CheckClasses(label, classes, kind.ignore_index);
  }

  const int64_t classes;
  const int64_t rows;

  // Returns the label of a row; `space` has room for a row, for weights of 16
  // bits that are widened.
  RowLabel<A> Row(int64_t row, A* space) const {
    if (hard_ == nullptr) {
      return {classes, 0, Widen(classes, soft_ + row * classes, space), false};
    }
    return {classes, hard_[row], nullptr, hard_[row] == ignore_index_};
  }

 private:
  const int64_t* hard_;
  const T* soft_;
  const int64_t ignore_index_;
};

template <typename T>
T RowLoss(const RowLabel<T>& label, const T* x) {
  if (label.ignored) return T(0);
  // A hard label costs one logarithm, not one per class.
  if (!label.is_soft()) return LossOf(x[label.hard]);
  const T* weights = label.weights;
  T loss = 0;
  for (int64_t j = 0; j < label.classes; ++j) {
    // A weight of 0 must not turn an infinity into a NaN.
    if (weights[j] != T(0)) loss += weights[j] * LossOf(x[j]);
  }
  return loss;
}

template <typename T>
void RowLossGrad(const RowLabel<T>& label, const T* x, T d_loss, T* d_x) {
  if (!label.is_soft()) {
    std::fill_n(d_x, label.classes, T(0));
    if (label.ignored) return;
    d_x[label.hard] = LossSlope(x[label.hard], d_loss);
    return;
  }
  const T* weights = label.weights;
  AssignRun(label.classes, d_x,
            [=](int64_t j) { return weights[j] * LossSlope(x[j], d_loss); });
}

// Returns -sum(label * log(softmax(x))). The logarithm of the sum of
// exponentials is that of the inverse of the softmax at the largest logit, so
// the sum need not be kept.
template <typename T>
T LogitLoss(const RowLabel<T>& label, const T* x, const T* softmax) {
  if (label.ignored) return T(0);
  const T smallest = std::numeric_limits<T>::min();
  // The softmax is at hand; it loses nothing unless it underflowed.
  if (!label.is_soft() && softmax[label.hard] > smallest) {
    return -std::log(softmax[label.hard]);  // did not underflow
  }
  const int64_t top = std::max_element(x, x + label.classes) - x;
  const T log_sum = -std::log(softmax[top]);
  const T max = x[top];
  const auto loss = [=](int64_t j) { return log_sum - (x[j] - max); };
  if (!label.is_soft()) return loss(label.hard);
  const T* weights = label.weights;
  return ReduceRun(label.classes, T(0), std::plus<T>(), [=](int64_t j) {
    return weights[j] == T(0) ? T(0) : weights[j] * loss(j);
  });
}

template <typename T>
void LogitLossGrad(const RowLabel<T>& label, const T* softmax, T d_loss,
                   T* d_x) {
  if (label.ignored) {
    std::fill_n(d_x, label.classes, T(0));
    return;
  }
  if (!label.is_soft()) {
    AssignRun(label.classes, d_x,
              [=](int64_t j) { return softmax[j] * d_loss; });
    // After the loop: it has no branch for the one class that differs.
    d_x[label.hard] = (softmax[label.hard] - T(1)) * d_loss;
    return;
  }
  const T* weights = label.weights;
  const T sum = label.Sum();
  AssignRun(label.classes, d_x, [=](int64_t j) {
    return (softmax[j] * sum - weights[j]) * d_loss;
  });
}

// Calls body(row, offset of the row, its label, space), in parallel; `space`
// has room for `extra` rows.
template <typename T, typename Body>
void ForEachRow(const Labels<T>& labels, int64_t extra, const Body& body) {
  using A = Accumulator<T>;
  const int64_t classes = labels.classes;
  ForEachRowPiece(labels.rows, classes, [&](int64_t begin, int64_t end) {
    A* space = ThreadScratch<A>(ScratchSlot::kPiece, (1 + extra) * classes);
    for (int64_t row = begin; row < end; ++row) {
      body(row, row * classes, labels.Row(row, space), space + classes);
    }
  });
}

}  // namespace

template <class Device, class T>
void CrossEntropy(const Device&, const Tensor& x, const Tensor& label,
                  LabelKind kind, Tensor* loss) {
  const Labels<T> labels(x, label, kind);
  const T* from = x.data<T>();
  T* to = loss->mutable_data<T>();
  if (labels.classes == 0) std::fill_n(to, loss->numel(), T(0));
  ForEachRow(labels, 0,
             [&](int64_t row, int64_t at, const RowLabel<T>& label, T*) {
               to[row] = RowLoss(label, from + at);
             });
}

template <class Device, class T>
void CrossEntropyGrad(const Device&, const Tensor& x, const Tensor& label,
                      LabelKind kind, const Tensor& d_loss, Tensor* d_x) {
  const Labels<T> labels(x, label, kind);
  const T* from = x.data<T>();
  const T* dy = d_loss.data<T>();
  T* to = d_x->mutable_data<T>();
  ForEachRow(labels, 0,
             [&](int64_t row, int64_t at, const RowLabel<T>& label, T*) {
               RowLossGrad(label, from + at, dy[row], to + at);
             });
}

template <class Device, class T>
void SoftmaxWithCrossEntropy(const Device&, const Tensor& logits,
                             const Tensor& label, LabelKind kind,
                             Tensor* softmax, Tensor* loss) {
  using A = Accumulator<T>;
  const Labels<T> labels(logits, label, kind);
  const int64_t classes = labels.classes;
  const T* x = logits.data<T>();
  T* y = softmax->mutable_data<T>();
  T* to = loss->mutable_data<T>();
  // Rows of no classes are no pieces, but they have losses.
  if (classes == 0) std::fill_n(to, loss->numel(), T(0));
  ForEachRowPiece(labels.rows, classes, [&](int64_t begin, int64_t end) {
    const int64_t at = begin * classes;
    const int64_t size = (end - begin) * classes;
    A* space = ThreadScratch<A>(ScratchSlot::kPiece, classes + 2 * size);
    const A* in = Widen(size, x + at, space + classes);
    A* out = WideOutput(y + at, space + classes + size);
    // All rows of a piece at once: small rows are vectorised across rows.
    SoftmaxRows(end - begin, classes, in, out);
    for (int64_t row = begin; row < end; ++row) {
      const int64_t offset = row * classes - at;
      to[row] = T(LogitLoss(labels.Row(row, space), in + offset, out + offset));
    }
    StoreWide(size, out, y + at);
  });
}

template <class Device, class T>
void SoftmaxWithCrossEntropyGrad(const Device&, const Tensor& softmax,
                                 const Tensor& label, LabelKind kind,
                                 const Tensor& d_loss, Tensor* d_logits) {
  using A = Accumulator<T>;
  const Labels<T> labels(softmax, label, kind);
  const T* y = softmax.data<T>();
  const T* dy = d_loss.data<T>();
  T* to = d_logits->mutable_data<T>();
  ForEachRow(labels, 2,
             [&](int64_t row, int64_t at, const RowLabel<A>& label, A* space) {
               // For float this is the output itself; for 16 bits, a row that
               // is rounded later.
               A* out = WideOutput(to + at, space);
               LogitLossGrad(
                   label, Widen(label.classes, y + at, space + label.classes),
                   static_cast<A>(dy[row]), out);
               StoreWide(label.classes, out, to + at);
             });
}

PADDLE_INSTANTIATE(CrossEntropy, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(CrossEntropyGrad, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(SoftmaxWithCrossEntropy, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(SoftmaxWithCrossEntropyGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
