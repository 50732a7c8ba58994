// Lists the operators by which trainers exchange gradients.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/data_parallel_options.h"
#include "paddle/framework/passes/gradient_sums.h"
#include "paddle/framework/passes/shard_program.h"
#include "paddle/framework/passes/training_cut.h"

namespace paddle::framework {

// Gradients that trainers send to a server in one piece.
struct PushedBucket {
  int exchange;
  int server;          // -1: each takes the rows that it has of a table
  NameList gradients;  // in the order in which their numbers stand
};

struct ExchangeOps {
  // Operators of the global block, in the order in which they run.
  std::vector<InsertedOp> inserted;
  // Operators with which the block that uses each of the sums begins.
  std::vector<std::vector<proto::OpDesc>> of_sums;
  std::vector<PushedBucket> pushed;
};

// Returns the operators of a program whose cut is `cut`. What is in `sums`
// travels as a sum, the rest in each run; gradients that a server takes are
// pushed, and nothing comes back. Unimplemented for gradients that an
// optimizer uses before others of their bucket are written.
ExchangeOps ListExchange(const Program& program, const TrainingCut& cut,
                         const std::vector<GradientSums>& sums,
                         const DataParallelOptions& options);

// Returns the variable that a gradient is of.
std::string ParameterOf(const std::string& gradient);

// Returns the name of the rows of all trainers, which the optimizer reads in
// place of a sparse gradient.
std::string GatheredName(const std::string& gradient);

}  // namespace paddle::framework
