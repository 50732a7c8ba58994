// Labels and optional weights of rows, as the code of losses and metrics on
// GPUs reads them: small values that kernels capture.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The classes of rows, of type I, in [0, classes). Another one is reported when
// it is read, and counts as class 0; `what` names it as platform/device_error.h
// says.
template <typename I = int64_t>
struct RowLabels {
  RowLabels(const platform::CUDADeviceContext& device, const char* what,
            const framework::Tensor& labels, int64_t classes)
      : data(labels.data<I>()),
        classes(classes),
        errors(platform::ErrorsOf(device, what)) {}
  PADDLE_HOST_DEVICE int64_t operator[](int64_t row) const {
    return errors.Checked(data[row], classes,
                          platform::DeviceErrorCode::kLabel);
  }

  // The labels, on the GPU.
  const I* data;
  int64_t classes;
  platform::DeviceErrors errors;
};

// The elements of an optional tensor; ones if it is missing.
template <typename T>
struct OrOnes {
  explicit OrOnes(const framework::Tensor* tensor)
      : data(tensor == nullptr ? nullptr : tensor->data<T>()) {}
  PADDLE_HOST_DEVICE T operator[](int64_t i) const {
    return data == nullptr ? T(1) : data[i];
  }

  const T* data;
};

}  // namespace paddle::operators::kernels
