// Rewrites a training program into that of one of many trainers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "paddle/framework/ir/program.h"

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
  // A variable of one float32 that weighs a trainer's gradients; "": the number
  // of elements under the loss's mean, or 1 if the loss is none.
  std::string weight;
  // Elements under the loss's mean that make a weight of 1.
  double nominal_rows = 1;
};

struct DataParallelPrograms {
  // Computes gradients from a shard's rows, the trainer's last one, takes their
  // mean over all shards, weighted by rows, and runs the optimizer.
  // Persistables that the forward pass writes, such as the statistics of batch
  // normalization, become the mean, too, so that all trainers stay equal.
  std::shared_ptr<const Program> main;
  // Computes gradients from the rows of one shard of a trainer that has others
  // after it in this step. Null with one shard.
  std::shared_ptr<const Program> shard;
  // For a trainer without rows in a step: the same exchange, with weight 0.
  // Null with one shard.
  std::shared_ptr<const Program> idle;
  // Equal for programs whose trainers fit together; see Fingerprint.
  uint32_t fingerprint = 0;
};

// Returns the programs of a trainer. Operators keep their ids, so that random
// numbers stay. Links no operator: the program that runs them needs
// //operators/collective. Unimplemented, naming the variable, for gradients
// whose sizes are not known, and for counters that depend on data.
DataParallelPrograms DataParallel(const std::shared_ptr<const Program>& main,
                                  const DataParallelOptions& options);

// Returns a checksum over ExchangesOf the program: operators in order, with
// their attributes and the shapes and types of what they exchange.
uint32_t Fingerprint(const Program& program);

}  // namespace paddle::framework
