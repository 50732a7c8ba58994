#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/optimizer/accumulate.h"

namespace paddle::operators {
namespace {

using framework::Tensor;

// The weight is a tensor, not an attribute: it may change from run to run.
template <class Device, class T>
void MovingAverage(const Device& device, const Tensor& x, const Tensor& average,
                   const Tensor& weight, Tensor* out) {
  kernels::MovingAverage<Device, T>(device, x, weight.data<T>(),
                                    {&average, out});
}

constexpr absl::string_view kNames[] = {"X", "Average", "Weight", "AverageOut"};

}  // namespace

REGISTER_FUNCTION_KERNEL(moving_average, MovingAverage, kNames, float, double);

}  // namespace paddle::operators
