#include "paddle/framework/distributed/server/pushed_sums.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "paddle/framework/distributed/group/tree_sum.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::distributed {

namespace {

using framework::DataType;
using framework::DimsOf;
using framework::LoDTensor;
using framework::Tensor;

DataType TypeOf(const framework::proto::VarDesc& var) {
  return static_cast<DataType>(var.dtype());
}

// Divides numbers of a bucket, and rounds them to the gradient's type.
template <class Bucket>
void Divide(const Bucket* from, Bucket by, LoDTensor* to) {
  framework::VisitDataType(to->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<platform::Accumulator<T>, Bucket>) {
      T* const out = to->mutable_data<T>();
      for (int64_t i = 0; i < to->numel(); ++i) {
        out[i] = static_cast<T>(from[i] / by);
      }
    }
  });
}

template <class Bucket>
std::vector<LoDTensor> Means(
    const Tensor& sum, const std::vector<framework::proto::VarDesc>& vars) {
  const Bucket* next = sum.data<Bucket>();
  const Bucket weight = next[sum.numel() - 1];
  PADDLE_ENFORCE(weight != 0, FailedPrecondition,
                 "no trainer has any rows: all weights are 0");
  std::vector<LoDTensor> means;
  for (const auto& var : vars) {
    LoDTensor mean(Tensor(DimsOf(var), TypeOf(var)));
    Divide(next, weight, &mean);
    next += mean.numel();
    means.push_back(std::move(mean));
  }
  return means;
}

}  // namespace

PushedSums::PushedSums(std::vector<framework::proto::VarDesc> gradients)
    : gradients_(std::move(gradients)) {
  PADDLE_ENFORCE(!gradients_.empty(), InvalidArgument,
                 "an update without gradients");
  type_ = TypeOf(gradients_[0]) == DataType::kFloat64 ? DataType::kFloat64
                                                      : DataType::kFloat32;
  for (const auto& var : gradients_) numel_ += DimsOf(var).Numel();
}

void PushedSums::Check(const proto::CallHead& head,
                       absl::Span<const Tensor> parts) const {
  PADDLE_ENFORCE(head.epoch() >= epoch_, FailedPrecondition, "trainer ",
                 head.rank(), " pushes in epoch ", head.epoch(),
                 ", and the others are in epoch ", epoch_);
  PADDLE_ENFORCE(0 <= head.rank() && head.rank() < head.ranks() &&
                     head.ranks() <= head.shards() && head.shards() <= 1 << 20,
                 InvalidArgument, "trainer ", head.rank(), " of ", head.ranks(),
                 " with ", head.shards(), " shards");
  const bool anew = head.epoch() > epoch_ || given_.empty();
  PADDLE_ENFORCE(
      anew || (given_.size() == head.ranks() && shards_ == head.shards()),
      InvalidArgument, "trainer ", head.rank(), " is one of ", head.ranks(),
      " with ", head.shards(), " shards; another one was of ", given_.size(),
      " with ", shards_);
  const size_t nodes =
      CoveringNodes(head.shards(),
                    ShardsOfRank(head.shards(), head.ranks(), head.rank()))
          .size();
  PADDLE_ENFORCE_EQ(parts.size(), nodes, "arrays of trainer ", head.rank());
  for (const Tensor& part : parts) {
    PADDLE_ENFORCE(part.numel() == numel_ && part.dtype() == type_,
                   InvalidArgument, "trainer ", head.rank(), " pushes ",
                   part.numel(), " numbers of ",
                   framework::DataTypeName(part.dtype()), "; the update takes ",
                   numel_, " of ", framework::DataTypeName(type_));
  }
}

bool PushedSums::Add(const proto::CallHead& head, std::vector<Tensor> parts) {
  Check(head, parts);
  if (head.epoch() > epoch_ || given_.empty()) {
    given_.assign(head.ranks(), {});
    epoch_ = head.epoch();
    shards_ = head.shards();
  }
  given_[head.rank()] = std::move(parts);
  return std::none_of(given_.begin(), given_.end(),
                      [](const auto& parts) { return parts.empty(); });
}

void PushedSums::Forget() {
  given_.clear();
  epoch_ = -1;
}

Tensor PushedSums::TakeSum() {
  const PartsOfMembers members(shards_, static_cast<int>(given_.size()));
  std::vector<void*> parts;
  for (std::vector<Tensor>& of_rank : given_) {
    for (Tensor& part : of_rank) parts.push_back(part.raw_mutable_data());
  }
  CombineParts(members.additions, parts, parts[0], numel_, type_,
               Reduction::kSum);
  const Tensor sum = given_[0][0];
  given_.clear();
  return sum;
}

std::vector<LoDTensor> PushedSums::TakeMean() {
  const Tensor sum = TakeSum();
  return type_ == DataType::kFloat64 ? Means<double>(sum, gradients_)
                                     : Means<float>(sum, gradients_);
}

}  // namespace paddle::distributed
