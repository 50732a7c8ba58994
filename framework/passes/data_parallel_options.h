// Says how a training program is shared out to trainers.
#pragma once

#include <cstdint>
#include <string>

namespace paddle::framework {

struct DataParallelOptions {
  // Parts into which the rows of a step are shared out. With 1 the program
  // stays as it is.
  int shards = 1;
  // Gradients travel together in buckets of about this size, the first one in
  // one of at most 1 MiB, since nothing travels before it is full; 0: each by
  // itself. In the tree's order no bit depends on it.
  int64_t bucket_bytes = 25 << 20;
  // Buckets travel while later gradients are computed. No bit depends on it.
  bool overlap = true;
  // "tree": gradients are added along the tree of shards, so that no bit
  // depends on how many trainers share them. "fast": as what connects the
  // trainers does it fastest; then bits do change with their number.
  std::string order = "tree";
  // The raw variable of the scope that holds the trainers' group.
  std::string group = "group@JOB";
  // The one that holds what a trainer's shards give, a distributed::ShardSums.
  std::string shard_sums = "shards@JOB";
  // The one that holds the way to the servers, where there are any, a
  // std::shared_ptr<distributed::ParameterServers>.
  std::string servers_variable = "servers@JOB";
  // A variable of one float32 that weighs a trainer's gradients; "": the number
  // of elements under the loss's mean, or 1 if the loss is none.
  std::string weight;
  // Elements under the loss's mean that make a weight of 1.
  double nominal_rows = 1;
  // Gradients that an optimizer accumulates over several runs travel once, as
  // sums, in the last of them; until then the sums of a trainer's shards are in
  // shard_sums alone: no file has them, and no other trainer. Sparse gradients,
  // and statistics, travel in each run. false: all do, and the sums are those
  // of all trainers.
  bool exchange_sums = true;
};

}  // namespace paddle::framework
