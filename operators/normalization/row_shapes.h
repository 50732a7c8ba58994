// What the rows of each normalisation are: functions of the dims of X, made
// from an operator's attributes.
#pragma once

#include <cstdint>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/normalization/norm_rows.h"

namespace paddle::operators {

// The elements of the axes from begin_norm_axis on form a row; each is a
// channel.
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

// The elements of each of `groups` groups of channels of [N, C, ...].
inline kernels::NormRows RowsOfGroups(const framework::Dims& x,
                                      int64_t groups) {
  return {x[0], groups, groups == 0 ? 0 : x[1] / groups,
          x.Slice(2, x.rank()).Numel()};
}

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
