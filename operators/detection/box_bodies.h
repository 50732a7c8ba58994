// The definitions of the functions of boxes.h, which boxes.cc and boxes.cu
// instantiate for their devices.
#pragma once

#include <cmath>
#include <cstdint>

#include "paddle/operators/detection/box.h"
#include "paddle/operators/detection/boxes.h"
#include "paddle/operators/detection/each.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Computes the overlap of each box of x with each of y.
template <typename T>
struct OverlapOfPair {
  PADDLE_HOST_DEVICE void operator()(int64_t i) const {
    out[i] = Overlap(Box<T>::At(x + i / columns * 4),
                     Box<T>::At(y + i % columns * 4), extra);
  }
  const T* x;
  const T* y;
  int64_t columns;
  T extra;
  T* out;
};

// Codes target i / columns by prior i % columns, or decodes.
template <typename T>
struct BoxCoder {
  PADDLE_HOST_DEVICE void operator()(int64_t i) const {
    const int64_t row = i / columns, column = i % columns;
    const int64_t at = along_rows ? row : column;
    const Box<T> prior = Box<T>::At(priors + at * 4);
    T scale[4];
    for (int k = 0; k < 4; ++k) {
      scale[k] = variances == nullptr ? variance[k] : variances[at * 4 + k];
    }
    if (encodes) {
      Encode(prior, Box<T>::At(targets + row * 4), scale, out + i * 4);
    } else {
      Decode(prior, targets + i * 4, scale, out + i * 4);
    }
  }
  PADDLE_HOST_DEVICE void Encode(const Box<T>& prior, const Box<T>& box,
                                 const T* scale, T* to) const {
    const T width = prior.width(extra), height = prior.height(extra);
    to[0] = ((box.x1 + box.x2) / 2 - (prior.x1 + width / 2)) / width / scale[0];
    to[1] =
        ((box.y1 + box.y2) / 2 - (prior.y1 + height / 2)) / height / scale[1];
    to[2] = std::log(std::abs(box.width(extra) / width)) / scale[2];
    to[3] = std::log(std::abs(box.height(extra) / height)) / scale[3];
  }
  PADDLE_HOST_DEVICE void Decode(const Box<T>& prior, const T* code,
                                 const T* scale, T* to) const {
    const T width = prior.width(extra), height = prior.height(extra);
    const T x = scale[0] * code[0] * width + prior.x1 + width / 2;
    const T y = scale[1] * code[1] * height + prior.y1 + height / 2;
    const T half_width = std::exp(scale[2] * code[2]) * width / 2;
    const T half_height = std::exp(scale[3] * code[3]) * height / 2;
    Box<T>{x - half_width, y - half_height, x + half_width - extra,
           y + half_height - extra}
        .Put(to);
  }
  const T* priors;
  const T* variances;  // may be null
  const T* targets;
  T* out;
  int64_t columns;
  bool along_rows;
  bool encodes;
  T extra;
  T variance[4];
};

template <class Device, class T>
void IouSimilarity(const Device& device, const framework::Tensor& x,
                   const framework::Tensor& y, bool normalized,
                   framework::Tensor* out) {
  ForEach(device, out->numel(),
          OverlapOfPair<T>{x.data<T>(), y.data<T>(), y.dims()[0],
                           T(normalized ? 0 : 1), out->mutable_data<T>()});
}

template <class Device, class T>
void CodeBoxes(const Device& device, const framework::Tensor& priors,
               const framework::Tensor* variances,
               const framework::Tensor& target, const BoxCode& code,
               framework::Tensor* out) {
  BoxCoder<T> coder{priors.data<T>(),
                    variances == nullptr ? nullptr : variances->data<T>(),
                    target.data<T>(),
                    out->mutable_data<T>(),
                    out->dims()[1],
                    code.type == "decode_center_size" && code.axis == 1,
                    code.type == "encode_center_size",
                    T(code.normalized ? 0 : 1),
                    {1, 1, 1, 1}};
  for (size_t k = 0; k < code.variance.size(); ++k) {
    coder.variance[k] = static_cast<T>(code.variance[k]);
  }
  ForEach(device, out->numel() / 4, coder);
}

}  // namespace paddle::operators::kernels
