// Sends tensors from member to member.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"

namespace paddle::operators {

// The tensor that a receiver expects.
struct ExpectedTensor {
  const std::vector<int64_t>& shape;  // -1: any size
  framework::DataType type;
};

// Sends type, dims and numbers. Errors are those of Communicator::Send.
void SendTensor(distributed::Communicator* group, int peer, int64_t tag,
                const framework::Tensor& tensor);

// Receives what SendTensor sends. InvalidArgument, naming both shapes, for
// another type or shape than expected; DataLoss, naming the member, for what is
// no tensor.
void ReceiveTensor(distributed::Communicator* group, int peer, int64_t tag,
                   const ExpectedTensor& expected, memory::Allocator* allocator,
                   framework::Tensor* tensor);

}  // namespace paddle::operators
