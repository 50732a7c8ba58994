#include "paddle/framework/io/batch_reader.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "absl/strings/str_cat.h"

#include "paddle/framework/io/shuffled_order.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

std::string Described(const StoredArray& array) {
  return absl::StrCat(DataTypeName(array.dtype()), " ",
                      array.dims().ToString());
}

// Sizes that the rows of feeds have given symbols so far.
using Sizes = std::map<int64_t, int64_t>;

// The first axis is that of the batch, whose sizes come from the items.
bool RowsFit(const Dims& wanted, const Dims& dims, Sizes* sizes) {
  if (wanted.rank() != dims.rank()) return false;
  for (int i = 1; i < dims.rank(); ++i) {
    const int64_t size = wanted[i] < 0
                             ? sizes->emplace(wanted[i], dims[i]).first->second
                             : wanted[i];
    if (size != dims[i]) return false;
  }
  return true;
}

void CheckFeed(const proto::VarDesc& var, const ShardFeed& feed,
               const std::string& path, Sizes* sizes) {
  const Dims wanted = DimsOf(var);
  const auto dtype = DataTypeFromNumber(var.dtype());
  const std::string text =
      absl::StrCat("variable ", var.name(), " ", DataTypeName(dtype), " ",
                   wanted.ToString(), " of lod_level ", var.lod_level());
  PADDLE_ENFORCE(var.is_feed() && var.kind() == proto::DENSE_TENSOR,
                 InvalidArgument, text, " is no data that can be fed");
  PADDLE_ENFORCE(dtype == feed.values->dtype() &&
                     RowsFit(wanted, feed.values->dims(), sizes) &&
                     var.lod_level() == (feed.is_ragged() ? 1 : 0),
                 InvalidArgument, text, " is mapped to an array ",
                 Described(*feed.values),
                 feed.is_ragged() ? " with" : " without", " lengths in ", path);
}

}  // namespace

BatchReader::BatchReader(const std::vector<std::string>& files,
                         const FeedMapping& mapping,
                         const BatchOptions& options)
    : options_(options) {
  PADDLE_ENFORCE(!files.empty(), InvalidArgument, "no files to read");
  PADDLE_ENFORCE_GE(options.batch_size, 1, "the size of a batch");
  PADDLE_ENFORCE_GE(options.epochs, 0, "the number of epochs");
  for (const std::string& file : files) {
    shards_.push_back(std::make_unique<FeedShard>(file, mapping));
    CheckShard(*shards_.back());
    int64_t end = 0;
    PADDLE_ENFORCE(
        !__builtin_add_overflow(begins_.back(), shards_.back()->items(), &end),
        InvalidArgument, file, ": the files have too many items");
    begins_.push_back(end);
  }
}

void BatchReader::CheckShard(const FeedShard& shard) const {
  const FeedShard& first = *shards_.front();
  for (const auto& [name, feed] : shard.feeds()) {
    const StoredArray& array = *feed.values;
    const StoredArray& other = *first.feeds().at(name).values;
    PADDLE_ENFORCE(
        array.dtype() == other.dtype() && array.row_dims() == other.row_dims(),
        InvalidArgument, shard.path(), ": feed ", name, " is ",
        Described(array), ", but ", Described(other), " in ", first.path());
  }
}

void BatchReader::CheckFeeds(const Program& program) const {
  // All files have rows like those of the first.
  const FeedShard& first = *shards_.front();
  Sizes sizes;
  for (const auto& [name, feed] : first.feeds()) {
    const proto::VarDesc& var = program.global_block().GetVar(name);
    CheckFeed(var, feed, first.path(), &sizes);
    const bool all_full =
        options_.drop_last || items() % options_.batch_size == 0;
    PADDLE_ENFORCE(feed.is_ragged() || var.dims(0) < 0 ||
                       (var.dims(0) == options_.batch_size && all_full),
                   InvalidArgument, "variable ", name, " ",
                   DimsOf(var).ToString(), " cannot take all batches of ",
                   options_.batch_size, " of ", items(), " items in ",
                   first.path(), " and the files behind it");
  }
}

int64_t BatchReader::batches_per_epoch() const {
  const int64_t full = items() / options_.batch_size;
  const bool has_rest = items() % options_.batch_size > 0;
  return full + (has_rest && !options_.drop_last ? 1 : 0);
}

int64_t BatchReader::batches() const {
  int64_t batches = 0;
  PADDLE_ENFORCE(
      !__builtin_mul_overflow(batches_per_epoch(), options_.epochs, &batches),
      InvalidArgument, options_.epochs, " epochs have too many batches");
  return batches;
}

int64_t BatchReader::epoch() const {
  const int64_t size = batches_per_epoch();
  return size == 0 ? options_.epochs : position_ / size;
}

void BatchReader::Skip(int64_t count) {
  PADDLE_ENFORCE_GE(count, 0, "the number of batches to skip");
  position_ += std::min(count, batches() - position_);
}

absl::optional<Batch> BatchReader::Next() {
  if (position_ == batches()) return absl::nullopt;
  const std::vector<ShardRun> runs = RunsOf(NextItems());
  Batch batch;
  for (const auto& [name, feed] : shards_.front()->feeds()) {
    batch.emplace_back(name, ReadFeed(runs, name));
  }
  ++position_;
  return batch;
}

BatchReader::Items BatchReader::NextItems() {
  const int64_t begin = position_ % batches_per_epoch() * options_.batch_size;
  const int64_t count = std::min(options_.batch_size, items() - begin);
  Items next(static_cast<size_t>(count));
  if (!options_.shuffle_seed) {
    std::iota(next.begin(), next.end(), begin);
    return next;
  }
  if (order_epoch_ != epoch()) {
    order_ = ShuffledOrder(items(), *options_.shuffle_seed,
                           static_cast<uint64_t>(epoch()));
    order_epoch_ = epoch();
  }
  std::copy_n(order_.begin() + begin, count, next.begin());
  return next;
}

std::vector<ShardRun> BatchReader::RunsOf(const Items& items) const {
  std::vector<ShardRun> runs;
  for (const int64_t item : items) {
    // Behind the files without items that begin at the same one.
    const auto next = std::upper_bound(begins_.begin(), begins_.end(), item);
    const auto index = static_cast<size_t>(next - begins_.begin()) - 1;
    const FeedShard* shard = shards_[index].get();
    const int64_t place = item - begins_[index];
    if (!runs.empty() && runs.back().shard == shard &&
        runs.back().end == place) {
      ++runs.back().end;
    } else {
      runs.push_back({shard, place, place + 1});
    }
  }
  return runs;
}

}  // namespace paddle::framework
