#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/optimizer/selected_rows.h"

namespace paddle::operators {
namespace {

using framework::SelectedRows;

// The workspace depends on how many rows there are, and so on the batch.
template <class Device, class T>
void ClipRows(const Device& device, const SelectedRows& x, double min,
              double max, kernels::Workspace workspace,
              memory::Allocator* allocator, SelectedRows* out) {
  kernels::ClipRows<Device, T>(device, x, min, max,
                               workspace(kernels::MergeBytes<T>(x)), allocator,
                               out);
}

constexpr absl::string_view kNames[] = {"X", "min", "max", "Out"};

}  // namespace

REGISTER_FUNCTION_KERNEL(selected_rows_clip, ClipRows, kNames, float, double);

}  // namespace paddle::operators
