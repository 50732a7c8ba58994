// Holds up what computes the requests of a model, for tests of full queues.
#pragma once

#include <future>

#include "paddle/framework/serving/batcher.h"
#include "paddle/framework/serving/request_queue.h"

namespace paddle::serve::testing {

// Returns a request with one row of "x" [N, 3] in float32.
serving::Request RowOfThree();

// Has the only thread of a model that takes such rows compute one, after which
// it waits until this is gone.
class HeldUp {
 public:
  explicit HeldUp(serving::Batcher* batcher);
  ~HeldUp();
  HeldUp(const HeldUp&) = delete;
  HeldUp& operator=(const HeldUp&) = delete;

 private:
  std::promise<void> released_;
};

}  // namespace paddle::serve::testing
