// Tells errors of files from those of lost processes.
#pragma once

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

// Returns what body() returns. Unavailable, which among processes means that
// one was lost and that trying again helps, becomes FailedPrecondition with the
// same message: a file that cannot be had would not be there the next time.
// Other errors are left as they are. Thread safe if the body is.
template <typename Body>
decltype(auto) WithOwnFiles(const Body& body) {
  try {
    return body();
  } catch (const platform::Error& error) {
    if (error.code() != platform::ErrorCode::kUnavailable) throw;
    PADDLE_THROW(FailedPrecondition, error.message());
  }
}

}  // namespace paddle::distributed
