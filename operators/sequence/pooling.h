// Parses the attribute "pooltype" of sequence_pool.
#pragma once

#include <string>

#include "paddle/operators/sequence/sequence_pool.h"

namespace paddle::operators {

// Returns the pooling that `type` names: SUM, SQRT, FIRST, LAST or AVERAGE. MAX
// is not among them: it also needs the indices, see SequenceMax. The schema has
// refused unknown names.
inline kernels::SequencePooling PoolingOf(const std::string& type) {
  using kernels::SequencePooling;
  if (type == "SUM") return SequencePooling::kSum;
  if (type == "SQRT") return SequencePooling::kSqrt;
  if (type == "FIRST") return SequencePooling::kFirst;
  if (type == "LAST") return SequencePooling::kLast;
  return SequencePooling::kAverage;
}

namespace kernels {

// Pools as `type`, the attribute's text, names it. Maxima also write to `index`
// the rows they come from, int64 in the shape of out, which only their gradient
// needs; for other poolings `index` is not touched and may be null. Empty
// sequences give `pad_value`.
template <class Device, class T>
void SequencePoolBy(const Device& device, const std::string& type,
                    double pad_value, const framework::Tensor& x,
                    Offsets offsets, framework::Tensor* out,
                    framework::Tensor* index) {
  if (type == "MAX") {
    SequenceMax<Device, T>(device, x, offsets, pad_value, out, index);
  } else {
    SequencePool<Device, T>(device, PoolingOf(type), x, offsets, pad_value,
                            out);
  }
}

// Computes the gradient of SequencePoolBy for the same type and offsets.
// `index` is what the forward pass wrote; it is read for MAX only, and may be
// null for the others. All of d_x is overwritten.
template <class Device, class T>
void SequencePoolByGrad(const Device& device, const std::string& type,
                        const framework::Tensor& d_out,
                        const framework::Tensor* index, Offsets offsets,
                        framework::Tensor* d_x) {
  if (type == "MAX") {
    SequenceMaxGrad<Device, T>(device, d_out, *index, offsets, d_x);
  } else {
    SequencePoolGrad<Device, T>(device, PoolingOf(type), d_out, offsets, d_x);
  }
}

}  // namespace kernels

}  // namespace paddle::operators
