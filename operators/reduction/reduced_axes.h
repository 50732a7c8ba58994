// Which axes a reduction takes away, and what is left.
#pragma once

#include <bitset>
#include <vector>

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Bit i for axis i. `dim` may count axes from the end, and no axis twice;
// empty, or with `all`, it stands for all axes. OutOfRange for an axis that a
// tensor of this rank does not have, InvalidArgument for one that is named
// twice.
std::bitset<framework::Dims::kMaxRank> ReducedAxes(
    const std::vector<int64_t>& dim, bool all, int rank);

// The dims without the axes; with `keep`, they stay with size 1.
framework::Dims ReducedDims(const framework::Dims& dims,
                            std::bitset<framework::Dims::kMaxRank> axes,
                            bool keep);

}  // namespace paddle::operators
