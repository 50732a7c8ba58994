// The value of the variable between allreduce_start and allreduce_wait.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::operators {

// A reduction under way. Destroyed early, as by an error between start and
// wait, it aborts the group and waits, so that nobody writes to the buffer
// afterwards, whose memory it keeps.
struct PendingReduction {
  // Given by the member; the first becomes the result.
  std::vector<framework::Tensor> arrays;
  int64_t runs = 1;                            // over which they are sums
  std::unique_ptr<distributed::Pending> call;  // destroyed first
};

}  // namespace paddle::operators
