#include "paddle/operators/kernels/cross_entropy.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "paddle/operators/kernels/class_labels.h"
#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/softmax_rows.h"
#include "paddle/operators/kernels/vector_loops.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// A probability below this has no gradient larger than 1 / kSmallest.
constexpr double kSmallest = 1e-20;

// The labels of rows of classes, of either kind.
template <typename T>
class Labels {
 public:
  Labels(const platform::DeviceContext& context, const Tensor& x,
         const Tensor& label, LabelKind kind)
      : classes(x.dims()[x.rank() - 1]),
        rows(classes == 0 ? 0 : x.numel() / classes),
        hard_(kind.soft ? nullptr : label.data<int64_t>()),
        soft_(kind.soft ? label.data<T>() : nullptr),
        ignore_index_(kind.ignore_index) {
    EnforceOnCPU(context, "cross entropy");
    if (!kind.soft) CheckClasses(label, classes, kind.ignore_index);
  }

  const int64_t classes;
  const int64_t rows;

  bool is_soft() const { return soft_ != nullptr; }
  int64_t Class(int64_t row) const { return hard_[row]; }
  bool IsIgnored(int64_t row) const {
    return hard_ != nullptr && hard_[row] == ignore_index_;
  }
  const T* Weights(int64_t row) const { return soft_ + row * classes; }
  T Sum(int64_t row) const {
    const T* weights = Weights(row);
    return ReduceRun(classes, T(0), std::plus<T>(),
                     [=](int64_t j) { return weights[j]; });
  }

 private:
  const int64_t* hard_;
  const T* soft_;
  const int64_t ignore_index_;
};

template <typename T>
T LossOf(T probability) {
  const T loss = -std::log(probability);
  return loss > T(kMaxLoss) ? T(kMaxLoss) : loss;
}

template <typename T>
T RowLoss(const Labels<T>& labels, int64_t row, const T* x) {
  if (labels.IsIgnored(row)) return T(0);
  if (!labels.is_soft()) return LossOf(x[labels.Class(row)]);
  const T* weights = labels.Weights(row);
  T loss = 0;
  for (int64_t j = 0; j < labels.classes; ++j) {
    if (weights[j] != T(0)) loss += weights[j] * LossOf(x[j]);
  }
  return loss;
}

template <typename T>
T Slope(T probability, T d_loss) {
  return -d_loss / std::max(probability, T(kSmallest));
}

template <typename T>
void RowLossGrad(const Labels<T>& labels, int64_t row, const T* x, T d_loss,
                 T* d_x) {
  if (!labels.is_soft()) {
    std::fill_n(d_x, labels.classes, T(0));
    if (labels.IsIgnored(row)) return;
    d_x[labels.Class(row)] = Slope(x[labels.Class(row)], d_loss);
    return;
  }
  const T* weights = labels.Weights(row);
  AssignRun(labels.classes, d_x,
            [=](int64_t j) { return weights[j] * Slope(x[j], d_loss); });
}

// -sum(label * log(softmax(x))). The logarithm of the sum of exponentials is
// that of the inverse of the softmax at the largest logit.
template <typename T>
T LogitLoss(const Labels<T>& labels, int64_t row, const T* x,
            const T* softmax) {
  if (labels.IsIgnored(row)) return T(0);
  const T smallest = std::numeric_limits<T>::min();
  if (!labels.is_soft() && softmax[labels.Class(row)] > smallest) {
    return -std::log(softmax[labels.Class(row)]);  // did not underflow
  }
  const int64_t top = std::max_element(x, x + labels.classes) - x;
  const T log_sum = -std::log(softmax[top]);
  const T max = x[top];
  const auto loss = [=](int64_t j) { return log_sum - (x[j] - max); };
  if (!labels.is_soft()) return loss(labels.Class(row));
  const T* weights = labels.Weights(row);
  return ReduceRun(labels.classes, T(0), std::plus<T>(), [=](int64_t j) {
    return weights[j] == T(0) ? T(0) : weights[j] * loss(j);
  });
}

template <typename T>
void LogitLossGrad(const Labels<T>& labels, int64_t row, const T* softmax,
                   T d_loss, T* d_x) {
  if (labels.IsIgnored(row)) {
    std::fill_n(d_x, labels.classes, T(0));
    return;
  }
  if (!labels.is_soft()) {
    AssignRun(labels.classes, d_x,
              [=](int64_t j) { return softmax[j] * d_loss; });
    d_x[labels.Class(row)] = (softmax[labels.Class(row)] - T(1)) * d_loss;
    return;
  }
  const T* weights = labels.Weights(row);
  const T sum = labels.Sum(row);
  AssignRun(labels.classes, d_x, [=](int64_t j) {
    return (softmax[j] * sum - weights[j]) * d_loss;
  });
}

// Calls body(row, offset of the row).
template <typename T, typename Body>
void ForEachRow(const Labels<T>& labels, const Body& body) {
  ForEachRowPiece(labels.rows, labels.classes, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      body(row, row * labels.classes);
    }
  });
}

}  // namespace

template <typename T>
void CrossEntropy(const platform::DeviceContext& context, const Tensor& x,
                  const Tensor& label, LabelKind kind, Tensor* loss) {
  const Labels<T> labels(context, x, label, kind);
  const T* from = x.data<T>();
  T* to = loss->mutable_data<T>();
  if (labels.classes == 0) std::fill_n(to, loss->numel(), T(0));
  ForEachRow(labels, [&](int64_t row, int64_t at) {
    to[row] = RowLoss(labels, row, from + at);
  });
}

template <typename T>
void CrossEntropyGrad(const platform::DeviceContext& context, const Tensor& x,
                      const Tensor& label, LabelKind kind, const Tensor& d_loss,
                      Tensor* d_x) {
  const Labels<T> labels(context, x, label, kind);
  const T* from = x.data<T>();
  const T* dy = d_loss.data<T>();
  T* to = d_x->mutable_data<T>();
  ForEachRow(labels, [&](int64_t row, int64_t at) {
    RowLossGrad(labels, row, from + at, dy[row], to + at);
  });
}

template <typename T>
void SoftmaxWithCrossEntropy(const platform::DeviceContext& context,
                             const Tensor& logits, const Tensor& label,
                             LabelKind kind, Tensor* softmax, Tensor* loss) {
  const Labels<T> labels(context, logits, label, kind);
  const int64_t classes = labels.classes;
  const T* x = logits.data<T>();
  T* y = softmax->mutable_data<T>();
  T* to = loss->mutable_data<T>();
  if (classes == 0) std::fill_n(to, loss->numel(), T(0));
  ForEachRowPiece(labels.rows, classes, [&](int64_t begin, int64_t end) {
    SoftmaxRows(end - begin, classes, x + begin * classes, y + begin * classes);
    for (int64_t row = begin; row < end; ++row) {
      to[row] = LogitLoss(labels, row, x + row * classes, y + row * classes);
    }
  });
}

template <typename T>
void SoftmaxWithCrossEntropyGrad(const platform::DeviceContext& context,
                                 const Tensor& softmax, const Tensor& label,
                                 LabelKind kind, const Tensor& d_loss,
                                 Tensor* d_logits) {
  const Labels<T> labels(context, softmax, label, kind);
  const T* y = softmax.data<T>();
  const T* dy = d_loss.data<T>();
  T* to = d_logits->mutable_data<T>();
  ForEachRow(labels, [&](int64_t row, int64_t at) {
    LogitLossGrad(labels, row, y + at, dy[row], to + at);
  });
}

#define PADDLE_INSTANTIATE_(T)                                                 \
  template void CrossEntropy<T>(const platform::DeviceContext&, const Tensor&, \
                                const Tensor&, LabelKind, Tensor*);            \
  template void CrossEntropyGrad<T>(const platform::DeviceContext&,            \
                                    const Tensor&, const Tensor&, LabelKind,   \
                                    const Tensor&, Tensor*);                   \
  template void SoftmaxWithCrossEntropy<T>(const platform::DeviceContext&,     \
                                           const Tensor&, const Tensor&,       \
                                           LabelKind, Tensor*, Tensor*);       \
  template void SoftmaxWithCrossEntropyGrad<T>(                                \
      const platform::DeviceContext&, const Tensor&, const Tensor&, LabelKind, \
      const Tensor&, Tensor*);
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)
#undef PADDLE_INSTANTIATE_

}  // namespace paddle::operators::kernels
