// How many numbers a range holds.
#pragma once

#include <cstdint>

#include "paddle/framework/types/number.h"

namespace paddle::operators {

// Of start, start + step, ... up to, but not including, `end`: 0 if that is the
// other way. InvalidArgument, naming the numbers, for a step of 0, numbers that
// are not finite, or more elements than a tensor may have.
int64_t RangeSize(double start, double end, double step);
int64_t RangeSize(int64_t start, int64_t end, int64_t step);
// In integers if start and step are; `end` may lie between them.
int64_t RangeSize(const framework::Number& start, const framework::Number& end,
                  const framework::Number& step);

}  // namespace paddle::operators
