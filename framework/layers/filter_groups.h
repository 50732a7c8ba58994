// Checks the groups of a convolution.
#pragma once

#include <cstdint>
#include <string>

namespace paddle::layer {

// Throws InvalidArgument, naming the layer, unless there are filters and
// `groups` divides both their number and that of the channels.
void CheckGroups(const std::string& layer, int64_t groups, int64_t channels,
                 int64_t num_filters);

}  // namespace paddle::layer
