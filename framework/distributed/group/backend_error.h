// Writes error texts of the C interface of backends, on either side of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "paddle/framework/distributed/group/backend.h"

namespace paddle::distributed {

// Cuts the text off where the error has no room for more.
inline void SetText(const std::string& text, PaddleTransportError* error) {
  const size_t bytes = std::min(text.size(), sizeof(error->text) - 1);
  std::memcpy(error->text, text.data(), bytes);
  error->text[bytes] = '\0';
}

}  // namespace paddle::distributed
