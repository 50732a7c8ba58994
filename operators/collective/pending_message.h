// The value of the variable between send_start and send_wait.
#pragma once

#include <memory>

#include "paddle/operators/collective/tensor_message.h"

namespace paddle::operators {

// A tensor under way, or null.
struct PendingMessage {
  std::unique_ptr<SentTensor> tensor;
};

}  // namespace paddle::operators
