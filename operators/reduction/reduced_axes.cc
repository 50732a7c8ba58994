#include "paddle/operators/reduction/reduced_axes.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;
using AxisSet = std::bitset<Dims::kMaxRank>;

AxisSet ReducedAxes(const std::vector<int64_t>& dim, bool all, int rank) {
  AxisSet axes;
  // Only axes that exist are set, so that ~axes are the others.
  if (all || dim.empty()) {
    for (int axis = 0; axis < rank; ++axis) axes.set(axis);
    return axes;
  }
  for (const int64_t named : dim) {
    const int axis = framework::NormalizeAxis(named, rank);
    PADDLE_ENFORCE(!axes[axis], InvalidArgument, "dim names axis ", axis,
                   " twice");
    axes.set(axis);
  }
  return axes;
}

Dims ReducedDims(const Dims& dims, AxisSet axes, bool keep) {
  Dims reduced;
  for (int axis = 0; axis < dims.rank(); ++axis) {
    if (!axes[axis]) {
      reduced.Append(dims[axis]);
    } else if (keep) {
      reduced.Append(1);
    }
  }
  return reduced;
}

}  // namespace paddle::operators
