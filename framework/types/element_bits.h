// Tells how wide the elements of a data type are that share bytes in files.
#pragma once

#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

// Returns the bits of an element that say something: 4 and 2 for the types of
// which a tensor keeps one in a byte (SizeOf), but for bool those of its byte.
int BitsOf(DataType type);

}  // namespace paddle::framework
