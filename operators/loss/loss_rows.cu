#include "paddle/operators/loss/class_rows.h"
#include "paddle/operators/loss/logistic_loss.h"
#include "paddle/operators/loss/loss_rows.h"
#include "paddle/operators/loss/smooth_l1.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/rows/row_inputs.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Team;

// Returns the number of elements of a row of x; `rows` has an element for each
// row.
int64_t WidthOf(const Tensor& x, const Tensor& rows) {
  return rows.numel() == 0 ? 0 : x.numel() / rows.numel();
}

template <typename T>
void PassOn(const platform::CUDADeviceContext& device, const Tensor& diff,
            const SmoothL1Weights& weights, const SmoothL1Rule<T>& rule,
            const Tensor& d_out, T sign, Tensor* result) {
  if (result == nullptr) return;
  const OrOnes<T> inside(weights.inside), outside(weights.outside);
  const int64_t width = WidthOf(diff, d_out);
  const T* d = diff.data<T>();
  const T* flowing = d_out.data<T>();
  T* to = result->mutable_data<T>();
  platform::ForEach(device, diff.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const T g = sign * flowing[i / width];
    to[i] = g * inside[i] * outside[i] * rule.Slope(d[i]);
  });
}

}  // namespace

template <class Device, class T>
void SmoothL1(const Device& device, const Tensor& x, const Tensor& y,
              const SmoothL1Weights& weights, double sigma, Tensor* diff,
              Tensor* out) {
  const SmoothL1Rule<T> rule(sigma);
  const OrOnes<T> inside(weights.inside), outside(weights.outside);
  const int64_t width = WidthOf(x, *out);
  const T* a = x.data<T>();
  const T* b = y.data<T>();
  T* d = diff->mutable_data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEachTeam(
      device, out->numel(), width, [=] PADDLE_DEVICE(const Team& team) {
        const int64_t at = team.index() * width;
        T sum = 0;
        for (int64_t i = at + team.lane(); i < at + width; i += team.size()) {
          d[i] = inside[i] * (a[i] - b[i]);
          sum += outside[i] * rule.Value(d[i]);
        }
        sum = team.Reduce(sum, SumReducer());
        if (team.lane() == 0) to[team.index()] = sum;
      });
}

template <class Device, class T>
void SmoothL1Grad(const Device& device, const Tensor& diff,
                  const SmoothL1Weights& weights, double sigma,
                  const Tensor& d_out, Tensor* d_x, Tensor* d_y) {
  const SmoothL1Rule<T> rule(sigma);
  PassOn(device, diff, weights, rule, d_out, T(1), d_x);
  PassOn(device, diff, weights, rule, d_out, T(-1), d_y);
}

template <class Device, class T>
void NllLoss(const Device& device, const Tensor& x, const Tensor& label,
             const Tensor* weight, int64_t ignored, int64_t axis, Tensor* out,
             Tensor* row_weight) {
  const ClassRows rows(x.dims(), axis);
  const RowLabels<> labels(device, "nll_loss: Label", label, rows.classes);
  const OrOnes<T> of_class(weight);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  T* used = row_weight->mutable_data<T>();
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t row) {
    // The ignored label is not checked: it may be no class at all.
    const bool counts = labels.data[row] != ignored;
    const int64_t one = counts ? labels[row] : 0;
    // Rows of no classes have a loss, and nothing to read.
    if (!counts || rows.classes == 0) {
      used[row] = to[row] = T(0);
      return;
    }
    used[row] = of_class[one];
    to[row] = -used[row] * from[rows.At(row) + one * rows.inner];
  });
}

template <class Device, class T>
void NllLossGrad(const Device& device, const Tensor& label,
                 const Tensor& row_weight, int64_t axis, const Tensor& d_out,
                 Tensor* d_x) {
  const ClassRows rows(d_x->dims(), axis);
  const int64_t* labels = label.data<int64_t>();
  const T* used = row_weight.data<T>();
  const T* flowing = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  platform::ForEach(device, d_x->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = rows.RowOf(i);
    // A thread per element, most of which write 0: no second pass to clear.
    to[i] = rows.ClassOf(i) == labels[row] ? -used[row] * flowing[row] : T(0);
  });
}

template <class Device, class T>
void BprLoss(const Device& device, const Tensor& x, const Tensor& label,
             Tensor* out) {
  const int64_t width = WidthOf(x, *out);
  const RowLabels<> labels(device, "bpr_loss: Label", label, x.dims().at(-1));
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEachTeam(
      device, out->numel(), width, [=] PADDLE_DEVICE(const Team& team) {
        // A team per row: rows have as many terms as there are classes.
        const T* scores = from + team.index() * width;
        const int64_t own = labels[team.index()];
        T sum = 0;
        for (int64_t j = team.lane(); j < width; j += team.size()) {
          if (j != own) sum += LogisticLossOf(scores[j] - scores[own]);
        }
        sum = team.Reduce(sum, SumReducer());
        if (team.lane() != 0) return;
        to[team.index()] = sum / static_cast<T>(width > 1 ? width - 1 : 1);
      });
}

template <class Device, class T>
void BprLossGrad(const Device& device, const Tensor& x, const Tensor& label,
                 const Tensor& d_out, Tensor* d_x) {
  const int64_t width = WidthOf(x, d_out);
  const RowLabels<> labels(device, "bpr_loss_grad: Label", label,
                           x.dims().at(-1));
  const T* from = x.data<T>();
  const T* flowing = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  platform::ForEachTeam(
      device, d_out.numel(), width, [=] PADDLE_DEVICE(const Team& team) {
        const int64_t at = team.index() * width;
        const int64_t own = labels[team.index()];
        const T others = static_cast<T>(width > 1 ? width - 1 : 1);
        const T g = flowing[team.index()] / others;
        T sum = 0;
        for (int64_t j = team.lane(); j < width; j += team.size()) {
          // Its slope is minus the sum of the others, which comes last.
          if (j == own) continue;
          const T slope = g * Sigmoid(from[at + j] - from[at + own]);
          to[at + j] = slope;
          sum += slope;
        }
        sum = team.Reduce(sum, SumReducer());
        if (team.lane() == 0 && width > 0) to[at + own] = -sum;
      });
}

template <class Device, class T>
void LabelSmooth(const Device& device, const Tensor& x, const Tensor* prior,
                 double epsilon, Tensor* out) {
  const int64_t classes = x.dims().at(-1);
  const T keep = static_cast<T>(1 - epsilon);
  const T spread = static_cast<T>(epsilon);
  const T uniform = T(1) / static_cast<T>(classes > 0 ? classes : 1);
  const T* from = x.data<T>();
  const T* of_class = prior == nullptr ? nullptr : prior->data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const T share = of_class == nullptr ? uniform : of_class[i % classes];
    to[i] = keep * from[i] + spread * share;
  });
}

PADDLE_INSTANTIATE(SmoothL1, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(SmoothL1Grad, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(NllLoss, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(NllLossGrad, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(BprLoss, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(BprLossGrad, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(LabelSmooth, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
