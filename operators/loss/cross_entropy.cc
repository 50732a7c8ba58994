#include "paddle/operators/loss/cross_entropy.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "paddle/operators/loss/class_labels.h"
#include "paddle/operators/loss/class_row_pieces.h"
#include "paddle/operators/loss/class_rows.h"
#include "paddle/operators/loss/cross_entropy_functors.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
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
      : rows(x.dims(), kind.axis),
        hard_(kind.soft ? nullptr : label.data<int64_t>()),
        soft_(kind.soft ? label.data<T>() : nullptr),
        ignore_index_(kind.ignore_index) {
    if (!kind.soft) CheckClasses(label, rows.classes, kind.ignore_index);
  }

  const ClassRows rows;

  // Returns the weights of the rows from `begin` to `end`, null for classes;
  // `space` has room for them.
  const A* Weights(int64_t begin, int64_t end, A* space) const {
    if (soft_ == nullptr) return nullptr;
    return ReadRows(rows, begin, end, soft_, space);
  }
  // Returns the label of row `row`, the first of those that have `weights`, or
  // a later one that is `index` behind it.
  RowLabel<A> Row(int64_t row, const A* weights, int64_t index) const {
    if (weights != nullptr) {
      return {rows.classes, 0, weights + index * rows.classes, false};
    }
    return {rows.classes, hard_[row], nullptr, hard_[row] == ignore_index_};
  }

 private:
  const int64_t* hard_;
  const T* soft_;
  const int64_t ignore_index_;
};

template <typename T>
T SoftLoss(const RowLabel<T>& label, const T* x) {
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

// Calls body(row, its label, its elements in x, those in y), in parallel; x is
// read and y, unless it is null, is written. Before the rows of a piece, calls
// first(rows, x, y).
template <typename T, typename First, typename Body>
void ForEachRow(const Labels<T>& labels, const T* x, T* y, const First& first,
                const Body& body) {
  using A = Accumulator<T>;
  const ClassRows& rows = labels.rows;
  ForEachPiece(rows, [&](int64_t begin, int64_t end) {
    const int64_t size = (end - begin) * rows.classes;
    A* space = ThreadScratch<A>(ScratchSlot::kPiece, 3 * size);
    const A* weights = labels.Weights(begin, end, space);
    const A* in = ReadRows(rows, begin, end, x, space + size);
    A* out =
        y == nullptr ? nullptr : RowsToWrite(rows, begin, y, space + 2 * size);
    first(end - begin, in, out);
    for (int64_t row = begin; row < end; ++row) {
      const int64_t at = (row - begin) * rows.classes;
      body(row, labels.Row(row, weights, row - begin), in + at, out + at);
    }
    if (y != nullptr) WriteRows(rows, begin, end, out, y);
  });
}

// Does nothing before the rows of a piece.
struct Nothing {
  template <typename A>
  void operator()(int64_t, const A*, A*) const {}
};

}  // namespace

template <class Device, class T>
void CrossEntropy(const Device&, const Tensor& x, const Tensor& label,
                  LabelKind kind, Tensor* loss) {
  const Labels<T> labels(x, label, kind);
  const ClassRows& rows = labels.rows;
  const T* from = x.data<T>();
  T* to = loss->mutable_data<T>();
  if (rows.classes == 0) std::fill_n(to, loss->numel(), T(0));
  if (kind.soft) {
    ForEachRow<T>(labels, from, nullptr, Nothing(),
                  [&](int64_t row, const RowLabel<T>& label, const T* in, T*) {
                    to[row] = SoftLoss(label, in);
                  });
    return;
  }
  // A class costs one element and one logarithm, not a row.
  ForEachPiece(rows, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const RowLabel<T> label = labels.Row(row, nullptr, 0);
      to[row] = label.ignored
                    ? T(0)
                    : LossOf(from[rows.At(row) + label.hard * rows.inner]);
    }
  });
}

template <class Device, class T>
void CrossEntropyGrad(const Device&, const Tensor& x, const Tensor& label,
                      LabelKind kind, const Tensor& d_loss, Tensor* d_x) {
  const Labels<T> labels(x, label, kind);
  const T* dy = d_loss.data<T>();
  ForEachRow(labels, x.data<T>(), d_x->mutable_data<T>(), Nothing(),
             [&](int64_t row, const RowLabel<T>& label, const T* in, T* out) {
               RowLossGrad(label, in, dy[row], out);
             });
}

template <class Device, class T>
void SoftmaxWithCrossEntropy(const Device&, const Tensor& logits,
                             const Tensor& label, LabelKind kind,
                             Tensor* softmax, Tensor* loss) {
  using A = Accumulator<T>;
  const Labels<T> labels(logits, label, kind);
  const int64_t classes = labels.rows.classes;
  T* to = loss->mutable_data<T>();
  // Rows of no classes are no pieces, but they have losses.
  if (classes == 0) std::fill_n(to, loss->numel(), T(0));
  // All rows of a piece at once: small rows are vectorised across rows.
  const auto first = [=](int64_t rows, const A* in, A* out) {
    SoftmaxRows(rows, classes, in, out);
  };
  ForEachRow(labels, logits.data<T>(), softmax->mutable_data<T>(), first,
             [&](int64_t row, const RowLabel<A>& label, const A* in, A* out) {
               to[row] = T(LogitLoss(label, in, out));
             });
}

template <class Device, class T>
void SoftmaxWithCrossEntropyGrad(const Device&, const Tensor& softmax,
                                 const Tensor& label, LabelKind kind,
                                 const Tensor& d_loss, Tensor* d_logits) {
  using A = Accumulator<T>;
  const Labels<T> labels(softmax, label, kind);
  const T* dy = d_loss.data<T>();
  ForEachRow(labels, softmax.data<T>(), d_logits->mutable_data<T>(), Nothing(),
             [&](int64_t row, const RowLabel<A>& label, const A* in, A* out) {
               LogitLossGrad(label, in, static_cast<A>(dy[row]), out);
             });
}

PADDLE_INSTANTIATE(CrossEntropy, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(CrossEntropyGrad, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(SoftmaxWithCrossEntropy, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(SoftmaxWithCrossEntropyGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
