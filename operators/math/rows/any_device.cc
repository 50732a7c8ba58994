#include "paddle/operators/math/rows/any_device.h"

#include "paddle/operators/math/rows/device_functions.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

using framework::Number;
using framework::SelectedRows;
using framework::Tensor;
using platform::DeviceContext;

namespace {

// Looks at the place at each call: callers have a DeviceContext of unknown
// type, which a template could not take.
const internal::DeviceFunctions& FunctionsFor(const DeviceContext& device) {
  const internal::DeviceFunctions* const functions =
      device.place().is_cuda()
          ? internal::FunctionsOf<platform::CUDADeviceContext>()
          : internal::FunctionsOf<platform::CPUDeviceContext>();
  PADDLE_ENFORCE(functions != nullptr, Unavailable,
                 "this build has no code for ", device.place().ToString());
  return *functions;
}

}  // namespace

void Fill(const DeviceContext& device, const Number& value, Tensor* out) {
  FunctionsFor(device).fill(device, value, out);
}

void GatherRows(const DeviceContext& device, const Tensor& x,
                absl::Span<const int64_t> rows, Tensor* out) {
  FunctionsFor(device).gather_rows(device, x, rows, out);
}

void ScatterRows(const DeviceContext& device, const Tensor& x,
                 absl::Span<const int64_t> rows, Tensor* out) {
  FunctionsFor(device).scatter_rows(device, x, rows, out);
}

void Concat(const DeviceContext& device, absl::Span<const Tensor* const> inputs,
            int axis, Tensor* out) {
  FunctionsFor(device).concat(device, inputs, axis, out);
}

void Split(const DeviceContext& device, const Tensor& x, int axis,
           absl::Span<const int64_t> sizes, absl::Span<Tensor* const> outputs) {
  FunctionsFor(device).split(device, x, axis, sizes, outputs);
}

void Sum(const DeviceContext& device, absl::Span<const Tensor* const> inputs,
         Tensor* out) {
  FunctionsFor(device).sum(device, inputs, out);
}

void AddRows(const DeviceContext& device, const SelectedRows& rows,
             Tensor* out) {
  FunctionsFor(device).add_rows(device, rows, out);
}

}  // namespace paddle::operators::kernels
