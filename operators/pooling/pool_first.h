// Where the largest elements of windows stand.
#pragma once

#include <cstdint>

#include "paddle/operators/pooling/pool.h"
#include "paddle/operators/pooling/pool_windows.h"

namespace paddle::operators::kernels {

// Unimplemented for windows of so many elements that T cannot number them.
void EnforceNumbered(const PoolShape& shape);

// first[o] = where in a plane the first element stands that is best[o], the
// largest of window o of a row. `scratch` has room for two rows of outputs. T
// is float or double.
template <typename T>
void FirstOfLargest(const PoolShape& shape, OutputRow at, const T* plane,
                    const T* best, T* scratch, int64_t* first);

}  // namespace paddle::operators::kernels
