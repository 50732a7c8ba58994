// Computations of the test operators that run on every place; one type each.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

namespace paddle::framework::testing {

// out[i] = x[i] + amount.
template <class Device, class T>
void AddNumber(const Device& device, const Tensor& x, T amount, Tensor* out);
// out[i] = x[i] + factor * y[i].
template <class Device, class T>
void AddScaled(const Device& device, const Tensor& x, T factor, const Tensor& y,
               Tensor* out);
// out[i] = x[x[i]]. OutOfRange if there is no such element; on a GPU reported,
// and x[0] instead.
template <class Device, class T>
void Follow(const Device& device, const Tensor& x, Tensor* out);

// out[i] is uniform in [0, 1), and follows from the key and i.
template <class Device, class T>
void Draw(const Device& device, const platform::RandomKey& key, Tensor* out);

}  // namespace paddle::framework::testing
