// What the tiny operators that run on every place compute. All of one type.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::framework::testing {

// out[i] = x[i] + amount.
template <typename T>
void AddNumber(const platform::DeviceContext& device, const Tensor& x, T amount,
               Tensor* out);
// out[i] = x[i] + factor * y[i].
template <typename T>
void AddScaled(const platform::DeviceContext& device, const Tensor& x, T factor,
               const Tensor& y, Tensor* out);
// out[i] = x[x[i]]. OutOfRange if there is no such element; on a GPU reported,
// and x[0] instead.
template <typename T>
void Follow(const platform::DeviceContext& device, const Tensor& x,
            Tensor* out);

// The same on a GPU, where the build has code for them.
template <typename T>
void AddNumberOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                     T amount, Tensor* out);
template <typename T>
void AddScaledOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                     T factor, const Tensor& y, Tensor* out);
template <typename T>
void FollowOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                  Tensor* out);

}  // namespace paddle::framework::testing
