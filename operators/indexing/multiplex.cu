#include "paddle/operators/indexing/multiplex.h"
#include "paddle/operators/math/device/device_units.cuh"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Copies units, not elements: rows are only moved, so their type is irrelevant.
template <typename Unit>
void Choose(const platform::CUDADeviceContext& device, Indices ids, int64_t k,
            int64_t width, const void* from, bool clears, void* to) {
  const int64_t* id = ids.data();
  const Unit* source = static_cast<const Unit*>(from);
  Unit* target = static_cast<Unit*>(to);
  platform::ForEach(device, ids.size() * width, [=] PADDLE_DEVICE(int64_t i) {
    if (id[i / width] == k) {
      target[i] = source[i];
    } else if (clears) {
      target[i] = Unit();
    }
  });
}

// Copies the rows with ids[i] == k; the others become zeros or stay as they
// are. Uses the widest unit, up to 16 bytes, that size and alignment allow.
void ChooseRows(const platform::CUDADeviceContext& device, Indices ids,
                int64_t k, const Tensor& from, bool clears, Tensor* to) {
  const int64_t bytes = RowBytes(from);
  const void* source = from.raw_data();
  void* target = to->raw_mutable_data();
  size_t unit = 1;
  while (unit < sizeof(Unit16) && bytes % (2 * unit) == 0 &&
         IsAligned(source, 2 * unit) && IsAligned(target, 2 * unit)) {
    unit *= 2;
  }
  WithUnit(unit, [&](auto of_size) {
    Choose<decltype(of_size)>(device, ids, k, bytes / unit, source, clears,
                              target);
  });
}

}  // namespace

template <class Device>
void Multiplex(const Device& device, Indices ids,
               absl::Span<const Tensor* const> inputs, Tensor* out) {
  // One launch per input: a kernel that chose by id would need the pointers of
  // all inputs on the device.
  for (size_t k = 0; k < inputs.size(); ++k) {
    ChooseRows(device, ids, k, *inputs[k], /*clears=*/false, out);
  }
}

template <class Device>
void MultiplexGrad(const Device& device, Indices ids, const Tensor& dout,
                   absl::Span<Tensor* const> outputs) {
  for (size_t k = 0; k < outputs.size(); ++k) {
    if (outputs[k] == nullptr) continue;
    ChooseRows(device, ids, k, dout, /*clears=*/true, outputs[k]);
  }
}

PADDLE_INSTANTIATE_ONE(Multiplex<platform::CUDADeviceContext>);
PADDLE_INSTANTIATE_ONE(MultiplexGrad<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
