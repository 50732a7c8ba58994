// A block of a server that runs when all trainers have pushed for it.
#pragma once

#include <vector>

#include "paddle/framework/distributed/server/call.pb.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::distributed {

// Collects for one block, in one step, that which trainers push. Used by one
// thread.
class PushedUpdate {
 public:
  virtual ~PushedUpdate() = default;

  // Takes what a trainer has pushed; returns true when all have. The same
  // trainer may push again, and a later epoch of the trainers' group begins
  // anew. Nothing has changed after an error: FailedPrecondition for an earlier
  // epoch, InvalidArgument or OutOfRange for what no trainer pushes.
  virtual bool Add(const proto::CallHead& head,
                   std::vector<framework::Tensor> pushed) = 0;
  // Forgets all that trainers have pushed, and their epochs.
  virtual void Forget() = 0;
  // Runs the block on what all have pushed, and begins anew.
  virtual void Apply() = 0;
};

}  // namespace paddle::distributed
