// What the rows of each normalisation are.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/kernels/norm_rows.h"

namespace paddle::operators {

// The elements of the axes from `axis` on, negative from the end, form a row;
// each is a channel.
inline kernels::NormRows LayerRows(const framework::Dims& x, int64_t axis) {
  const int begin = framework::NormalizeAxis(axis, x.rank());
  return {x.Slice(0, begin).Numel(), 1, x.Slice(begin, x.rank()).Numel(), 1};
}

// The elements of a group of channels of [N, C, ...] form a row. There may be
// 0 channels.
inline kernels::NormRows GroupRows(const framework::Dims& x, int64_t groups) {
  return {x[0], groups, groups == 0 ? 0 : x[1] / groups,
          x.Slice(2, x.rank()).Numel()};
}

}  // namespace paddle::operators
