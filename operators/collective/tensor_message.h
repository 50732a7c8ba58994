// Sends tensors from member to member.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/memory/allocation.h"

namespace paddle::operators {

// The tensor that a receiver expects.
struct ExpectedTensor {
  const std::vector<int64_t>& shape;  // -1: any size
  framework::DataType type;
  int lod_level = 0;  // 0: sequences that come are left out
};

// A tensor under way. Destroyed early, as by an error, it aborts the group and
// waits. Keeps the tensor's memory.
class SentTensor {
 public:
  // Sends type, dims, sequences and numbers. Errors are those of
  // Communicator::StartSend.
  SentTensor(distributed::Communicator* group, int peer, int64_t tag,
             const framework::LoDTensor& tensor);

  // Returns when it has left; errors are those of Communicator::Send.
  void Wait();

 private:
  framework::LoDTensor tensor_;
  std::vector<int64_t> head_, lod_;
  std::vector<std::unique_ptr<distributed::Pending>> calls_;  // end first
};

// Receives what SentTensor sends. InvalidArgument, naming both shapes, for
// another type, shape or number of levels than expected; DataLoss, naming the
// member, for what is no tensor.
void ReceiveTensor(distributed::Communicator* group, int peer, int64_t tag,
                   const ExpectedTensor& expected, memory::Allocator* allocator,
                   framework::LoDTensor* tensor);

}  // namespace paddle::operators
