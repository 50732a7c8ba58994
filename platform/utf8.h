// Tells whether bytes are text.
#pragma once

#include "absl/strings/string_view.h"

namespace paddle::platform {

// True if the bytes are UTF-8 (RFC 3629): no overlong forms, no surrogates,
// nothing above the last code point. Thread safe; throws nothing.
bool IsUtf8(absl::string_view text);

}  // namespace paddle::platform
