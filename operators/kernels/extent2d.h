// Height and width.
#pragma once

#include <array>
#include <cstdint>

namespace paddle::operators::kernels {

using Extent2d = std::array<int64_t, 2>;

}  // namespace paddle::operators::kernels
