// Turns exceptions into replies.
#pragma once

#include <exception>
#include <new>
#include <type_traits>

#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

// Returns what the function returns, or throws, as a reply; an empty one if it
// returns nothing.
template <class Function>
Reply CaughtReply(const Function& function) {
  try {
    if constexpr (std::is_void_v<decltype(function())>) {
      function();
      return Reply();
    } else {
      return function();
    }
  } catch (const platform::Error& error) {
    return ErrorReply(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return ErrorReply(platform::ErrorCode::kResourceExhausted, "out of memory");
  } catch (const std::exception& error) {
    return ErrorReply(platform::ErrorCode::kInternal, error.what());
  }
}

}  // namespace paddle::distributed
