// The functions of any_device.h as a table for each device.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/number.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels::internal {

// Each entry is the function of the same name in any_device.h; its context must
// be of the table's device. A table of pointers, filled by one source per
// device, lets CPU builds link without code for GPUs.
struct DeviceFunctions {
  using Tensor = framework::Tensor;
  using Context = platform::DeviceContext;
  using Rows = absl::Span<const int64_t>;
  using Inputs = absl::Span<const Tensor* const>;

  void (*fill)(const Context&, const framework::Number&, Tensor*);
  void (*gather_rows)(const Context&, const Tensor&, Rows, Tensor*);
  void (*scatter_rows)(const Context&, const Tensor&, Rows, Tensor*);
  void (*concat)(const Context&, Inputs, int axis, Tensor*);
  void (*split)(const Context&, const Tensor&, int axis, Rows sizes,
                absl::Span<Tensor* const>);
  void (*sum)(const Context&, Inputs, Tensor*);
  void (*add_rows)(const Context&, const framework::SelectedRows&, Tensor*);
};

// Returns the table of a device; null for GPUs in a build without code for
// them.
template <class Device>
const DeviceFunctions* FunctionsOf();

}  // namespace paddle::operators::kernels::internal
