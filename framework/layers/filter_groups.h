// Checks the number of groups of a convolution layer.
#pragma once

#include <cstdint>
#include <string>

namespace paddle::layer {

// Throws InvalidArgument, naming the layer, unless num_filters is positive and
// `groups` divides both num_filters and channels.
void CheckGroups(const std::string& layer, int64_t groups, int64_t channels,
                 int64_t num_filters);

}  // namespace paddle::layer
