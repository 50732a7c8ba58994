#include "paddle/operators/collective/tensor_message.h"

#include <algorithm>
#include <array>

#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using distributed::Communicator;
using framework::DataType;
using framework::Dims;

// Goes ahead of the numbers.
struct Head {
  int64_t type = 0;
  int64_t rank = 0;
  std::array<int64_t, Dims::kMaxRank> sizes = {};
};

// The numbers have a tag of their own, next to the head's.
uint64_t HeadTag(int64_t tag) { return static_cast<uint64_t>(tag) * 2; }
uint64_t NumbersTag(int64_t tag) { return HeadTag(tag) + 1; }

Dims DimsOf(const Head& head, int peer) {
  PADDLE_ENFORCE(0 <= head.rank && head.rank <= Dims::kMaxRank, DataLoss,
                 "member ", peer, " sends a tensor of ", head.rank, " axes");
  const Dims dims(absl::MakeConstSpan(head.sizes.data(), head.rank));
  PADDLE_ENFORCE(dims.IsStatic(), DataLoss, "member ", peer,
                 " sends a tensor with a size below 0");
  return dims;
}

bool Fits(const Dims& dims, const std::vector<int64_t>& shape) {
  if (dims.rank() != static_cast<int>(shape.size())) return false;
  for (int axis = 0; axis < dims.rank(); ++axis) {
    if (shape[axis] >= 0 && shape[axis] != dims[axis]) return false;
  }
  return true;
}

}  // namespace

void SendTensor(Communicator* group, int peer, int64_t tag,
                const framework::Tensor& tensor) {
  Head head;
  head.type = static_cast<int64_t>(tensor.dtype());
  head.rank = tensor.rank();
  std::copy(tensor.dims().begin(), tensor.dims().end(), head.sizes.begin());
  group->host().Send(peer, HeadTag(tag), &head, sizeof(head));
  group->Send(peer, NumbersTag(tag), tensor.raw_data(), tensor.bytes());
}

void ReceiveTensor(Communicator* group, int peer, int64_t tag,
                   const ExpectedTensor& expected, memory::Allocator* allocator,
                   framework::Tensor* tensor) {
  Head head;
  group->host().Receive(peer, HeadTag(tag), &head, sizeof(head));
  const Dims dims = DimsOf(head, peer);
  const bool known = head.type == static_cast<int64_t>(expected.type);
  PADDLE_ENFORCE(known && Fits(dims, expected.shape), InvalidArgument,
                 "member ", peer, " sends a tensor ", dims.ToString(),
                 " of data type number ", head.type,
                 "; what is expected is of ", DataTypeName(expected.type),
                 " and has ", expected.shape.size(), " axes");
  tensor->Allocate(dims, expected.type, allocator);
  group->Receive(peer, NumbersTag(tag), tensor->raw_mutable_data(),
                 tensor->bytes());
}

}  // namespace paddle::operators
