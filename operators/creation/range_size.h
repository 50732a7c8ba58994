// The number of elements of a range. Schemas and kernels share it, so that a
// shape that is inferred is the shape that is computed.
#pragma once

#include <cstdint>

#include "paddle/framework/types/number.h"

namespace paddle::operators {

// Returns the number of elements of start, start + step, ... up to, but not
// including, `end`: 0 if `end` lies in the other direction. Throws
// InvalidArgument, with the numbers, for a step of 0, numbers that are not
// finite, or more elements than a tensor may have.
int64_t RangeSize(double start, double end, double step);
int64_t RangeSize(int64_t start, int64_t end, int64_t step);
// Returns it computed in integers if start and step are integers, so that no
// rounding adds or drops an element; `end` may lie between integers.
int64_t RangeSize(const framework::Number& start, const framework::Number& end,
                  const framework::Number& step);

}  // namespace paddle::operators
