// One column of slices with the updates of it, for CPUs and GPUs: of slices of
// `width` elements those that stand at one place in each.
#pragma once

#include <cstdint>

#include "paddle/operators/indexing/scatter_reduce.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Memory of the gradient: the indices, one for each row of Index, and behind
// them the scratch elements, one for each of X. One request gets both.
template <typename T>
struct ColumnMemory {
  template <class Device>
  static ColumnMemory Of(const Device& device, const framework::Tensor& x,
                         const framework::Tensor& index,
                         const Workspace& workspace) {
    const int64_t count = index.dims().Slice(0, index.rank() - 1).Numel();
    const size_t bytes = count * sizeof(int64_t);
    char* const memory =
        static_cast<char*>(workspace(bytes + x.numel() * sizeof(T)));
    const auto first = [=](size_t asked) {
      PADDLE_ENFORCE(asked <= bytes, Internal, "the indices of scattered ",
                     "updates take ", asked, " bytes, but ", bytes,
                     " were set aside");
      return memory;
    };
    return {FlatIndices(device, index, x.dims(), first),
            reinterpret_cast<T*>(memory + bytes)};
  }
  Indices indices;
  T* scratch;
};

// Pointers to the first elements of the column; slice i begins `width` elements
// behind slice i - 1. Null for gradients that are not wanted.
template <typename T>
struct ScatterColumn {
  const int64_t* indices;
  int64_t count;  // of indices
  int64_t slices;
  int64_t width;
  const T* updates;
  T* out;  // holds x at first
  // The gradient only. `scratch` has an element for each slice.
  const T* x = nullptr;
  const T* dout = nullptr;
  T* scratch = nullptr;
  T* dx = nullptr;
  T* d_updates = nullptr;

  // Returns the column `j` elements behind this one.
  PADDLE_HOST_DEVICE ScatterColumn At(int64_t j) const {
    const auto moved = [j](auto* p) { return p == nullptr ? p : p + j; };
    return {indices,        count,      slices,          width,
            updates + j,    moved(out), moved(x),        moved(dout),
            moved(scratch), moved(dx),  moved(d_updates)};
  }
};

template <typename T>
PADDLE_HOST_DEVICE inline T Combined(ScatterRule rule, T a, T b) {
  if (rule == ScatterRule::kMul) return Multiply(a, b);
  return rule == ScatterRule::kMax ? MaxReducer()(a, b) : MinReducer()(a, b);
}

// Combines the elements of the column with the updates, in order.
template <typename T>
PADDLE_HOST_DEVICE inline void CombineColumn(ScatterRule rule,
                                             const ScatterColumn<T>& c) {
  for (int64_t i = 0; i < c.count; ++i) {
    T& element = c.out[c.indices[i] * c.width];
    element = Combined(rule, element, c.updates[i * c.width]);
  }
}

// Shares each gradient between what is equal to the extreme. `scratch` counts
// these, and then has the shares.
template <typename T>
PADDLE_HOST_DEVICE inline void ShareColumn(const ScatterColumn<T>& c) {
  for (int64_t at = 0; at < c.slices * c.width; at += c.width) {
    c.scratch[at] = c.x[at] == c.out[at] ? T(1) : T(0);
  }
  for (int64_t i = 0; i < c.count; ++i) {
    const int64_t at = c.indices[i] * c.width;
    if (c.updates[i * c.width] == c.out[at]) c.scratch[at] += T(1);
  }
  for (int64_t at = 0; at < c.slices * c.width; at += c.width) {
    c.scratch[at] = c.dout[at] / c.scratch[at];
    if (c.dx == nullptr) continue;
    c.dx[at] = c.x[at] == c.out[at] ? c.scratch[at] : T(0);
  }
  if (c.d_updates == nullptr) return;
  for (int64_t i = 0; i < c.count; ++i) {
    const int64_t at = c.indices[i] * c.width;
    const bool chosen = c.updates[i * c.width] == c.out[at];
    c.d_updates[i * c.width] = chosen ? c.scratch[at] : T(0);
  }
}

// Multiplies each gradient by all factors but one: those before it, which the
// first loop finds, and those behind it, which the last one does.
template <typename T>
PADDLE_HOST_DEVICE inline void MultiplyColumn(const ScatterColumn<T>& c) {
  const int64_t end = c.slices * c.width;
  if (c.d_updates != nullptr) {
    for (int64_t at = 0; at < end; at += c.width) c.scratch[at] = c.x[at];
    for (int64_t i = 0; i < c.count; ++i) {
      T& before = c.scratch[c.indices[i] * c.width];
      c.d_updates[i * c.width] = before;
      before *= c.updates[i * c.width];
    }
  }
  for (int64_t at = 0; at < end; at += c.width) c.scratch[at] = c.dout[at];
  for (int64_t i = c.count - 1; i >= 0; --i) {
    T& behind = c.scratch[c.indices[i] * c.width];
    if (c.d_updates != nullptr) c.d_updates[i * c.width] *= behind;
    behind *= c.updates[i * c.width];
  }
  if (c.dx == nullptr) return;
  for (int64_t at = 0; at < end; at += c.width) c.dx[at] = c.scratch[at];
}

// Computes the gradients of CombineColumn.
template <typename T>
PADDLE_HOST_DEVICE inline void CombineColumnGrad(ScatterRule rule,
                                                 const ScatterColumn<T>& c) {
  rule == ScatterRule::kMul ? MultiplyColumn(c) : ShareColumn(c);
}

}  // namespace paddle::operators::kernels
