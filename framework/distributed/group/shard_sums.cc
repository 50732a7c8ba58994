#include "paddle/framework/distributed/group/shard_sums.h"

#include <cstring>
#include <utility>

#include "paddle/framework/distributed/group/device_tree_sum.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

using framework::SelectedRows;
using framework::Tensor;

namespace {

Tensor ZerosLike(const Tensor& array) {
  Tensor zeros(array.dims(), array.dtype());
  std::memset(zeros.raw_mutable_data(), 0, zeros.bytes());
  if (array.place().is_cpu()) return zeros;
  Tensor there(array.dims(), array.dtype(), array.place());
  memory::CopyAsync(there.place(), there.raw_mutable_data(), zeros.place(),
                    zeros.raw_data(), zeros.bytes());
  return there;
}

void AddTo(Tensor* sum, const Tensor& more) {
  void* const parts[] = {sum->raw_mutable_data(),
                         const_cast<void*>(more.raw_data())};
  CombinePartsOn(platform::DeviceContextOf(sum->place()), {{0, 1}}, parts,
                 parts[0], sum->numel(), sum->dtype(), Reduction::kSum);
}

bool SameKind(const Tensor& a, const Tensor& b) {
  return a.dims() == b.dims() && a.dtype() == b.dtype();
}

}  // namespace

void ShardSums::Add(int exchange, const Communicator& group, Tensor array) {
  std::vector<Sum>& sums = sums_[exchange];
  const ShardRange own =
      ShardsOfRank(group.shards(), group.size(), group.rank());
  const int shard = sums.empty() ? own.begin : sums.back().shards.end;
  PADDLE_ENFORCE(shard < own.end, InvalidArgument, "member ", group.rank(),
                 " has shards [", own.begin, ", ", own.end,
                 "), of which all have given something to exchange ", exchange);
  if (!sums.empty()) {
    const Tensor& first = sums.front().array;
    PADDLE_ENFORCE(SameKind(array, first), InvalidArgument, "shard ", shard,
                   " gives ", array.dims().ToString(), " to exchange ",
                   exchange, ", shards before it ", first.dims().ToString());
  }
  sums.push_back({{shard, shard + 1}, std::move(array)});
  Merge(group.shards(), &sums);
}

// Adds the last sum to the one before it as long as both together are a node.
void ShardSums::Merge(int shards, std::vector<Sum>* sums) {
  while (sums->size() > 1) {
    Sum& left = (*sums)[sums->size() - 2];
    const Sum& right = sums->back();
    const ShardRange both{left.shards.begin, right.shards.end};
    if (CoveringNodes(shards, both).size() > 1) return;
    AddTo(&left.array, right.array);
    left.shards = both;
    sums->pop_back();
  }
}

std::vector<Tensor> ShardSums::Take(int exchange, const Communicator& group) {
  PADDLE_ENFORCE(!sums_[exchange].empty(), InvalidArgument,
                 "no shard has given anything to exchange ", exchange);
  const int end = ShardsOfRank(group.shards(), group.size(), group.rank()).end;
  const Tensor like = sums_[exchange].front().array;
  while (sums_[exchange].back().shards.end < end) {
    Add(exchange, group, ZerosLike(like));
  }
  std::vector<Tensor> arrays;
  for (Sum& sum : sums_[exchange]) arrays.push_back(std::move(sum.array));
  sums_.erase(exchange);
  return arrays;
}

void ShardSums::AddRows(int exchange, SelectedRows rows) {
  rows_[exchange].push_back(std::move(rows));
}

std::vector<SelectedRows> ShardSums::TakeRows(int exchange) {
  std::vector<SelectedRows> rows = std::move(rows_[exchange]);
  rows_.erase(exchange);
  return rows;
}

void ShardSums::Keep(const KeptExchange& which, const Communicator& group,
                     int64_t run, Tensor array) {
  const auto shards = static_cast<size_t>(
      ShardsOfRank(group.shards(), group.size(), group.rank()).size());
  Kept& kept = kept_[which];
  if (run != kept.run || (run == 0 && kept.next == shards)) {
    PADDLE_ENFORCE(run == 0 || run == kept.run + 1, FailedPrecondition,
                   "gradients are accumulated over several runs, those before "
                   "run ",
                   run,
                   " are missing: they are in no file, so save behind a run "
                   "that changes the parameters");
    if (run == 0) kept.arrays.assign(shards, Tensor());
    kept.run = run;
    kept.next = 0;
  }
  PADDLE_ENFORCE(kept.next < shards, InvalidArgument, "member ", group.rank(),
                 " has ", shards,
                 " shards, all of which have given something "
                 "to exchange ",
                 which.second);
  Tensor& sum = kept.arrays[kept.next++];
  if (!sum.initialized()) {
    sum = std::move(array);
    return;
  }
  PADDLE_ENFORCE(SameKind(array, sum), InvalidArgument, "a shard gives ",
                 array.dims().ToString(), " to exchange ", which.second,
                 ", in runs before ", sum.dims().ToString());
  AddTo(&sum, array);
}

std::vector<Tensor> ShardSums::TakeKept(const KeptExchange& which,
                                        const Communicator& group,
                                        int64_t* runs) {
  const auto kept = kept_.find(which);
  PADDLE_ENFORCE(kept != kept_.end() && kept->second.run >= 0, InvalidArgument,
                 "no shard has kept anything for exchange ", which.second);
  *runs = kept->second.run + 1;
  std::vector<Tensor> arrays = std::move(kept->second.arrays);
  kept_.erase(kept);
  // The first shard has given something in each run.
  const Tensor like = arrays.front();
  for (Tensor& array : arrays) {
    Add(which.second, group,
        array.initialized() ? std::move(array) : ZerosLike(like));
  }
  return Take(which.second, group);
}

void ShardSums::Clear() {
  sums_.clear();
  rows_.clear();
}

}  // namespace paddle::distributed
