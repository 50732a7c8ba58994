#include "paddle/operators/tensor/named_axes.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators {

std::bitset<framework::Dims::kMaxRank> NamedAxes(
    const std::vector<int64_t>& axes, int rank) {
  std::bitset<framework::Dims::kMaxRank> named;
  for (const int64_t given : axes) {
    const int axis = framework::NormalizeAxis(given, rank);
    PADDLE_ENFORCE(!named[axis], InvalidArgument, "axis ", axis,
                   " is named twice");
    named.set(axis);
  }
  return named;
}

}  // namespace paddle::operators
