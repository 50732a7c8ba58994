#include "paddle/framework/io/feed_shard.h"

#include <utility>

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

template <typename T>
std::vector<int64_t> OffsetsOf(const Tensor& lengths,
                               const std::string& place) {
  const T* data = lengths.data<T>();
  std::vector<int64_t> offsets = {0};
  offsets.reserve(static_cast<size_t>(lengths.numel()) + 1);
  for (int64_t i = 0; i < lengths.numel(); ++i) {
    int64_t end = 0;
    PADDLE_ENFORCE(
        data[i] >= 0 && !__builtin_add_overflow(offsets.back(), data[i], &end),
        InvalidArgument, place, ": length ", data[i], " of sequence ", i);
    offsets.push_back(end);
  }
  return offsets;
}

std::vector<int64_t> ReadOffsets(const StoredArray& lengths,
                                 const std::string& place) {
  const bool is_wide = lengths.dtype() == DataType::kInt64;
  PADDLE_ENFORCE(lengths.dims().rank() == 1 &&
                     (is_wide || lengths.dtype() == DataType::kInt32),
                 InvalidArgument, place,
                 ": lengths are a vector of int32 or int64, not ",
                 DataTypeName(lengths.dtype()), " ", lengths.dims().ToString());
  const Tensor read = lengths.Read();
  return is_wide ? OffsetsOf<int64_t>(read, place)
                 : OffsetsOf<int32_t>(read, place);
}

std::string PlaceOf(const std::string& path, const FeedArrays& arrays) {
  std::string place = path + ", array " + arrays.values;
  if (!arrays.lengths.empty()) place += " with lengths " + arrays.lengths;
  return place;
}

// Returns how many rows of a feed the runs have.
int64_t RowsOf(const std::vector<ShardRun>& runs, const std::string& name) {
  int64_t rows = 0;
  for (const ShardRun& run : runs) {
    const ShardFeed& feed = run.shard->feeds().at(name);
    rows += feed.RowOf(run.end) - feed.RowOf(run.begin);
  }
  return rows;
}

// Returns null for a dense feed.
LoDPtr LoDOf(const std::vector<ShardRun>& runs, const std::string& name) {
  std::vector<int64_t> lengths;
  for (const ShardRun& run : runs) {
    const ShardFeed& feed = run.shard->feeds().at(name);
    if (!feed.is_ragged()) return nullptr;
    for (int64_t item = run.begin; item < run.end; ++item) {
      lengths.push_back(feed.RowOf(item + 1) - feed.RowOf(item));
    }
  }
  return LoD::FromLengths({lengths});
}

}  // namespace

FeedShard::FeedShard(const std::string& path, const FeedMapping& mapping)
    : dataset_(OpenArrays(path)) {
  PADDLE_ENFORCE(!mapping.empty(), InvalidArgument, path,
                 ": no feed is mapped to an array");
  for (const auto& [variable, arrays] : mapping) Add(variable, arrays);
}

void FeedShard::Add(const std::string& variable, const FeedArrays& arrays) {
  const std::string place = PlaceOf(path(), arrays);
  ShardFeed feed = {&dataset_.Find(arrays.values), {}};
  const Dims& dims = feed.values->dims();
  PADDLE_ENFORCE(dims.rank() > 0 && dims.Slice(1, dims.rank()).Numel() > 0,
                 InvalidArgument, place, ": an array ", dims.ToString(),
                 " has no rows of elements");
  int64_t items = dims[0];
  if (!arrays.lengths.empty()) {
    feed.offsets = ReadOffsets(dataset_.Find(arrays.lengths), place);
    items = static_cast<int64_t>(feed.offsets.size()) - 1;
    PADDLE_ENFORCE(feed.offsets.back() == dims[0], InvalidArgument, place,
                   ": the lengths sum to ", feed.offsets.back(),
                   ", but there are ", dims[0], " rows");
  }
  if (items_ < 0) items_ = items;
  PADDLE_ENFORCE(items == items_, InvalidArgument, place, " has ", items,
                 " items, but the array of feed ", feeds_.begin()->first,
                 " has ", items_);
  feeds_.emplace(variable, std::move(feed));
}

LoDTensor ReadFeed(const std::vector<ShardRun>& runs, const std::string& feed) {
  const StoredArray& first = *runs.front().shard->feeds().at(feed).values;
  Dims dims = first.dims();
  dims[0] = RowsOf(runs, feed);
  Tensor tensor(dims, first.dtype());
  int64_t done = 0;
  for (const ShardRun& run : runs) {
    const ShardFeed& part = run.shard->feeds().at(feed);
    const int64_t begin = part.RowOf(run.begin);
    const int64_t rows = part.RowOf(run.end) - begin;
    Tensor target = tensor.Slice(done, done + rows);
    part.values->ReadInto(begin, &target);
    done += rows;
  }
  return LoDTensor(std::move(tensor), LoDOf(runs, feed));
}

}  // namespace paddle::framework
