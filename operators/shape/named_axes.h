// Resolves attributes that list axes.
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Returns a set with bit i set if `axes` lists axis i; negative axes count from
// the end. Throws OutOfRange for an axis that a tensor of this rank does not
// have and InvalidArgument for one listed twice. An empty list gives an empty
// set. The order in which axes are listed does not matter.
std::bitset<framework::Dims::kMaxRank> NamedAxes(
    const std::vector<int64_t>& axes, int rank);

// Returns the axes in the order given, with negative ones resolved, for an
// attribute that lists every axis of a tensor of this rank (a permutation).
// Throws like NamedAxes, and InvalidArgument if an axis is missing. For
// example, {-1, 0, 1} gives {2, 0, 1} for rank 3.
std::vector<int64_t> OrderedAxes(const std::vector<int64_t>& axes, int rank);

}  // namespace paddle::operators
