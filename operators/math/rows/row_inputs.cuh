// What rows come with in losses and metrics, as code for GPUs reads it: small
// values that kernels capture.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The classes of rows, of type I. One that does not exist is reported where it
// is read, and counts as class 0; `what` names it as device_error.h says.
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

  const I* data;
  int64_t classes;
  platform::DeviceErrors errors;
};

// The elements of a tensor that may be missing: then ones.
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
