// Writes the programs of one of many trainers.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/data_parallel_options.h"
#include "paddle/framework/passes/gradient_exchange.h"
#include "paddle/framework/passes/training_cut.h"

namespace paddle::framework {

// The programs that a trainer runs for its last shard of a step, for each of
// the others, and in a step without rows. The first and the last end with the
// optimizer.
struct TrainerPrograms {
  std::shared_ptr<Program> main;
  std::shared_ptr<Program> shard;
  std::shared_ptr<Program> idle;
  std::vector<PushedBucket> pushed;
};

// Returns the programs for the cut of `main`, in which gradients may have
// servers. Errors are those of DataParallel, which checks the options.
TrainerPrograms MakeTrainerPrograms(const Program& main, TrainingCut cut,
                                    const DataParallelOptions& options);

}  // namespace paddle::framework
