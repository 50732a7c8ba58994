#include "paddle/operators/shape/named_axes.h"

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

std::vector<int64_t> OrderedAxes(const std::vector<int64_t>& axes, int rank) {
  // None is named twice, so if there are as many as axes, all are.
  const size_t named = NamedAxes(axes, rank).count();
  PADDLE_ENFORCE(named == static_cast<size_t>(rank), InvalidArgument, named,
                 " axes are named, but the tensor has ", rank);
  std::vector<int64_t> ordered;
  for (const int64_t axis : axes) {
    ordered.push_back(framework::NormalizeAxis(axis, rank));
  }
  return ordered;
}

}  // namespace paddle::operators
