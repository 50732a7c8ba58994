// Reads the feeds of a range of items from one file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "paddle/framework/io/dataset.h"
#include "paddle/framework/io/stored_array.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::framework {

// Names the arrays that a feed is read from. Without lengths an item is a row
// of `values`; with them (a vector of int32 or int64) it is a sequence: as many
// rows as its length, behind those of the item before it.
struct FeedArrays {
  std::string values;
  std::string lengths;  // "": dense
};
// The name of a variable, and its arrays.
using FeedMapping = std::map<std::string, FeedArrays>;

// One array of a file as a feed.
struct ShardFeed {
  const StoredArray* values;
  std::vector<int64_t> offsets;  // of sequences in rows; empty: dense

  bool is_ragged() const { return !offsets.empty(); }
  // Returns the row at which an item begins; of the last one + 1, the end.
  int64_t RowOf(int64_t item) const {
    return is_ragged() ? offsets[static_cast<size_t>(item)] : item;
  }
};

// One file, with the arrays that a mapping wants of it. Not copyable, as feeds
// point into it. Any number of threads may read.
class FeedShard {
 public:
  // Opens the file. It reads lengths as a whole, 8 bytes a sequence, and of
  // other arrays nothing. Throws what OpenArrays throws, NotFound for an array
  // that is not there, and InvalidArgument, naming file and arrays, if they
  // have different numbers of items, a negative length, lengths that do not sum
  // to the rows of the values, or rows without elements.
  FeedShard(const std::string& path, const FeedMapping& mapping);
  FeedShard(const FeedShard&) = delete;
  FeedShard& operator=(const FeedShard&) = delete;

  const std::string& path() const { return dataset_.path(); }
  int64_t items() const { return items_; }
  const std::map<std::string, ShardFeed>& feeds() const { return feeds_; }

 private:
  void Add(const std::string& variable, const FeedArrays& arrays);

  Dataset dataset_;
  std::map<std::string, ShardFeed> feeds_;
  int64_t items_ = -1;  // not known yet
};

// Neighbours in one file: items [begin, end) of it.
struct ShardRun {
  const FeedShard* shard;
  int64_t begin;
  int64_t end;
};

// Reads the rows of a feed for all runs, of which there is at least one, one
// behind the other; with LoD of one level if it is ragged. Throws what
// StoredArray::ReadInto throws.
LoDTensor ReadFeed(const std::vector<ShardRun>& runs, const std::string& feed);

}  // namespace paddle::framework
