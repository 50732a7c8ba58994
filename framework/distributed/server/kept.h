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

}  // namespace paddle::distributed
