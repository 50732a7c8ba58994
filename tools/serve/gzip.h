// Compresses and decompresses bodies by gzip.
#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace paddle::serve {

// The most bytes that are read at a time: zlib counts in 32 bits.
inline constexpr size_t kMostGzip = size_t{1} << 31;

// Returns the decompressed bytes. Throws InvalidArgument for what is not one
// whole gzip stream, and OutOfRange for more than kMostGzip bytes, or once
// there are more than `limit` decompressed ones.
std::string Gunzip(absl::string_view bytes, size_t limit);
// Returns a gzip stream, compressed for speed. Throws OutOfRange for more than
// kMostGzip bytes.
std::string Gzip(absl::string_view bytes);

// True if a header Accept-Encoding names gzip, with a weight above 0 (RFC 9110,
// 12.5.3).
bool AcceptsGzip(absl::string_view header);

}  // namespace paddle::serve
