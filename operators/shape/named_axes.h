// Axes that an attribute lists.
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Bit i for axis i, each counted from the end if negative. OutOfRange for an
// axis that a tensor of this rank does not have, InvalidArgument for one that
// is named twice.
std::bitset<framework::Dims::kMaxRank> NamedAxes(
    const std::vector<int64_t>& axes, int rank);

// The same axes, none of them negative, in the order given: for an attribute
// that names every axis of a tensor of this rank. OutOfRange and
// InvalidArgument as above, and InvalidArgument for too few axes.
std::vector<int64_t> OrderedAxes(const std::vector<int64_t>& axes, int rank);

}  // namespace paddle::operators
