#include "paddle/operators/math/loops/reduce_axes.h"

namespace paddle::operators::kernels {

using framework::Dims;

// The results, with sizes of 1 for the reduced axes, broadcast to `space`.
Strides KeptStrides(const Dims& space, AxisSet axes) {
  Dims kept = space;
  for (int axis = 0; axis < space.rank(); ++axis) {
    if (axes[axis]) kept[axis] = 1;
  }
  return BroadcastStrides(kept, space);
}

int64_t NumTerms(const Dims& space, AxisSet axes) {
  int64_t terms = 1;
  for (int axis = 0; axis < space.rank(); ++axis) {
    if (axes[axis]) terms *= space[axis];
  }
  return terms;
}

int64_t NumResults(const Dims& space, AxisSet axes) {
  return NumTerms(space, ~axes);
}

int64_t ReductionScratch(const Dims& space, AxisSet axes) {
  const LoopNest<2> nest(space,
                         {RowMajorStrides(space), KeptStrides(space, axes)});
  const int64_t results = NumResults(space, axes);
  return PartsOf(nest, results).count * results;
}

}  // namespace paddle::operators::kernels
