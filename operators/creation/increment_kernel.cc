#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/creation/add_constant.h"
#include "paddle/operators/math/loops/convert_number.h"

namespace paddle::operators {
namespace {

// The step is a double or an integer, and converted exactly: a counter of 64
// bits is never rounded.
template <class Device, class T>
void Increment(const Device& device, const framework::Tensor& x,
               const framework::Number& step, framework::Tensor* out) {
  kernels::AddConstant<Device, T>(device, x, kernels::ConvertNumber<T>(step),
                                  out);
}

constexpr absl::string_view kNames[] = {"X", "step", "Out"};

}  // namespace

REGISTER_FUNCTION_KERNEL(increment, Increment, kNames, float, double, int32_t,
                         int64_t);

}  // namespace paddle::operators
