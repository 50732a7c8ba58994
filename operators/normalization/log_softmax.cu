#include <cmath>

#include "paddle/operators/math/rows/softmax_rule.cuh"
#include "paddle/operators/normalization/log_softmax.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename A>
struct LogSoftmaxRule {
  // Every thread of a team has the sum, and repeats this logarithm.
  PADDLE_DEVICE explicit LogSoftmaxRule(const SoftmaxSum<A>& all)
      : max(all.max), log_sum(std::log(all.sum)) {}
  PADDLE_DEVICE A operator()(A x) const { return (x - max) - log_sum; }
  PADDLE_DEVICE static A Term(A, A dy) { return dy; }
  PADDLE_DEVICE static A Slope(A y, A dy, A sum) {
    return dy - std::exp(y) * sum;
  }

  A max, log_sum;
};

}  // namespace

template <class Device, class T>
void LogSoftmax(const Device& context, const Tensor& x, int axis, Tensor* out) {
  SoftmaxAlong<LogSoftmaxRule, T>(context, x, axis, out);
}

template <class Device, class T>
void LogSoftmaxGrad(const Device& context, const Tensor& out,
                    const Tensor& d_out, int axis, Tensor* d_x) {
  SoftmaxGradAlong<LogSoftmaxRule, T>(context, out, d_out, axis, d_x);
}

PADDLE_INSTANTIATE(LogSoftmax, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(LogSoftmaxGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
