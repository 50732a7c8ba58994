#include "paddle/operators/sequence/sequence_conv.h"

#include <algorithm>
#include <functional>

#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Windows are stored for groups of at least this many rows: the scratch memory
// stays small, and the matrix products large enough to run at full speed.
constexpr int64_t kGroupRows = 1024;

// Returns the end of the group of whole sequences that begins at `first`.
size_t GroupEnd(Offsets offsets, size_t first) {
  size_t last = first;
  while (last + 1 < offsets.size() &&
         offsets[last] - offsets[first] < kGroupRows) {
    ++last;
  }
  return last;
}

// Calls body(offsets of the group) for each group that has rows. Groups run one
// after the other and share the scratch memory; the products are parallel.
template <typename Body>
void ForEachGroup(Offsets offsets, const Body& body) {
  for (size_t first = 0; first + 1 < offsets.size();) {
    const size_t last = GroupEnd(offsets, first);
    if (offsets[last] > offsets[first]) {
      body(offsets.subspan(first, last - first + 1));
    }
    first = last;
  }
}

int64_t RowsOf(Offsets group) { return group.back() - group.front(); }

// Allocates scratch memory for the largest group, `width` elements per row.
template <typename T>
T* GroupScratch(Offsets offsets, int64_t width, Workspace workspace) {
  int64_t rows = 0;
  ForEachGroup(offsets,
               [&](Offsets group) { rows = std::max(rows, RowsOf(group)); });
  return static_cast<T*>(workspace(rows * width * sizeof(T)));
}

// Calls body(row, begin, end, skip) for each row: its window covers the rows
// [begin, end) of the sequence, after `skip` rows that precede the sequence.
template <typename Body>
void ForEachWindow(int64_t first, int64_t last, SequenceWindow window,
                   const Body& body) {
  for (int64_t row = first; row < last; ++row) {
    const int64_t from = row + window.start;
    const int64_t begin = std::clamp(from, first, last);
    const int64_t end = std::clamp(from + window.length, begin, last);
    body(row, begin, end, std::min(begin - from, window.length));
  }
}

// Computes columns [rows of the group, length * n] = the windows of its rows,
// so that the convolution becomes a matrix product (im2col).
template <class Device, class T>
void Spread(const Device& device, Offsets group, SequenceWindow window,
            int64_t n, const T* x, T* columns) {
  if constexpr (platform::kIsCUDA<Device>) {
    return SpreadOnCUDA(device, group, window, n, x, columns);
  } else {
    const int64_t width = window.length * n;
    ForEachSequence(group, width, [=](int64_t, int64_t first, int64_t last) {
      ForEachWindow(first, last, window,
                    [=](int64_t row, int64_t begin, int64_t end, int64_t skip) {
                      T* to = columns + (row - group.front()) * width;
                      skip = begin < end ? skip : window.length;
                      T* const stop = to + width;
                      to = std::fill_n(to, skip * n, T(0));
                      to = std::copy(x + begin * n, x + end * n, to);
                      std::fill(to, stop, T(0));
                    });
    });
  }
}

// The adjoint of Spread (col2im): adds each window element to its row of d_x.
// Parallel over sequences, since windows of one sequence overlap.
template <class Device, class T>
void Gather(const Device& device, Offsets group, SequenceWindow window,
            int64_t n, const T* columns, T* d_x) {
  if constexpr (platform::kIsCUDA<Device>) {
    return AddSpreadOnCUDA(device, group, window, n, columns, d_x);
  } else {
    const int64_t width = window.length * n;
    ForEachSequence(group, width, [=](int64_t, int64_t first, int64_t last) {
      std::fill(d_x + first * n, d_x + last * n, T(0));
      ForEachWindow(
          first, last, window,
          [=](int64_t row, int64_t begin, int64_t end, int64_t skip) {
            if (begin >= end) return;
            const T* from = columns + (row - group.front()) * width + skip * n;
            AccumulateRun((end - begin) * n, d_x + begin * n, std::plus<T>(),
                          [=](int64_t j) { return from[j]; });
          });
    });
  }
}

}  // namespace

template <class Device, class T>
void SequenceConv(const Device& device, const Tensor& x, const Tensor& filter,
                  SequenceWindow window, Offsets offsets, Workspace workspace,
                  Tensor* out) {
  const int64_t n = RowWidth(x), k = window.length * n, m = RowWidth(filter);
  T* columns = GroupScratch<T>(offsets, k, workspace);
  ForEachGroup(offsets, [&](Offsets group) {
    Spread(device, group, window, n, x.data<T>(), columns);
    Gemm<Device, T>(device, false, false, RowsOf(group), m, k, T(1), columns, k,
                    filter.data<T>(), m, T(0),
                    out->mutable_data<T>() + group[0] * m, m);
  });
}

template <class Device, class T>
void SequenceConvGradX(const Device& device, const Tensor& filter,
                       const Tensor& d_out, SequenceWindow window,
                       Offsets offsets, Workspace workspace, Tensor* d_x) {
  const int64_t n = RowWidth(*d_x), k = window.length * n, m = RowWidth(filter);
  T* columns = GroupScratch<T>(offsets, k, workspace);
  ForEachGroup(offsets, [&](Offsets group) {
    Gemm<Device, T>(device, false, true, RowsOf(group), k, m, T(1),
                    d_out.data<T>() + group[0] * m, m, filter.data<T>(), m,
                    T(0), columns, k);
    Gather(device, group, window, n, columns, d_x->mutable_data<T>());
  });
}

template <class Device, class T>
void SequenceConvGradFilter(const Device& device, const Tensor& x,
                            const Tensor& d_out, SequenceWindow window,
                            Offsets offsets, Workspace workspace,
                            Tensor* d_filter) {
  const int64_t n = RowWidth(x), k = window.length * n;
  const int64_t m = RowWidth(*d_filter);
  T* sum = d_filter->mutable_data<T>();
  Fill(device, 0, d_filter);
  T* columns = GroupScratch<T>(offsets, k, workspace);
  ForEachGroup(offsets, [&](Offsets group) {
    Spread(device, group, window, n, x.data<T>(), columns);
    Gemm<Device, T>(device, true, false, k, m, RowsOf(group), T(1), columns, k,
                    d_out.data<T>() + group[0] * m, m, T(1), sum, m);
  });
}

PADDLE_INSTANTIATE(SequenceConv, PADDLE_TARGET_DEVICE, float, double);
PADDLE_INSTANTIATE(SequenceConvGradX, PADDLE_TARGET_DEVICE, float, double);
PADDLE_INSTANTIATE(SequenceConvGradFilter, PADDLE_TARGET_DEVICE, float, double);

}  // namespace paddle::operators::kernels
