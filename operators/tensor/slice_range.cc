#include "paddle/operators/tensor/slice_range.h"

#include <algorithm>

namespace paddle::operators {
namespace {

int64_t Clamp(int64_t position, int64_t size) {
  if (position < 0) position += size;
  return std::clamp<int64_t>(position, 0, size);
}

}  // namespace

SliceRange RangeOf(int64_t start, int64_t end, int64_t size) {
  const int64_t begin = Clamp(start, size);
  return {begin, std::max(begin, Clamp(end, size))};
}

std::vector<int64_t> SliceBegins(const framework::Dims& dims,
                                 const std::vector<int64_t>& axes,
                                 const std::vector<int64_t>& starts,
                                 const std::vector<int64_t>& ends) {
  std::vector<int64_t> begins(dims.rank(), 0);
  for (size_t i = 0; i < axes.size(); ++i) {
    const int axis = framework::NormalizeAxis(axes[i], dims.rank());
    begins[axis] = RangeOf(starts[i], ends[i], dims[axis]).begin;
  }
  return begins;
}

}  // namespace paddle::operators
