// Reads batches of feeds from data files, in a given or a shuffled order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/io/feed_shard.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::framework {

struct BatchOptions {
  int64_t batch_size = 1;
  // Shuffles the items of all files, anew in each epoch; absent: the order of
  // the files.
  absl::optional<uint64_t> shuffle_seed = absl::nullopt;
  bool drop_last = false;  // leaves out a last batch that is not full
  int64_t epochs = 1;
};

// Values by the names of variables, as an Executor takes them.
using Batch = std::vector<std::pair<std::string, LoDTensor>>;

// The items of all files, in their order, are numbered from 0; an item is a
// row, or a sequence, of each feed. Batch b of epoch e has items
// [b * batch_size, (b + 1) * batch_size) of the order of that epoch:
// ascending, or ShuffledOrder(items, seed, e). So the files, the options and
// the number of a batch alone decide what is in it: process r of n that is to
// read every n-th calls Skip(r) first and Skip(n - 1) between. No batch has
// items of two epochs. Keeps all files open. Not thread safe.
class BatchReader {
 public:
  // Opens all files. Throws what FeedShard throws, and InvalidArgument, naming
  // the two files, if an array has another data type or other rows in one than
  // in another, and for no file, a batch size below 1 or epochs below 0.
  BatchReader(const std::vector<std::string>& files, const FeedMapping& mapping,
              const BatchOptions& options);

  // Throws NotFound for a feed that the program's global block does not have,
  // and InvalidArgument, naming variable and file, for one that is no data of a
  // dense tensor, or if its data type, shape or level of sequences is not that
  // of the arrays. A symbol must stand for the same size in all rows.
  void CheckFeeds(const Program& program) const;

  int64_t items() const { return begins_.back(); }
  int64_t batches_per_epoch() const;
  // Returns the number of batches that Next has given or Skip has passed.
  int64_t position() const { return position_; }
  // Returns the epoch of the next batch, from 0; BatchOptions::epochs at the
  // end.
  int64_t epoch() const;

  // Returns the next batch, on the CPU, or nothing behind the last epoch. A
  // dense feed has a row an item, a feed with lengths LoD of one level. Throws
  // what StoredArray::Read throws; the batch is then still the next one.
  absl::optional<Batch> Next();
  // Passes `count` batches, or those that are left, without reading them.
  // Throws InvalidArgument for a negative count.
  void Skip(int64_t count);

 private:
  using Items = std::vector<int64_t>;
  void CheckShard(const FeedShard& shard) const;
  int64_t batches() const;
  Items NextItems();
  std::vector<ShardRun> RunsOf(const Items& items) const;

  const BatchOptions options_;
  std::vector<std::unique_ptr<FeedShard>> shards_;
  std::vector<int64_t> begins_ = {0};  // the first item of each file; the end
  int64_t position_ = 0;
  Items order_;               // of order_epoch_, if shuffled
  int64_t order_epoch_ = -1;  // none yet
};

}  // namespace paddle::framework
