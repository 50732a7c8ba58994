// Chooses where forward operators are cut into segments that are computed again
// for the backward pass.
#pragma once

#include <vector>

#include "paddle/backward/forward_values.h"

namespace paddle::backward {

// Returns the operators behind which a segment ends, ascending; none if cutting
// saves nothing. What a later segment reads is kept, and so is all of the last
// segment; else a segment is computed again when its gradients are. With the
// cuts the most memory in use, kept values and those of one segment, is at most
// a quarter above the least, which spares time: of n equal layers about the
// square root of n are kept
// (Chen et al., "Training Deep Nets with Sublinear Memory Cost", 2016, who
// choose them by a search over sizes of segments; here a dynamic program finds
// the cuts for each size). Takes time in n * n. Deterministic.
std::vector<int> ChooseCuts(const ForwardValues& values);

}  // namespace paddle::backward
