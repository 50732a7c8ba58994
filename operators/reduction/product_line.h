// One running product and its gradient, for CPUs and GPUs.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Finds the elements of the lines of a tensor along an axis. There is at least
// one element.
struct ProductLines {
  ProductLines(const framework::Dims& dims, int axis, bool reverse)
      : size(dims[axis]),
        inner(dims.Slice(axis + 1, dims.rank()).Numel()),
        count(dims.Numel() / size),
        step(reverse ? -inner : inner),
        start(reverse ? (size - 1) * inner : 0) {}
  // Returns the place of the first element of a line.
  PADDLE_HOST_DEVICE int64_t First(int64_t line) const {
    const int64_t outer = line / inner;
    return outer * size * inner + (line - outer * inner) + start;
  }

  int64_t size, inner, count, step, start;
};

// Computes the running products of `size` elements that are `step` apart, which
// may be negative. `out` may be x.
template <typename T, typename Out>
PADDLE_HOST_DEVICE inline void MultiplyLine(int64_t size, int64_t step,
                                            bool exclusive, const T* x,
                                            Out* out) {
  using A = platform::Accumulator<T>;
  A product(1);
  for (int64_t i = 0; i < size; ++i, x += step, out += step) {
    const A next = Multiply(product, platform::Widened(*x));
    *out = platform::Narrowed<Out>(exclusive ? product : next);
    product = next;
  }
}

// Computes the gradient of MultiplyLine. An element is a factor of its own
// product and of those behind it: dx[j] = before[j] * after[j], where before[j]
// is the product of the elements before it, and after[j] is the sum of
// g[i] x[j + 1] ... x[i] over i >= j, by Horner's rule from the last one on;
// if `exclusive`, over i > j of g[i] x[j + 1] ... x[i - 1].
template <typename T>
PADDLE_HOST_DEVICE inline void MultiplyLineGrad(
    int64_t size, int64_t step, bool exclusive, const T* x, const T* g,
    platform::Accumulator<T>* before, T* dx) {
  using A = platform::Accumulator<T>;
  MultiplyLine(size, step, /*exclusive=*/true, x, before);
  A after(0), factor(0);  // the factor of what is behind the last is not used
  for (int64_t at = (size - 1) * step, i = 0; i < size; ++i, at -= step) {
    const A flowing = platform::Widened(g[at]);
    const A inclusive = flowing + factor * after;
    dx[at] =
        platform::Narrowed<T>(before[at] * (exclusive ? after : inclusive));
    factor = platform::Widened(x[at]);
    // The sum behind the element that is the current one next.
    after = exclusive ? flowing + factor * after : inclusive;
  }
}

}  // namespace paddle::operators::kernels
