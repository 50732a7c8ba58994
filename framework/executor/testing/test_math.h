// What the tiny operators that run on every place compute. All of one type.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

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

// out[i] is uniform in [0, 1), and follows from the key and i.
template <typename T>
void Draw(const platform::DeviceContext& device, const platform::RandomKey& key,
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
template <typename T>
void DrawOnCUDA(const platform::DeviceContext& device,
                const platform::RandomKey& key, Tensor* out);

}  // namespace paddle::framework::testing
