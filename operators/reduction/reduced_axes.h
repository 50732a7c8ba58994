// The axes that a reduction removes, and the shape that is left. Schemas and
// kernels share them, so that both agree on negative axes and empty lists.
#pragma once

#include <bitset>
#include <vector>

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Returns the axes to reduce, bit i for axis i. `dim` lists axes, which may be
// negative (counted from the end); an empty list, or `all`, means all axes.
// Throws OutOfRange for an axis that a tensor of this rank does not have and
// InvalidArgument for one that is named twice.
std::bitset<framework::Dims::kMaxRank> ReducedAxes(
    const std::vector<int64_t>& dim, bool all, int rank);

// Returns the dims without the axes, or, if `keep`, with size 1 for each of
// them. All axes reduced without `keep` give a scalar, of rank 0.
framework::Dims ReducedDims(const framework::Dims& dims,
                            std::bitset<framework::Dims::kMaxRank> axes,
                            bool keep);

}  // namespace paddle::operators
