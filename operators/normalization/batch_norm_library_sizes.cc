#include "paddle/operators/normalization/batch_norm_library_sizes.h"

#include <cstdint>

#include "paddle/operators/math/windows/library_windows.h"

namespace paddle::operators::kernels {

std::optional<std::array<int, 4>> BatchNormForLibrary(const BatchNormShape& s) {
  // The limit of a dimension of CUDA's grids, over which cuDNN spreads images.
  constexpr int64_t kMaxOuter = 65535;
  const bool fits = CountsInLibrary(s.outer, s.channels, {s.inner, 1, 1}) &&
                    s.outer <= kMaxOuter && s.inner > 1;
  if (!fits) return std::nullopt;
  return std::array<int, 4>{static_cast<int>(s.outer),
                            static_cast<int>(s.channels),
                            static_cast<int>(s.inner), 1};
}

}  // namespace paddle::operators::kernels
