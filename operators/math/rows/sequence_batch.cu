#include <cstdint>

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/rows/move_rows.cuh"
#include "paddle/operators/math/rows/sequence_batch.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

struct ListedRow {
  PADDLE_HOST_DEVICE int64_t operator()(int64_t i) const { return rows[i]; }
  const int64_t* rows;
};

void MoveListed(const platform::DeviceContext& device, MoveRows way,
                const Tensor& x, absl::Span<const int64_t> rows, Tensor* out) {
  const DeviceCopy listed(device, rows);
  MoveRowsOnCUDA(device, way, rows.size(), RowBytes(x),
                 ListedRow{listed.data()}, x.raw_data(),
                 out->raw_mutable_data());
}

}  // namespace

void GatherRowsOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                      absl::Span<const int64_t> rows, Tensor* out) {
  MoveListed(device, MoveRows::kTake, x, rows, out);
}

void ScatterRowsOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                       absl::Span<const int64_t> rows, Tensor* out) {
  MoveListed(device, MoveRows::kPut, x, rows, out);
}

}  // namespace paddle::operators::kernels
