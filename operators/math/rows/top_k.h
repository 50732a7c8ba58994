// Top k, argmax and argmin, and the accuracy of predictions.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Finds the k largest elements of each row of x, largest first, and their
// indices in the row. x is [..., width], `out` and the int64 `indices` are
// [..., k] with 1 <= k <= width. Of equal elements the one with the lower index
// comes first; NaN counts as larger than any number. T: float, double, float16,
// bfloat16.
template <class Device, class T>
void TopK(const Device& context, const framework::Tensor& x,
          framework::Tensor* out, framework::Tensor* indices);

// Finds the index along `axis` of the largest element of x; out's dims omit the
// axis or have size 1 there. Of equal elements the one with the lower index
// counts; NaN counts as larger than any number. The axis is not empty. T:
// float, double, float16, bfloat16, int32_t, int64_t.
template <class Device, class T>
void ArgMax(const Device& context, const framework::Tensor& x, int axis,
            framework::Tensor* out);
// Finds the index of the smallest element; NaN counts as smaller than any
// number.
template <class Device, class T>
void ArgMin(const Device& context, const framework::Tensor& x, int axis,
            framework::Tensor* out);

// Returns the share of correct rows, 0 without rows; marked for GPUs.
PADDLE_HOST_DEVICE inline float RatioOfHits(int64_t correct, int64_t rows) {
  return rows == 0 ? 0 : static_cast<float>(correct) / rows;
}

// The results of Accuracy, each one number in memory of the device.
struct Hits {
  float* accuracy;
  int64_t* correct;
  int64_t* total;
};

// Counts the rows of `indices` [rows, k] that hold the row's `label` (int64,
// `rows` elements): `correct`, of `total` rows, and their ratio.
template <class Device>
void Accuracy(const Device& context, const framework::Tensor& indices,
              const framework::Tensor& label, Workspace workspace,
              const Hits& out);

}  // namespace paddle::operators::kernels
