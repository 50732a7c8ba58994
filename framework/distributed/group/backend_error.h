// Writes error texts of the C interfaces of libraries, on either side of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

namespace paddle::distributed {

// Cuts the text off where the error, a struct with an array `text`, has no room
// for more.
template <class Error>
void SetText(const std::string& text, Error* error) {
  const size_t bytes = std::min(text.size(), sizeof(error->text) - 1);
  std::memcpy(error->text, text.data(), bytes);
  error->text[bytes] = '\0';
}

}  // namespace paddle::distributed
