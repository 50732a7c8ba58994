#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/creation/arange.h"
#include "paddle/operators/math/loops/convert_number.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
void FillRange(const Device& device, const framework::Number& start,
               const framework::Number& step, framework::Tensor* out) {
  // int32 ranges wrap around in int32, as sums of int32 do.
  using Wide = kernels::ArangeNumber<T>;
  // The attributes are converted to the type to compute in, not to T: 0.1 as a
  // float is not 0.1, and the difference would grow along the range.
  kernels::FillArange<Device, T>(device, kernels::ConvertNumber<Wide>(start),
                                 kernels::ConvertNumber<Wide>(step), out);
}

constexpr absl::string_view kNames[] = {"start", "step", "Out"};

}  // namespace

REGISTER_FUNCTION_KERNEL(fill_range, FillRange, kNames, float, double, int32_t,
                         int64_t);

}  // namespace paddle::operators
