// Computes the time of a lease.
#pragma once

#include <chrono>
#include <cstdint>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

// Returns whole seconds, rounded up. InvalidArgument for less than 2, the
// shortest time of etcd.
inline int64_t LeaseSeconds(std::chrono::milliseconds ttl) {
  PADDLE_ENFORCE(ttl >= std::chrono::seconds(2), InvalidArgument, "a lease of ",
                 ttl.count(), " ms: the shortest is 2 s");
  return (ttl.count() + 999) / 1000;
}

}  // namespace paddle::distributed
