// Finds the arrays of a safetensors file.
#pragma once

#include <memory>

#include "paddle/framework/io/byte_source.h"
#include "paddle/framework/io/stored_array.h"

namespace paddle::framework {

// Returns the arrays by name. The format (Hugging Face, "safetensors"): eight
// bytes with the length of a header, little endian; the header, a JSON object
// of name -> data type, shape and place; the bytes of all arrays, one behind
// the other without gaps. Metadata are checked and left out. Throws
// InvalidArgument, naming file and place, for a file that is not whole, and for
// a data type that tensors do not have.
StoredArrays ParseSafetensors(const std::shared_ptr<ByteSource>& source);

}  // namespace paddle::framework
