#include <cmath>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/platform/transform.h"

namespace custom_op {
namespace {

namespace framework = paddle::framework;

template <typename T>
class LogCoshKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const T scale = static_cast<T>(scale_);
    paddle::platform::Transform(
        context.device(), x.numel(), x.template data<T>(),
        out_(context).template mutable_data<T>(), [scale](T value) {
          // cosh itself overflows early.
          const T size = std::abs(value / scale);
          const T rest = std::log1p(std::exp(-2 * size));
          return scale * scale * (size + rest - std::log(T{2}));
        });
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<double> scale_{this, "scale"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(log_cosh, LogCoshKernel<float>, LogCoshKernel<double>);

}  // namespace custom_op
