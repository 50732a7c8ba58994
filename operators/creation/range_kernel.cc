#include <type_traits>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/creation/arange.h"
#include "paddle/operators/creation/range_size.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class RangeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    using Wide = std::conditional_t<std::is_integral_v<T>, int64_t, double>;
    // The size of Out depends on these numbers, so a run has to wait for them
    // if they are on a GPU; fill_range has attributes instead.
    const T start = *framework::OnCPU(start_(context)).template data<T>();
    const T end = *framework::OnCPU(end_(context)).template data<T>();
    const T step = *framework::OnCPU(step_(context)).template data<T>();
    // Counted in 64 bits, whatever T is, so that nothing overflows.
    const int64_t size = RangeSize(Wide{start}, Wide{end}, Wide{step});
    auto& out = out_(context);
    out.Allocate(framework::Dims({size}), framework::DataTypeOf<T>(),
                 context.allocator());
    kernels::FillArange<Device, T>(context.device<Device>(), start, step, &out);
  }

 private:
  const Input start_{this, "Start"};
  const Input end_{this, "End"};
  const Input step_{this, "Step"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(range, RangeKernel, float, double, int32_t, int64_t);

}  // namespace paddle::operators
