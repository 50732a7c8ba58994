#include "paddle/operators/indexing/lookup_table.h"
#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/rows/scatter_loop.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::DeviceErrors;

// Returns where kernels report bad ids. A reported id is replaced by 0, which
// therefore has to be a row.
DeviceErrors ErrorsOfIds(const platform::CUDADeviceContext& device,
                         const Tensor& ids, int64_t height) {
  PADDLE_ENFORCE(ids.numel() == 0 || height > 0, OutOfRange,
                 "ids of a table without rows");
  return platform::ErrorsOf(device, "lookup_table: Ids");
}

// Maps update i to its row, the same one for all columns.
struct PlacesOfIds {
  static constexpr bool kSameForColumns = true;
  PADDLE_HOST_DEVICE int64_t operator()(int64_t i, int64_t /*column*/) const {
    return errors.Checked(ids[i], height);
  }
  const int64_t* ids;
  int64_t height;
  DeviceErrors errors;
};

}  // namespace

template <class Device, class T>
void LookUpRows(const Device& context, const Tensor& w, const Tensor& ids,
                int64_t padding, Tensor* out) {
  const int64_t height = w.dims()[0], width = w.dims()[1];
  const DeviceErrors errors = ErrorsOfIds(context, ids, height);
  const int64_t* id = ids.data<int64_t>();
  const T* table = w.data<T>();
  T* rows = out->mutable_data<T>();
  platform::ForEach(context, ids.numel() * width, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = i / width;
    const int64_t place = errors.Checked(id[row], height);
    rows[i] =
        place == padding ? T(0) : table[place * width + (i - row * width)];
  });
}

// The numbers of rows are on the host, so the positions are found there.
template <class Device, class T>
void LookUpSelectedRows(const Device& context, const framework::SelectedRows& w,
                        const Tensor& ids, int64_t padding, Tensor* out) {
  const DeviceCopy positions(context, PositionsOfIds(w, ids, padding));
  const int64_t width = w.value().dims()[1];
  const int64_t* place = positions.data();
  const T* table = w.value().data<T>();
  T* rows = out->mutable_data<T>();
  platform::ForEach(context, ids.numel() * width, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = i / width;
    rows[i] = place[row] == kNoPadding
                  ? T(0)
                  : table[place[row] * width + (i - row * width)];
  });
}

template <class Device, class T>
void LookUpRowsGrad(const Device& context, const Tensor& ids,
                    const Tensor& d_out, int64_t padding, Tensor* d_w) {
  const int64_t height = d_w->dims()[0], width = d_w->dims()[1];
  const DeviceErrors errors = ErrorsOfIds(context, ids, height);
  T* table = d_w->mutable_data<T>();
  Fill(context, 0, d_w);
  ForEachUpdateOnCUDA(context, AxisView{1, height, width}, ids.numel(),
                      PlacesOfIds{ids.data<int64_t>(), height, errors},
                      d_out.data<T>(), table, AddUpdate<T>());
  // Clearing the padding row afterwards keeps the updates free of a branch.
  if (padding >= 0 && padding < height) {
    const T zero(0);
    FillOnCUDA(context, &zero, sizeof(T), width, table + padding * width);
  }
}

PADDLE_INSTANTIATE(LookUpRows, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(LookUpSelectedRows, platform::CUDADeviceContext, float,
                   double);
PADDLE_INSTANTIATE(LookUpRowsGrad, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
