#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/optimizer/selected_rows.h"

namespace paddle::operators {
namespace {

// The norm is that of the dense gradient, so equal rows are merged first.
template <class Device, class T>
void SquaredNormOfRows(const Device& device, const framework::SelectedRows& x,
                       kernels::Workspace workspace, framework::Tensor* out) {
  kernels::SquaredNormOfRows<Device, T>(
      device, x, workspace(kernels::MergeBytes<T>(x)), out->mutable_data<T>());
}

constexpr absl::string_view kNames[] = {"X", "Out"};

}  // namespace

REGISTER_FUNCTION_KERNEL(selected_rows_squared_norm, SquaredNormOfRows, kNames,
                         float, double);

}  // namespace paddle::operators
