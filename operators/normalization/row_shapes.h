// Normalizes the rows of an operator: functions of the dims of X and of the
// operator's attributes, which are their members. For X of [N, C, H, W], as
// outer x groups x channels x inner (norm_rows.h):
//
//   layer_norm from axis 1   N x 1 x C H W x 1
//   group_norm, G groups     N x G x C / G x H W
//   instance_norm            N x C x 1     x H W
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/normalization/norm_rows.h"

namespace paddle::operators {

// The axes from begin_norm_axis on form a row; each element is a channel.
struct LayerRows {
  int64_t begin_norm_axis;

  kernels::NormRows operator()(const framework::Dims& x) const {
    const int begin = framework::NormalizeAxis(begin_norm_axis, x.rank());
    return {x.Slice(0, begin).Numel(), 1, x.Slice(begin, x.rank()).Numel(), 1};
  }
};

// Each of `groups` groups of the channels of [N, C, ...] is a row.
struct GroupRows {
  int64_t groups;

  kernels::NormRows operator()(const framework::Dims& x) const {
    return {x[0], groups, groups == 0 ? 0 : x[1] / groups,
            x.Slice(2, x.rank()).Numel()};
  }
};

// Each channel is a row.
struct InstanceRows {
  kernels::NormRows operator()(const framework::Dims& x) const {
    return GroupRows{x[1]}(x);
  }
};

namespace kernels {

// NormalizeRows of the rows that an operator has.
template <class Device, class T, typename Rows>
void NormalizeRowsOf(const Device& device, const Rows& rows,
                     const framework::Tensor& x, const framework::Tensor* scale,
                     const framework::Tensor* bias, double epsilon,
                     framework::Tensor* y, framework::Tensor* mean,
                     framework::Tensor* spread) {
  NormalizeRows<Device, T>(device, rows(x.dims()), x, scale, bias, epsilon, y,
                           mean, spread);
}

// NormalizeRowsGrad of the same rows.
template <class Device, class T, typename Rows>
void NormalizeRowsOfGrad(const Device& device, const Rows& rows,
                         const NormRowsGradInputs& in, double epsilon,
                         framework::Tensor* d_x, framework::Tensor* d_scale,
                         framework::Tensor* d_bias) {
  NormalizeRowsGrad<Device, T>(device, rows(in.x.dims()), in, epsilon, d_x,
                               d_scale, d_bias);
}

}  // namespace kernels
}  // namespace paddle::operators
