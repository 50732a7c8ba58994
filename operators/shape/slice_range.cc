#include "paddle/operators/shape/slice_range.h"

#include <algorithm>
#include <limits>

#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

// Clamps a position. Walking backwards, the end before element 0 is -1.
int64_t Clamp(int64_t position, int64_t step, int64_t size) {
  if (position < 0) position += size;
  return step > 0 ? std::clamp<int64_t>(position, 0, size)
                  : std::clamp<int64_t>(position, -1, size - 1);
}

// Returns the number of steps from begin to end (exclusive), 0 if the step
// leads away from end.
int64_t StepsOver(int64_t distance, int64_t step) {
  if (distance == 0 || (distance > 0) != (step > 0)) return 0;
  const int64_t last = distance > 0 ? distance - 1 : distance + 1;
  return last / step + 1;
}

void CheckLists(const SliceAttributes& attributes) {
  const size_t count = attributes.axes.size();
  const size_t strides = attributes.strides.size();
  PADDLE_ENFORCE(
      count == attributes.starts.size() && count == attributes.ends.size() &&
          (strides == 0 || strides == count),
      InvalidArgument, "slice has ", count, " axes, ", attributes.starts.size(),
      " starts, ", attributes.ends.size(), " ends and ", strides, " strides");
}

// A symbolic size allows no clamping: the size of the result is known only for
// ranges that cover the whole axis, and is a fresh symbol otherwise.
SliceRange RangeOfSymbol(int64_t start, int64_t end, int64_t step, int64_t size,
                         framework::SizeAlgebra* sizes) {
  // The smallest step has no positive counterpart to divide by.
  const bool all = step > 0 ? start == 0 && end == kMax
                            : start == kMax && end == kMin && step != kMin;
  if (!all) return {0, step, sizes->Fresh()};
  const int64_t stride = step > 0 ? step : -step;
  return {0, step, sizes->Div(sizes->Add(size, stride - 1), stride)};
}

SliceRange ElementOf(int64_t index, int axis, int64_t size) {
  if (size < 0) return {0, 1, 1};
  PADDLE_ENFORCE(-size <= index && index < size, OutOfRange, "index ", index,
                 " is outside axis ", axis, " of ", size, " elements");
  return {index < 0 ? index + size : index, 1, 1};
}

}  // namespace

SliceRange RangeOf(int64_t start, int64_t end, int64_t step, int64_t size) {
  const int64_t begin = Clamp(start, step, size);
  const int64_t count = StepsOver(Clamp(end, step, size) - begin, step);
  // A step that is never taken may be so large that its product with a stride
  // overflows.
  return {begin, count > 1 ? step : 1, count};
}

TensorSlice SliceOf(const Dims& dims, const SliceAttributes& attributes,
                    framework::SizeAlgebra* sizes) {
  CheckLists(attributes);
  TensorSlice slice;
  for (int axis = 0; axis < dims.rank(); ++axis) {
    slice.ranges[axis] = {0, 1, dims[axis]};
  }
  for (const int64_t given : attributes.decrease_axis) {
    slice.dropped.set(framework::NormalizeAxis(given, dims.rank()));
  }
  std::bitset<Dims::kMaxRank> named;
  for (size_t i = 0; i < attributes.axes.size(); ++i) {
    const int axis = framework::NormalizeAxis(attributes.axes[i], dims.rank());
    const int64_t start = attributes.starts[i], end = attributes.ends[i];
    const int64_t step = attributes.strides.empty() ? 1 : attributes.strides[i];
    PADDLE_ENFORCE(!named[axis], InvalidArgument, "axis ", axis,
                   " of slice stands twice in axes");
    PADDLE_ENFORCE(step != 0, InvalidArgument, "the stride of axis ", axis,
                   " of slice is 0");
    named.set(axis);
    if (slice.dropped[axis]) {
      slice.ranges[axis] = ElementOf(start, axis, dims[axis]);
    } else if (dims[axis] < 0) {
      slice.ranges[axis] = RangeOfSymbol(start, end, step, dims[axis], sizes);
    } else {
      slice.ranges[axis] = RangeOf(start, end, step, dims[axis]);
    }
  }
  PADDLE_ENFORCE((slice.dropped & ~named).none(), InvalidArgument,
                 "decrease_axis of slice names an axis that axes does not");
  return slice;
}

}  // namespace paddle::operators
