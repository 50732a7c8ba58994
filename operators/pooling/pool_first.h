// Finds the positions of the largest elements of windows, on the CPU.
#pragma once

#include <cstdint>

#include "paddle/operators/pooling/pool.h"
#include "paddle/operators/pooling/pool_windows.h"

namespace paddle::operators::kernels {

// Throws Unimplemented for windows of so many elements, more than 2^24, that a
// float cannot number them. Adaptive windows are not numbered.
void EnforceNumbered(const PoolShape& shape);

// Sets first[o] to the position in a plane of the first element of window o of
// a row that is best[o], its largest. The positions are looked for once the
// largest are known: both loops are then vectorised. `scratch` has room for two
// rows of outputs. T: float, double.
template <typename T>
void FirstOfLargest(const PoolShape& shape, WindowRow at, const T* plane,
                    const T* best, T* scratch, int64_t* first);

}  // namespace paddle::operators::kernels
