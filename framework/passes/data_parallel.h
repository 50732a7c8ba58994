// Rewrites a training program into that of one of many trainers.
#pragma once

#include <cstdint>
#include <memory>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/data_parallel_options.h"

namespace paddle::framework {

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

// Throws InvalidArgument, naming the option, for one that makes no sense.
void CheckOptions(const DataParallelOptions& options);

// Returns a checksum over ExchangesOf the program: operators in order, with
// their attributes and the shapes and types of what they exchange.
uint32_t Fingerprint(const Program& program);

}  // namespace paddle::framework
