#include "paddle/operators/indexing/scatter_reduce.h"

#include "paddle/operators/indexing/scatter_column.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Calls body(column) for each, in parallel.
template <typename T, typename Body>
void ForEachColumn(const ScatterColumn<T>& columns, const Body& body) {
  constexpr int64_t kGrain = 16384;
  platform::ParallelFor(columns.width,
                        kGrain / (columns.count + columns.slices + 1) + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t j = begin; j < end; ++j) {
                            body(columns.At(j));
                          }
                        });
}

}  // namespace

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
  ForEachColumn(columns, [=](const ScatterColumn<T>& column) {
    CombineColumn(rule, column);
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
  ForEachColumn(columns, [=](const ScatterColumn<T>& column) {
    CombineColumnGrad(rule, column);
  });
}

PADDLE_INSTANTIATE(ScatterReduce, platform::CPUDeviceContext, float, double,
                   int32_t, int64_t);
PADDLE_INSTANTIATE(ScatterReduceGrad, platform::CPUDeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
