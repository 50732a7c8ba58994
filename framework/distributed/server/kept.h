// Says what went wrong with what a server keeps on the disk.
#pragma once

#include <string>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

// Calls a function that keeps something. ResourceExhausted, which says that
// `what` cannot be kept, for its error: not Unavailable, which would be waited
// for.
template <class Function>
void Keep(const std::string& what, const Function& function) {
  try {
    function();
  } catch (const platform::Error& error) {
    PADDLE_THROW(ResourceExhausted, what, " cannot be kept: ", error.message());
  }
}

// Calls a function that reads what is kept, and returns what it returns.
// ResourceExhausted, which says that `what` cannot be read, for Unavailable:
// callers would ask again for a minute of a disk that has failed. Other errors
// stay.
template <class Function>
auto ReadKept(const std::string& what, const Function& function) {
  try {
    return function();
  } catch (const platform::Error& error) {
    if (error.code() != platform::ErrorCode::kUnavailable) throw;
    PADDLE_THROW(ResourceExhausted, what, " cannot be read: ", error.message());
  }
}

}  // namespace paddle::distributed
