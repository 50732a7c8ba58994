// Makes deadlines in tests.
#pragma once

#include <chrono>

namespace paddle::distributed {

// Returns the time after so many milliseconds from now.
inline std::chrono::steady_clock::time_point In(int milliseconds) {
  return std::chrono::steady_clock::now() +
         std::chrono::milliseconds(milliseconds);
}

}  // namespace paddle::distributed
