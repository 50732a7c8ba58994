// Draws classes by their weights, and orders of numbers. Both run on the host,
// for a GPU too, which they wait for: weights have to be looked at before they
// are used, and the results are small.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Draws `count` classes for each row of `weights`, [classes] or [rows,
// classes], with probabilities proportional to them; `out` is int64, [rows,
// count] in memory order. Without `replacement` no class is drawn twice: the
// draws are those of one after the other, of what is left. Throws
// InvalidArgument, naming the row, for a weight that is negative or no finite
// number, for weights whose sum is not finite, and for fewer classes of a
// positive weight than are to be drawn. T: float, double.
template <class T>
void DrawClasses(const platform::DeviceContext& device,
                 const platform::RandomKey& key,
                 const framework::Tensor& weights, int64_t count,
                 bool replacement, framework::Tensor* out);

// Draws one class for each row.
template <class T>
void DrawOneClass(const platform::DeviceContext& device,
                  const platform::RandomKey& key,
                  const framework::Tensor& weights, framework::Tensor* out) {
  DrawClasses<T>(device, key, weights, 1, /*replacement=*/true, out);
}

// Fills `out`, of n elements, with 0, ..., n - 1 in an order that is drawn: all
// are equally likely. T: int32_t, int64_t.
template <class T>
void FillPermutation(const platform::DeviceContext& device,
                     const platform::RandomKey& key, framework::Tensor* out);

}  // namespace paddle::operators::kernels
