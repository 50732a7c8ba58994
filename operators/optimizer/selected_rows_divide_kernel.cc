#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/optimizer/selected_rows.h"

namespace paddle::operators {
namespace {

using framework::SelectedRows;

// Unmerged: dividing equal rows apart and adding them later gives the same sum
// up to rounding, and merging costs more than dividing.
template <class Device, class T>
void DivideRows(const Device& device, const SelectedRows& x,
                const framework::Tensor& y, memory::Allocator* allocator,
                SelectedRows* out) {
  kernels::DivideRows<Device, T>(device, x, y.data<T>(), allocator, out);
}

constexpr absl::string_view kNames[] = {"X", "Y", "Out"};

}  // namespace

REGISTER_FUNCTION_KERNEL(selected_rows_divide, DivideRows, kNames, float,
                         double);

}  // namespace paddle::operators
