// Defines the rows of each normalisation: functions of the dims of X, made from
// an operator's attributes. For X of [N, C, H, W], as outer x groups x channels
// x inner (norm_rows.h):
//
//   layer_norm from axis 1   N x 1 x C H W x 1
//   group_norm, G groups     N x G x C / G x H W
//   instance_norm            N x C x 1     x H W
#pragma once

#include <cstdint>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/normalization/norm_rows.h"

namespace paddle::operators {

// The axes from begin_norm_axis on form a row; each element is a channel.
class LayerRows {
 public:
  explicit LayerRows(const framework::OpArguments& arguments)
      : axis_(framework::AttributeOf<int64_t>(arguments, "begin_norm_axis")) {}
  kernels::NormRows operator()(const framework::Dims& x) const {
    const int begin = framework::NormalizeAxis(axis_, x.rank());
    return {x.Slice(0, begin).Numel(), 1, x.Slice(begin, x.rank()).Numel(), 1};
  }

 private:
  const int64_t axis_;
};

// Returns rows that are the elements of each of `groups` groups of channels of
// [N, C, ...].
inline kernels::NormRows RowsOfGroups(const framework::Dims& x,
                                      int64_t groups) {
  return {x[0], groups, groups == 0 ? 0 : x[1] / groups,
          x.Slice(2, x.rank()).Numel()};
}

// Each of "groups" groups of channels is a row.
class GroupRows {
 public:
  explicit GroupRows(const framework::OpArguments& arguments)
      : groups_(framework::AttributeOf<int64_t>(arguments, "groups")) {}
  kernels::NormRows operator()(const framework::Dims& x) const {
    return RowsOfGroups(x, groups_);
  }

 private:
  const int64_t groups_;
};

// Each channel is a row.
class InstanceRows {
 public:
  explicit InstanceRows(const framework::OpArguments&) {}
  kernels::NormRows operator()(const framework::Dims& x) const {
    return RowsOfGroups(x, x[1]);
  }
};

}  // namespace paddle::operators
