#include <cstdint>

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/rows/move_rows.cuh"
#include "paddle/operators/math/rows/sequence_batch.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

struct ListedRow {
  PADDLE_HOST_DEVICE int64_t operator()(int64_t i) const { return rows[i]; }
  const int64_t* rows;
};

void MoveListed(const platform::CUDADeviceContext& device, MoveRows way,
                const Tensor& x, absl::Span<const int64_t> rows, Tensor* out) {
  // The rows are in host memory; the copy is queued before the kernel that
  // reads it, and its memory is released after it in the same order.
  const DeviceCopy listed(device, rows);
  MoveRowsOnCUDA(device, way, rows.size(), RowBytes(x),
                 ListedRow{listed.data()}, x.raw_data(),
                 out->raw_mutable_data());
}

}  // namespace

template <class Device>
void GatherRows(const Device& device, const Tensor& x,
                absl::Span<const int64_t> rows, Tensor* out) {
  MoveListed(device, MoveRows::kTake, x, rows, out);
}

template <class Device>
void ScatterRows(const Device& device, const Tensor& x,
                 absl::Span<const int64_t> rows, Tensor* out) {
  MoveListed(device, MoveRows::kPut, x, rows, out);
}

PADDLE_INSTANTIATE_ONE(GatherRows<platform::CUDADeviceContext>);
PADDLE_INSTANTIATE_ONE(ScatterRows<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
