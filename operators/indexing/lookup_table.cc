#include "paddle/operators/indexing/lookup_table.h"

#include <algorithm>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/math/loops/prefetch_row.h"
#include "paddle/operators/math/loops/scan_grain.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/rows/row_positions.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {

using framework::Dims;
using framework::SelectedRows;
using framework::Tensor;

namespace {

// Elements per task: copying fewer takes less time than starting a task.
constexpr int64_t kGrain = 32768;

int64_t RowGrain(int64_t width) {
  return std::max<int64_t>(1, kGrain / std::max<int64_t>(width, 1));
}

// Checks all ids before anything is written, so that an error leaves no half
// written output, and threads need not report errors.
void CheckIds(const Tensor& ids, int64_t height) {
  const int64_t* id = ids.data<int64_t>();
  for (int64_t i = 0; i < ids.numel(); ++i) {
    PADDLE_ENFORCE(id[i] >= 0 && id[i] < height, OutOfRange, "id ", id[i],
                   " at position ", i, " is outside the table: [0, ", height,
                   ")");
  }
}

// Copies the rows of a table at checked places; zeros for `padding`.
template <class T>
void CopyRows(const Tensor& w, absl::Span<const int64_t> places,
              int64_t padding, Tensor* out) {
  const int64_t width = w.dims()[1];
  const T* table = w.data<T>();
  T* rows = out->mutable_data<T>();
  platform::ParallelFor(
      places.size(), RowGrain(width), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t later = i + kRowsAhead;
          if (later < end && places[later] != padding) {
            PrefetchRow(table + places[later] * width, width);
          }
          T* row = rows + i * width;
          if (places[i] == padding) {
            std::fill_n(row, width, T(0));
          } else {
            std::copy_n(table + places[i] * width, width, row);
          }
        }
      });
}

}  // namespace

template <class Device, class T>
void LookUpRows(const Device&, const Tensor& w, const Tensor& ids,
                int64_t padding, Tensor* out) {
  CheckIds(ids, w.dims()[0]);
  CopyRows<T>(w, absl::MakeConstSpan(ids.data<int64_t>(), ids.numel()), padding,
              out);
}

template <class Device, class T>
void LookUpSelectedRows(const Device&, const SelectedRows& w, const Tensor& ids,
                        int64_t padding, Tensor* out) {
  CopyRows<T>(w.value(), PositionsOfIds(w, ids, padding), kNoPadding, out);
}

std::vector<int64_t> PositionsOfIds(const SelectedRows& w, const Tensor& ids,
                                    int64_t padding) {
  w.Check();
  const RowPositions rows(w.rows());
  const Tensor on_host = framework::OnCPU(ids);
  const int64_t* id = on_host.data<int64_t>();
  std::vector<int64_t> positions(ids.numel(), kNoPadding);
  for (int64_t i = 0; i < ids.numel(); ++i) {
    // An id of -1 is an error where there is no padding.
    if (id[i] == padding && padding != kNoPadding) continue;
    positions[i] = rows.Find(id[i]);
    PADDLE_ENFORCE(positions[i] >= 0, OutOfRange, "id ", id[i], " at position ",
                   i, " is not among the ", w.rows().size(),
                   " rows of the table");
  }
  return positions;
}

// Gives each thread a range of the table's rows and lets it scan all ids: no
// two threads write to one row, and the sums keep the order of the ids. The
// scan is cheap against the rows of `width` elements that are added.
template <class Device, class T>
void LookUpRowsGrad(const Device&, const Tensor& ids, const Tensor& d_out,
                    int64_t padding, Tensor* d_w) {
  const int64_t height = d_w->dims()[0];
  const int64_t width = d_w->dims()[1];
  CheckIds(ids, height);
  const int64_t* id = ids.data<int64_t>();
  const T* grads = d_out.data<T>();
  T* table = d_w->mutable_data<T>();
  platform::ParallelFor(
      height, ScanGrain(height, RowGrain(width)),
      [&](int64_t begin, int64_t end) {
        std::fill(table + begin * width, table + end * width, T(0));
        for (int64_t i = 0; i < ids.numel(); ++i) {
          if (id[i] < begin || id[i] >= end || id[i] == padding) continue;
          const T* grad = grads + i * width;
          AccumulateRun(
              width, table + id[i] * width, [](T a, T b) { return a + b; },
              [grad](int64_t j) { return grad[j]; });
        }
      });
}

template <typename T>
void LookUpRowsSparseGrad(const platform::DeviceContext& context,
                          const Tensor& ids, const Tensor& d_out,
                          int64_t padding, memory::Allocator* allocator,
                          SelectedRows* d_w) {
  // Row numbers live on the host, and the number of rows is the size to
  // allocate.
  const Tensor on_host = framework::OnCPU(ids);
  CheckIds(on_host, d_w->height());
  const auto id = absl::MakeConstSpan(on_host.data<int64_t>(), ids.numel());
  const int64_t width = d_out.dims().at(-1);
  std::vector<int64_t>& rows = *d_w->mutable_rows();
  rows.clear();
  std::copy_if(id.begin(), id.end(), std::back_inserter(rows),
               [padding](int64_t i) { return i != padding; });
  d_w->mutable_value()->Allocate(
      Dims({static_cast<int64_t>(rows.size()), width}), d_out.dtype(),
      allocator);
  const platform::Place place = context.place();
  const T* grads = d_out.data<T>();
  T* value = d_w->mutable_value()->template mutable_data<T>();
  // Copies runs between paddings, with one copy for all in the usual case.
  for (size_t i = 0; i < id.size();) {  // what is not padding, in runs
    const auto end = std::find(id.begin() + i, id.end(), padding);
    const int64_t count = (end - id.begin()) - i;
    memory::CopyAsync(place, value, place, grads + i * width,
                      count * width * sizeof(T));
    value += count * width;
    i += count + 1;
  }
}

PADDLE_INSTANTIATE(LookUpRows, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(LookUpSelectedRows, platform::CPUDeviceContext, float,
                   double);
PADDLE_INSTANTIATE(LookUpRowsGrad, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE_ONE(LookUpRowsSparseGrad<float>);
PADDLE_INSTANTIATE_ONE(LookUpRowsSparseGrad<double>);

}  // namespace paddle::operators::kernels
