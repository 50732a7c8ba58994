#include "paddle/operators/collective/tensor_message.h"

#include <algorithm>
#include <utility>

#include "absl/types/span.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using distributed::Communicator;
using framework::DataType;
using framework::Dims;

// Goes ahead of the numbers: type, rank, sizes, how many numbers say which
// sequences there are.
constexpr int kHeadSize = 3 + Dims::kMaxRank;
constexpr int kSizes = 2;

// More offsets than any batch has, and few enough to make room for them.
constexpr int64_t kMostOffsets = int64_t{1} << 31;

// The numbers have a tag of their own, next to the head's; the sequences follow
// the head.
uint64_t HeadTag(int64_t tag) { return static_cast<uint64_t>(tag) * 2; }
uint64_t NumbersTag(int64_t tag) { return HeadTag(tag) + 1; }

std::vector<int64_t> HeadOf(const framework::Tensor& tensor, size_t lod) {
  std::vector<int64_t> head(kHeadSize);
  head[0] = static_cast<int64_t>(tensor.dtype());
  head[1] = tensor.rank();
  std::copy(tensor.dims().begin(), tensor.dims().end(), head.begin() + kSizes);
  head.back() = static_cast<int64_t>(lod);
  return head;
}

Dims DimsOf(const std::vector<int64_t>& head, int peer) {
  PADDLE_ENFORCE(0 <= head[1] && head[1] <= Dims::kMaxRank, DataLoss, "member ",
                 peer, " sends a tensor of ", head[1], " axes");
  const Dims dims(absl::MakeConstSpan(head).subspan(kSizes, head[1]));
  PADDLE_ENFORCE(dims.IsStatic(), DataLoss, "member ", peer,
                 " sends a tensor with a size below 0");
  return dims;
}

// Returns each level's number of offsets, and the offsets.
std::vector<int64_t> NumbersOf(const framework::LoDPtr& lod) {
  std::vector<int64_t> numbers;
  for (int level = 0; lod != nullptr && level < lod->levels(); ++level) {
    const auto offsets = lod->offsets(level);
    numbers.push_back(static_cast<int64_t>(offsets.size()));
    numbers.insert(numbers.end(), offsets.begin(), offsets.end());
  }
  return numbers;
}

framework::LoDPtr LoDOf(absl::Span<const int64_t> numbers, int peer) {
  framework::LoD::Levels levels;
  while (!numbers.empty()) {
    const int64_t count = numbers[0];
    numbers.remove_prefix(1);
    PADDLE_ENFORCE(0 < count && count <= static_cast<int64_t>(numbers.size()),
                   DataLoss, "member ", peer, " sends a level of ", count,
                   " offsets");
    levels.emplace_back(numbers.begin(), numbers.begin() + count);
    numbers.remove_prefix(count);
  }
  return levels.empty() ? nullptr
                        : framework::LoD::FromOffsets(std::move(levels));
}

framework::LoDPtr ReceiveLoD(Communicator* host, int peer, int64_t tag,
                             int64_t count) {
  PADDLE_ENFORCE(0 <= count && count <= kMostOffsets, DataLoss, "member ", peer,
                 " sends ", count, " offsets of sequences");
  if (count == 0) return nullptr;
  std::vector<int64_t> numbers(count);
  host->Receive(peer, HeadTag(tag), numbers.data(), count * sizeof(int64_t));
  return LoDOf(numbers, peer);
}

bool Fits(const Dims& dims, const std::vector<int64_t>& shape) {
  if (dims.rank() != static_cast<int>(shape.size())) return false;
  for (int axis = 0; axis < dims.rank(); ++axis) {
    if (shape[axis] >= 0 && shape[axis] != dims[axis]) return false;
  }
  return true;
}

void CheckSequences(const framework::LoDPtr& lod, const Dims& dims,
                    const ExpectedTensor& expected, int peer) {
  const int levels = lod == nullptr ? 0 : lod->levels();
  PADDLE_ENFORCE(levels == expected.lod_level, InvalidArgument, "member ", peer,
                 " sends rows in sequences of ", levels,
                 " levels; what is expected has ", expected.lod_level);
  PADDLE_ENFORCE(lod == nullptr || (dims.rank() > 0 && lod->rows() == dims[0]),
                 DataLoss, "member ", peer, " sends sequences of other rows");
}

}  // namespace

SentTensor::SentTensor(Communicator* group, int peer, int64_t tag,
                       const framework::LoDTensor& tensor)
    : tensor_(tensor), lod_(NumbersOf(tensor.lod())) {
  head_ = HeadOf(tensor, lod_.size());
  const auto send = [&](const std::vector<int64_t>& numbers) {
    calls_.push_back(
        group->host().StartSend(peer, HeadTag(tag), numbers.data(),
                                numbers.size() * sizeof(numbers[0])));
  };
  send(head_);
  if (!lod_.empty()) send(lod_);
  calls_.push_back(group->StartSend(peer, NumbersTag(tag), tensor.raw_data(),
                                    tensor.bytes()));
}

void SentTensor::Wait() {
  for (auto& call : calls_) call->Wait();
}

void ReceiveTensor(Communicator* group, int peer, int64_t tag,
                   const ExpectedTensor& expected, memory::Allocator* allocator,
                   framework::LoDTensor* tensor) {
  std::vector<int64_t> head(kHeadSize);
  group->host().Receive(peer, HeadTag(tag), head.data(),
                        head.size() * sizeof(head[0]));
  const Dims dims = DimsOf(head, peer);
  const bool known = head[0] == static_cast<int64_t>(expected.type);
  PADDLE_ENFORCE(known && Fits(dims, expected.shape), InvalidArgument,
                 "member ", peer, " sends a tensor ", dims.ToString(),
                 " of data type number ", head[0], "; what is expected is of ",
                 DataTypeName(expected.type), " and has ",
                 expected.shape.size(), " axes");
  framework::LoDPtr lod = ReceiveLoD(&group->host(), peer, tag, head.back());
  if (expected.lod_level == 0) lod = nullptr;
  CheckSequences(lod, dims, expected, peer);
  tensor->Allocate(dims, expected.type, allocator);
  tensor->set_lod(std::move(lod));
  group->Receive(peer, NumbersTag(tag), tensor->raw_mutable_data(),
                 tensor->bytes());
}

}  // namespace paddle::operators
