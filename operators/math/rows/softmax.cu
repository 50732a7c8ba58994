#include "paddle/operators/math/rows/softmax.h"
#include "paddle/operators/math/rows/softmax_rule.cuh"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename A>
struct SoftmaxRule {
  PADDLE_DEVICE explicit SoftmaxRule(const SoftmaxSum<A>& of) : all(of) {}
  PADDLE_DEVICE A operator()(A x) const { return all.Exp(x) / all.sum; }
  PADDLE_DEVICE static A Term(A y, A dy) { return y * dy; }
  PADDLE_DEVICE static A Slope(A y, A dy, A sum) { return y * (dy - sum); }

  SoftmaxSum<A> all;
};

}  // namespace

template <class Device, class T>
void Softmax(const Device& context, const Tensor& x, int axis, Tensor* out) {
  SoftmaxAlong<SoftmaxRule, T>(context, x, axis, out);
}

template <class Device, class T>
void SoftmaxGrad(const Device& context, const Tensor& out, const Tensor& d_out,
                 int axis, Tensor* d_x) {
  SoftmaxGradAlong<SoftmaxRule, T>(context, out, d_out, axis, d_x);
}

PADDLE_INSTANTIATE(Softmax, platform::CUDADeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(SoftmaxGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
