// Finds the array of a NumPy .npy file.
#pragma once

#include <memory>

#include "paddle/framework/io/byte_source.h"
#include "paddle/framework/io/stored_array.h"

namespace paddle::framework {

// The first bytes of each such file.
inline constexpr absl::string_view kNpyMagic("\x93NUMPY", 6);

// Returns the array. The format (NumPy, numpy.lib.format), versions 1 to 3:
// magic bytes, version, length of a header, the header, which is a Python
// dictionary of data type, order and shape, and the bytes. Throws
// InvalidArgument, naming file and place, for a file that is not whole, for
// Fortran order, big-endian numbers, and types that tensors do not have.
StoredArray ParseNpy(const std::shared_ptr<ByteSource>& source);

}  // namespace paddle::framework
