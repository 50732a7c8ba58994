// Reads and compares secrets that let callers in.
#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace paddle::platform {

// The most bytes of a token.
inline constexpr size_t kLongestToken = 1024;

// Returns the token in a file, without one line's end ("\n" or "\r\n").
// InvalidArgument for an empty or very long one, for one that is not all
// visible ASCII characters, as it travels in a header, and for a file that
// others than its owner may read; errors of ReadFile. paddle.serving reads it
// alike.
std::string ReadToken(const std::string& path);

// True if what a caller has given is the token, which is not empty. The time
// that takes does not depend on how much of a wrong one is right.
bool IsToken(absl::string_view given, absl::string_view token);

}  // namespace paddle::platform
