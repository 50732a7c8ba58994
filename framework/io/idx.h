// Finds the array of an IDX file, the format of MNIST.
#pragma once

#include <memory>

#include "absl/strings/string_view.h"

#include "paddle/framework/io/byte_source.h"
#include "paddle/framework/io/stored_array.h"

namespace paddle::framework {

// True if a file that begins so may be an IDX file: two zeros, a data type, and
// 1 to 9 axes.
bool IsIdx(absl::string_view start);

// Returns the array. The format (LeCun, Cortes and Burges, "The MNIST
// database"): two zeros, the data type (uint8, int8, int16, int32, float32,
// float64), the number of axes, four bytes for the size of each, and the
// elements; all numbers are big endian. Throws InvalidArgument, naming file and
// place, for a file that is not whole. A compressed file is checked up to its
// header here, and to its end when its last row is read.
StoredArray ParseIdx(const std::shared_ptr<ByteSource>& source);

}  // namespace paddle::framework
