// Reads and compares secrets that let callers in.
#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace paddle::platform {

// The most bytes of a token.
inline constexpr size_t kLongestToken = 1024;

// Returns the token in a file, without the line's end. InvalidArgument for an
// empty or very long one, and for a file that others than its owner may read;
// errors of ReadFile.
std::string ReadToken(const std::string& path);

// True if what a caller has given is the token, which is not empty. The time
// that takes does not depend on how much of a wrong one is right.
bool IsToken(absl::string_view given, absl::string_view token);

}  // namespace paddle::platform
