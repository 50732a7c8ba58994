#include "paddle/operators/math/rows/gather.h"

#include <algorithm>
#include <cstring>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/scan_grain.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

constexpr int64_t kGrainBytes = 131072;

int64_t RowBytes(const AxisView& view, const Tensor& x) {
  return view.inner * static_cast<int64_t>(framework::SizeOf(x.dtype()));
}

// Computes to[i] = from[indices[i]] for single elements.
template <typename T>
void GatherElements(const Indices& indices, int64_t begin, int64_t end,
                    const void* from, void* to) {
  const T* x = static_cast<const T*>(from);
  T* out = static_cast<T*>(to);
  for (int64_t i = begin; i < end; ++i) out[i] = x[indices[i]];
}

// Gathers rows of a matrix. Rows of one element, the most common narrow ones,
// are copied without a call of memcpy for each.
void GatherRows(const Indices& indices, int64_t begin, int64_t end,
                int64_t bytes, const char* x, char* out) {
  switch (bytes) {
    case 4:
      return GatherElements<uint32_t>(indices, begin, end, x, out);
    case 8:
      return GatherElements<uint64_t>(indices, begin, end, x, out);
    default:
      for (int64_t i = begin; i < end; ++i) {
        std::memcpy(out + i * bytes, x + indices[i] * bytes, bytes);
      }
  }
}

// Calls body(row, i) for each row of `out` and update i of it, in the order of
// i. Each thread owns a range of out's rows and scans all updates for them: no
// two threads write to a row, and the order needs no sorting.
template <typename Body>
void ForEachUpdate(const AxisView& view, Indices indices, int64_t bytes,
                   const Body& body) {
  const int64_t rows = view.outer * view.size;
  platform::ParallelFor(
      rows, ScanGrain(rows, kGrainBytes / std::max<int64_t>(bytes, 1) + 1),
      [&](int64_t begin, int64_t end) {
        while (begin < end) {  // the rows of one matrix at a time
          const int64_t o = begin / view.size;
          const int64_t first = begin - o * view.size;
          const int64_t last = std::min(end - o * view.size, view.size);
          const int64_t count = indices.size();
          for (int64_t i = 0; i < count; ++i) {
            if (first <= indices[i] && indices[i] < last) {
              body(o * view.size + indices[i], o * count + i);
            }
          }
          begin = o * view.size + last;
        }
      });
}

}  // namespace

template <class Device>
void Gather(const Device&, const Tensor& x, const AxisView& view,
            Indices indices, Tensor* out) {
  const int64_t bytes = RowBytes(view, x);
  const int64_t count = indices.size();
  if (bytes == 0 || count == 0) return;
  const char* from = static_cast<const char*>(x.raw_data());
  char* to = static_cast<char*>(out->raw_mutable_data());
  platform::ParallelFor(
      view.outer * count, kGrainBytes / bytes + 1,
      [=](int64_t begin, int64_t end) {
        while (begin < end) {
          const int64_t o = begin / count;
          const int64_t last = std::min(end, (o + 1) * count);
          GatherRows(indices, begin - o * count, last - o * count, bytes,
                     from + o * view.size * bytes, to + o * count * bytes);
          begin = last;
        }
      });
}

template <class Device>
void Scatter(const Device&, Indices indices, const Tensor& updates,
             const AxisView& view, Tensor* out) {
  const int64_t bytes = RowBytes(view, *out);
  const char* from = static_cast<const char*>(updates.raw_data());
  char* to = static_cast<char*>(out->raw_mutable_data());
  ForEachUpdate(view, indices, bytes, [=](int64_t row, int64_t i) {
    std::memcpy(to + row * bytes, from + i * bytes, bytes);
  });
}

template <class Device>
void ScatterGrad(const Device& device, const Tensor& dout, const AxisView& view,
                 Indices indices, Tensor* d_updates) {
  Gather(device, dout, view, indices, d_updates);
  const int64_t bytes = RowBytes(view, dout);
  const int64_t count = indices.size();
  char* to = static_cast<char*>(d_updates->raw_mutable_data());
  // Two passes over the updates find those that stayed: the last one of each
  // slice overwrites the number of those before it.
  auto* last = ThreadScratch<int64_t>(ScratchSlot::kShared, view.size);
  for (int64_t i = 0; i < count; ++i) last[indices[i]] = i;
  for (int64_t i = 0; i < count; ++i) {
    if (last[indices[i]] == i) continue;
    for (int64_t o = 0; o < view.outer; ++o) {
      std::memset(to + (o * count + i) * bytes, 0, bytes);
    }
  }
}

template <class Device>
void ClearSlices(const Device&, Indices indices, const AxisView& view,
                 Tensor* out) {
  const int64_t bytes = RowBytes(view, *out);
  char* to = static_cast<char*>(out->raw_mutable_data());
  ForEachUpdate(view, indices, bytes, [=](int64_t row, int64_t) {
    std::memset(to + row * bytes, 0, bytes);
  });
}

template <class Device, class T>
void ScatterAdd(const Device&, Indices indices, const Tensor& updates,
                const AxisView& view, Tensor* out) {
  const int64_t width = view.inner;
  const T* from = updates.data<T>();
  T* to = out->mutable_data<T>();
  ForEachUpdate(
      view, indices, RowBytes(view, *out), [=](int64_t row, int64_t i) {
        const T* update = from + i * width;
        // Rows are added one after another, each of them vectorized.
        AccumulateRun(
            width, to + row * width, [](T a, T b) { return Add(a, b); },
            [update](int64_t j) { return update[j]; });
      });
}

PADDLE_INSTANTIATE(ScatterAdd, platform::CPUDeviceContext, float, double,
                   int32_t, int64_t);
PADDLE_INSTANTIATE_ONE(Gather<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(Scatter<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(ScatterGrad<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(ClearSlices<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
