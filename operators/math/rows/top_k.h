// The largest elements of each row, where the extremes stand, and how often
// they are right.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// x is [..., width], out and the int64 indices are [..., k] with
// 1 <= k <= width: the k largest elements of each row, largest first, and where
// they stand in the row. Of equal elements the one with the lower index comes
// first; NaN counts as larger than any number. T: float, double, float16,
// bfloat16.
template <class Device, class T>
void TopK(const Device& context, const framework::Tensor& x,
          framework::Tensor* out, framework::Tensor* indices);

// out[..., i, ...] = the index along `axis`, which is left out of out's dims or
// has size 1 there, of the largest element of x. Of equal elements the one with
// the lower index counts; NaN counts before any number. The axis has a size of
// 1 or more. T: float, double, float16, bfloat16, int32_t, int64_t.
template <class Device, class T>
void ArgMax(const Device& context, const framework::Tensor& x, int axis,
            framework::Tensor* out);
// The same of the smallest element.
template <class Device, class T>
void ArgMin(const Device& context, const framework::Tensor& x, int axis,
            framework::Tensor* out);

// The share of rows that are right, 0 without rows, marked for GPUs.
PADDLE_HOST_DEVICE inline float RatioOfHits(int64_t correct, int64_t rows) {
  return rows == 0 ? 0 : static_cast<float>(correct) / rows;
}

// Where Accuracy puts its results: numbers in memory of the place.
struct Hits {
  float* accuracy;
  int64_t* correct;
  int64_t* total;
};

// How many rows of `indices` [rows, k] hold the row's `label` (int64, `rows`
// elements), of how many, and the ratio of both.
template <class Device>
void Accuracy(const Device& context, const framework::Tensor& indices,
              const framework::Tensor& label, Workspace workspace,
              const Hits& out);

}  // namespace paddle::operators::kernels
