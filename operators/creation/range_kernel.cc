#include <type_traits>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/creation/arange.h"
#include "paddle/operators/creation/range_size.h"

namespace paddle::operators {
namespace {

using framework::OnCPU;
using framework::Tensor;

// The size of out depends on three numbers, so a run has to wait for them if
// they are on a GPU; fill_range has attributes instead.
template <class Device, class T>
void Range(const Device& device, const Tensor& start_of, const Tensor& end_of,
           const Tensor& step_of, memory::Allocator* allocator, Tensor* out) {
  using Wide = std::conditional_t<std::is_integral_v<T>, int64_t, double>;
  const T start = *OnCPU(start_of).template data<T>();
  const T end = *OnCPU(end_of).template data<T>();
  const T step = *OnCPU(step_of).template data<T>();
  // Counted in 64 bits, whatever T is, so that nothing overflows.
  const int64_t size = RangeSize(Wide{start}, Wide{end}, Wide{step});
  out->Allocate(framework::Dims({size}), framework::DataTypeOf<T>(), allocator);
  kernels::FillArange<Device, T>(device, start, step, out);
}

constexpr absl::string_view kNames[] = {"Start", "End", "Step", "Out"};

}  // namespace

REGISTER_FUNCTION_KERNEL(range, Range, kNames, float, double, int32_t, int64_t);

}  // namespace paddle::operators
