#include "paddle/operators/indexing/scatter_column.h"
#include "paddle/operators/indexing/scatter_reduce.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

using framework::Tensor;

// One thread a column, which goes through all updates in their order: products
// are then the same in every run. Few columns leave most of a GPU idle.
template <class Device, class T>
void ScatterReduce(const Device& device, ScatterRule rule, const Tensor& x,
                   const Tensor& index, const Tensor& updates,
                   Workspace workspace, Tensor* out) {
  const AxisView view =
      AxisView::OfFirst(x.dims(), static_cast<int>(index.dims().at(-1)));
  const Indices indices = FlatIndices(device, index, x.dims(), workspace);
  CopyElements(device, x, out);
  const ScatterColumn<T> columns = {
      indices.data(),    static_cast<int64_t>(indices.size()),
      view.size,         view.inner,
      updates.data<T>(), out->mutable_data<T>()};
  platform::ForEach(device, view.inner, [=] PADDLE_DEVICE(int64_t j) {
    CombineColumn(rule, columns.At(j));
  });
}

template <class Device, class T>
void ScatterReduceGrad(const Device& device, ScatterRule rule, const Tensor& x,
                       const Tensor& index, const Tensor& updates,
                       const Tensor& out, const Tensor& dout,
                       Workspace workspace, Tensor* dx, Tensor* d_updates) {
  const AxisView view =
      AxisView::OfFirst(x.dims(), static_cast<int>(index.dims().at(-1)));
  const auto memory = ColumnMemory<T>::Of(device, x, index, workspace);
  const ScatterColumn<T> columns = {
      memory.indices.data(),
      static_cast<int64_t>(memory.indices.size()),
      view.size,
      view.inner,
      updates.data<T>(),
      const_cast<T*>(out.data<T>()),
      x.data<T>(),
      dout.data<T>(),
      memory.scratch,
      dx == nullptr ? nullptr : dx->mutable_data<T>(),
      d_updates == nullptr ? nullptr : d_updates->mutable_data<T>()};
  platform::ForEach(device, view.inner, [=] PADDLE_DEVICE(int64_t j) {
    CombineColumnGrad(rule, columns.At(j));
  });
}

PADDLE_INSTANTIATE(ScatterReduce, platform::CUDADeviceContext, float, double,
                   int32_t, int64_t);
PADDLE_INSTANTIATE(ScatterReduceGrad, platform::CUDADeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
