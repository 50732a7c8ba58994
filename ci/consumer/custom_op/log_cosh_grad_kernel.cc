#include <cmath>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/platform/transform.h"

namespace custom_op {
namespace {

namespace framework = paddle::framework;

template <typename T>
class LogCoshGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    framework::LoDTensor* dx = dx_.get(context);
    // No gradient is wanted when X is data.
    if (dx == nullptr) return;
    const T scale = static_cast<T>(scale_);
    paddle::platform::Transform(
        context.device(), dx->numel(), x_(context).template data<T>(),
        dout_(context).template data<T>(), dx->template mutable_data<T>(),
        [scale](T x, T dout) { return dout * scale * std::tanh(x / scale); });
  }

 private:
  const Input x_{this, "X"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<double> scale_{this, "scale"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(log_cosh_grad, LogCoshGradKernel<float>,
                       LogCoshGradKernel<double>);

}  // namespace custom_op
