#include "paddle/operators/pooling/interpolate.h"

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/pooling/interpolate_axis.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// Returns the neighbours of all columns, in memory of the calling thread: they
// are the same in each row of each image, so they are computed once.
template <typename T>
const Neighbours<T>* ColumnNeighbours(const ResizeAxis& axis) {
  auto* table = ThreadScratch<Neighbours<T>>(ScratchSlot::kShared, axis.out);
  for (int64_t o = 0; o < axis.out; ++o) table[o] = Neighbours<T>(axis, o);
  return table;
}

// Returns the nearest of all columns, likewise.
const int64_t* ColumnSources(const ResizeAxis& axis) {
  auto* table = ThreadScratch<int64_t>(ScratchSlot::kShared, axis.out);
  for (int64_t o = 0; o < axis.out; ++o) table[o] = axis.Nearest(o);
  return table;
}

// Calls body(p) for all images of one channel, in parallel.
template <typename Body>
void ForEachImage(const platform::CPUDeviceContext&, const Dims& dims,
                  int64_t work, const Body& body) {
  constexpr int64_t kGrain = 32768;
  platform::ParallelFor(dims[0] * dims[1], kGrain / (work + 1) + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t p = begin; p < end; ++p) body(p);
                        });
}

// Stretches one row of an image to the new width.
template <typename T>
void StretchRow(const Neighbours<T>* columns, int64_t width, const T* from,
                ResizeWeight<T>* to) {
  for (int64_t o = 0; o < width; ++o) {
    const Neighbours<T>& n = columns[o];
    to[o] = (1 - n.weight) * from[n.first] + n.weight * from[n.second];
  }
}

// Adds the gradient of StretchRow to the row it came from.
template <typename T>
void AddStretchedRow(const Neighbours<T>* columns, int64_t width, const T* d_to,
                     T* d_from) {
  for (int64_t o = 0; o < width; ++o) {
    const Neighbours<T>& n = columns[o];
    d_from[n.first] += (1 - n.weight) * d_to[o];
    d_from[n.second] += n.weight * d_to[o];
  }
}

// Stretches those rows of an image that outputs read, each once: rows that an
// enlarged image reads several times are not stretched again.
template <typename T>
void StretchSeenRows(const ResizeAxis& rows, const ResizeAxis& columns,
                     const Neighbours<T>* table, const T* x,
                     ResizeWeight<T>* wide) {
  int64_t done = 0;
  for (int64_t y = 0; y < rows.out; ++y) {
    const Neighbours<T> n(rows, y);
    for (done = std::max(done, n.first); done <= n.second; ++done) {
      StretchRow(table, columns.out, x + done * columns.in,
                 wide + done * columns.out);
    }
  }
}

}  // namespace

template <class Device, class T>
void ResizeBilinear(const Device& context, const Resampling& resampling,
                    const Tensor& x, Tensor* out) {
  using Weight = ResizeWeight<T>;
  const ResizeAxis rows(x.dims(), out->dims(), 2, resampling);
  const ResizeAxis columns(x.dims(), out->dims(), 3, resampling);
  const Neighbours<T>* table = ColumnNeighbours<T>(columns);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  const int64_t size = rows.out * columns.out;
  ForEachImage(context, x.dims(), 3 * size, [&](int64_t p) {
    Weight* wide =
        ThreadScratch<Weight>(ScratchSlot::kPiece, rows.in * columns.out);
    StretchSeenRows(rows, columns, table, from + p * rows.in * columns.in,
                    wide);
    for (int64_t y = 0; y < rows.out; ++y) {
      const Neighbours<T> n(rows, y);
      const Weight* above = wide + n.first * columns.out;
      const Weight* below = wide + n.second * columns.out;
      const Weight weight = n.weight;
      AssignRun(columns.out, to + p * size + y * columns.out, [=](int64_t j) {
        return FromMean<T>((1 - weight) * above[j] + weight * below[j]);
      });
    }
  });
}

template <class Device, class T>
void ResizeBilinearGrad(const Device& context, const Resampling& resampling,
                        const Tensor& d_out, Tensor* d_x) {
  const ResizeAxis rows(d_x->dims(), d_out.dims(), 2, resampling);
  const ResizeAxis columns(d_x->dims(), d_out.dims(), 3, resampling);
  const Neighbours<T>* table = ColumnNeighbours<T>(columns);
  const T* from = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  const int64_t size = rows.in * columns.in;
  ForEachImage(
      context, d_x->dims(), 3 * rows.out * columns.out, [&](int64_t p) {
        const int64_t wide_size = rows.in * columns.out;
        T* wide = ThreadScratch<T>(ScratchSlot::kPiece, wide_size);
        std::fill_n(wide, wide_size, T(0));
        for (int64_t y = 0; y < rows.out; ++y) {
          const Neighbours<T> n(rows, y);
          const T* d = from + (p * rows.out + y) * columns.out;
          T* above = wide + n.first * columns.out;
          T* below = wide + n.second * columns.out;
          const T weight = n.weight;
          AssignRun(columns.out, above,
                    [=](int64_t j) { return above[j] + (1 - weight) * d[j]; });
          AssignRun(columns.out, below,
                    [=](int64_t j) { return below[j] + weight * d[j]; });
        }
        T* image = to + p * size;
        std::fill_n(image, size, T(0));
        for (int64_t y = 0; y < rows.in; ++y) {
          AddStretchedRow(table, columns.out, wide + y * columns.out,
                          image + y * columns.in);
        }
      });
}

template <class Device, class T>
void ResizeNearest(const Device& context, const Resampling& resampling,
                   const Tensor& x, Tensor* out) {
  const ResizeAxis rows(x.dims(), out->dims(), 2, resampling);
  const ResizeAxis columns(x.dims(), out->dims(), 3, resampling);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  const int64_t* sources = ColumnSources(columns);
  ForEachImage(context, x.dims(), rows.out * columns.out, [&](int64_t p) {
    T* row = to + p * rows.out * columns.out;
    for (int64_t y = 0; y < rows.out; ++y, row += columns.out) {
      const int64_t source = rows.Nearest(y);
      // An enlarged image has equal rows: a copy is faster than another gather.
      if (y > 0 && rows.Nearest(y - 1) == source) {
        std::copy_n(row - columns.out, columns.out, row);
        continue;
      }
      const T* seen = from + (p * rows.in + source) * columns.in;
      for (int64_t j = 0; j < columns.out; ++j) {
        row[j] = seen[sources[j]];
      }
    }
  });
}

template <class Device, class T>
void ResizeNearestGrad(const Device& context, const Resampling& resampling,
                       const Tensor& d_out, Tensor* d_x) {
  const ResizeAxis rows(d_x->dims(), d_out.dims(), 2, resampling);
  const ResizeAxis columns(d_x->dims(), d_out.dims(), 3, resampling);
  const T* from = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  const int64_t size = rows.in * columns.in;
  const int64_t* sources = ColumnSources(columns);
  ForEachImage(context, d_x->dims(), size + rows.out * columns.out,
               [&](int64_t p) {
                 std::fill_n(to + p * size, size, T(0));
                 for (int64_t y = 0; y < rows.out; ++y) {
                   const T* d = from + (p * rows.out + y) * columns.out;
                   T* seen = to + p * size + rows.Nearest(y) * columns.in;
                   for (int64_t j = 0; j < columns.out; ++j) {
                     seen[sources[j]] += d[j];
                   }
                 }
               });
}

PADDLE_INSTANTIATE(ResizeBilinear, platform::CPUDeviceContext, float, double,
                   uint8_t);
PADDLE_INSTANTIATE(ResizeBilinearGrad, platform::CPUDeviceContext, float,
                   double);
PADDLE_INSTANTIATE(ResizeNearest, platform::CPUDeviceContext, float, double,
                   uint8_t);
PADDLE_INSTANTIATE(ResizeNearestGrad, platform::CPUDeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
