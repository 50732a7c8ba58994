// Numbers that an attribute gives for elements.
#pragma once

#include "paddle/framework/types/data_type.h"

namespace paddle::operators {

// InvalidArgument, naming both, unless an element of `dtype` can hold `value`:
// integers take whole numbers within their range, bool takes 0 and 1, and
// floating types any number (rounded).
void CheckHolds(framework::DataType dtype, double value);
void CheckHolds(framework::DataType dtype, int64_t value);

}  // namespace paddle::operators
