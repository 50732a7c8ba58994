// Compresses and decompresses bodies by gzip.
#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace paddle::serve {

// Returns the decompressed bytes. Throws InvalidArgument for what is not one
// whole gzip stream, and OutOfRange once there are more than `limit` bytes.
std::string Gunzip(absl::string_view bytes, size_t limit);
// Returns a gzip stream, compressed for speed.
std::string Gzip(absl::string_view bytes);

}  // namespace paddle::serve
