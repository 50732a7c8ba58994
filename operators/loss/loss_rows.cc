#include "paddle/operators/loss/loss_rows.h"

#include <algorithm>
#include <functional>

#include "paddle/operators/loss/class_labels.h"
#include "paddle/operators/loss/class_row_pieces.h"
#include "paddle/operators/loss/class_rows.h"
#include "paddle/operators/loss/logistic_loss.h"
#include "paddle/operators/loss/smooth_l1.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/operators/math/rows/softmax_rows.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Calls body(row, its first element, its length), in parallel. `rows` has an
// element for each row of x.
template <typename Body>
void ForEachRow(const platform::CPUDeviceContext&, const Tensor& x,
                const Tensor& rows, const Body& body) {
  const int64_t count = rows.numel();
  const int64_t width = count == 0 ? 0 : x.numel() / count;
  ForEachRowPiece(count, width, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) body(row, row * width, width);
  });
}

// Returns the rows with those of no classes, which have a loss of 0.
ClassRows AllRows(ClassRows rows, const Tensor& losses) {
  rows.count = losses.numel();
  return rows;
}

// Calls visit(weights of elements from `begin` on), of one of two types: loops
// are compiled for both, without a branch.
template <typename T, typename Visit>
void WithWeights(const Tensor* weights, int64_t begin, const Visit& visit) {
  if (weights == nullptr) {
    visit(Shared<T>{T(1)});
  } else {
    visit(Consecutive<T>{weights->data<T>() + begin});
  }
}

}  // namespace

template <class Device, class T>
void SmoothL1(const Device& device, const Tensor& x, const Tensor& y,
              const SmoothL1Weights& weights, double sigma, Tensor* diff,
              Tensor* out) {
  const SmoothL1Rule<T> rule(sigma);
  const T* from = x.data<T>();
  const T* target = y.data<T>();
  T* diffs = diff->mutable_data<T>();
  T* to = out->mutable_data<T>();
  ForEachRow(device, x, *out, [&](int64_t row, int64_t at, int64_t width) {
    const T* a = from + at;
    const T* b = target + at;
    T* d = diffs + at;
    WithWeights<T>(weights.inside, at, [=](auto inside) {
      AssignRun(width, d, [=](int64_t j) { return inside[j] * (a[j] - b[j]); });
    });
    WithWeights<T>(weights.outside, at, [&](auto outside) {
      to[row] = ReduceRun(width, T(0), std::plus<T>(), [=](int64_t j) {
        return outside[j] * rule.Value(d[j]);
      });
    });
  });
}

template <class Device, class T>
void SmoothL1Grad(const Device& device, const Tensor& diff,
                  const SmoothL1Weights& weights, double sigma,
                  const Tensor& d_out, Tensor* d_x, Tensor* d_y) {
  const SmoothL1Rule<T> rule(sigma);
  const T* diffs = diff.data<T>();
  const T* flowing = d_out.data<T>();
  // Once for each: the gradients differ in their sign.
  const auto pass_on = [&](Tensor* result, T sign) {
    if (result == nullptr) return;
    T* to = result->mutable_data<T>();
    ForEachRow(device, diff, d_out,
               [&](int64_t row, int64_t at, int64_t width) {
                 const T g = sign * flowing[row];
                 const T* d = diffs + at;
                 WithWeights<T>(weights.inside, at, [=](auto inside) {
                   WithWeights<T>(weights.outside, at, [=](auto outside) {
                     AssignRun(width, to + at, [=](int64_t j) {
                       return g * inside[j] * outside[j] * rule.Slope(d[j]);
                     });
                   });
                 });
               });
  };
  pass_on(d_x, T(1));
  pass_on(d_y, T(-1));
}

template <class Device, class T>
void NllLoss(const Device&, const Tensor& x, const Tensor& label,
             const Tensor* weight, int64_t ignored, int64_t axis, Tensor* out,
             Tensor* row_weight) {
  const ClassRows rows(x.dims(), axis);
  CheckClasses(label, rows.classes, ignored);
  const int64_t* labels = label.data<int64_t>();
  const T* from = x.data<T>();
  const T* of_class = weight == nullptr ? nullptr : weight->data<T>();
  T* to = out->mutable_data<T>();
  T* used = row_weight->mutable_data<T>();
  ForEachPiece(AllRows(rows, *out), [=](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const int64_t one = labels[row];
      used[row] = one == ignored ? T(0) : of_class ? of_class[one] : T(1);
      // An ignored row is 0 even if x has an infinity there.
      to[row] = one == ignored
                    ? T(0)
                    : -used[row] * from[rows.At(row) + one * rows.inner];
    }
  });
}

template <class Device, class T>
void NllLossGrad(const Device&, const Tensor& label, const Tensor& row_weight,
                 int64_t axis, const Tensor& d_out, Tensor* d_x) {
  const ClassRows rows(d_x->dims(), axis);
  const int64_t* labels = label.data<int64_t>();
  const T* used = row_weight.data<T>();
  const T* flowing = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  ForEachPiece(rows, [=](int64_t begin, int64_t end) {
    ClearRows(rows, begin, end, to);
    for (int64_t row = begin; row < end; ++row) {
      const int64_t one = labels[row];
      // An ignored row may name no class at all.
      if (one < 0 || one >= rows.classes) continue;
      to[rows.At(row) + one * rows.inner] = -used[row] * flowing[row];
    }
  });
}

template <class Device, class T>
void BprLoss(const Device& device, const Tensor& x, const Tensor& label,
             Tensor* out) {
  CheckClasses(label, x.dims().at(-1));
  const int64_t* labels = label.data<int64_t>();
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  ForEachRow(device, x, *out, [=](int64_t row, int64_t at, int64_t width) {
    // Losses of a run are made in a vectorised loop and then added.
    constexpr int64_t kRun = 256;
    T buffer[kRun];
    T* const losses = buffer;
    const T right = from[at + labels[row]];
    T sum = 0;
    for (int64_t begin = 0; begin < width; begin += kRun) {
      const int64_t count = std::min(kRun, width - begin);
      const T* scores = from + at + begin;
      const int64_t own = labels[row] - begin;
      AssignRun(count, losses, [=](int64_t j) { return scores[j] - right; });
      LogisticLoss<T>(count, losses, nullptr, losses);
      sum = ReduceRun(count, sum, std::plus<T>(),
                      [=](int64_t j) { return j == own ? T(0) : losses[j]; });
    }
    to[row] = sum / static_cast<T>(std::max<int64_t>(width - 1, 1));
  });
}

template <class Device, class T>
void BprLossGrad(const Device& device, const Tensor& x, const Tensor& label,
                 const Tensor& d_out, Tensor* d_x) {
  CheckClasses(label, x.dims().at(-1));
  const int64_t* labels = label.data<int64_t>();
  const T* from = x.data<T>();
  const T* flowing = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  ForEachRow(device, x, d_out, [=](int64_t row, int64_t at, int64_t width) {
    const T* scores = from + at;
    T* slopes = to + at;
    const int64_t own = labels[row];
    const T right = scores[own];
    const T g = flowing[row] / static_cast<T>(std::max<int64_t>(width - 1, 1));
    AssignRun(width, slopes, [=](int64_t j) { return scores[j] - right; });
    Sigmoid(width, slopes, slopes);
    slopes[own] = 0;
    AssignRun(width, slopes, [=](int64_t j) { return g * slopes[j]; });
    // The slopes of a row sum to 0: the loss depends on differences alone.
    slopes[own] = -ReduceRun(width, T(0), std::plus<T>(),
                             [=](int64_t j) { return slopes[j]; });
  });
}

template <class Device, class T>
void LabelSmooth(const Device&, const Tensor& x, const Tensor* prior,
                 double epsilon, Tensor* out) {
  const int64_t classes = x.dims().at(-1);
  const T keep = static_cast<T>(1 - epsilon);
  const T spread = static_cast<T>(epsilon);
  const T uniform = T(1) / static_cast<T>(std::max<int64_t>(classes, 1));
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  // Compiled for one share of all classes and for one per class.
  const auto rows = [&](auto distribution) {
    ForEachRowPiece(classes == 0 ? 0 : x.numel() / classes, classes,
                    [&](int64_t begin, int64_t end) {
                      for (int64_t row = begin; row < end; ++row) {
                        const T* in = from + row * classes;
                        AssignRun(classes, to + row * classes, [=](int64_t j) {
                          return keep * in[j] + spread * distribution[j];
                        });
                      }
                    });
  };
  if (prior == nullptr) {
    rows(Shared<T>{uniform});
  } else {
    rows(Consecutive<T>{prior->data<T>()});
  }
}

PADDLE_INSTANTIATE(SmoothL1, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(SmoothL1Grad, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(NllLoss, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(NllLossGrad, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(BprLoss, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(BprLossGrad, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(LabelSmooth, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
