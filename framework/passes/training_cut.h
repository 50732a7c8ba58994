// Finds where a training program is cut between many trainers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

// A variable of which trainers have different values until they take the mean.
struct ExchangedVar {
  std::string name;
  DataType type = DataType::kFloat32;
  int64_t numel = 0;  // of SelectedRows: unused
  bool sparse = false;
  int last_writer = 0;   // operator of the global block
  int first_reader = 0;  // of role optimize; none: the first such operator
  int server = -1;       // that takes it, instead of the other trainers
  // Sparse, and servers take its rows, of this width: each those that it has of
  // a table, or `server` all of them. 0: they do not.
  int64_t table_width = 0;
};

// The seam between what trainers compute each from its own rows and what all
// compute alike. Operators are those of the global block, by index.
struct TrainingCut {
  // Written by role backward and read by role optimize: gradients, in the order
  // in which they are ready.
  std::vector<ExchangedVar> gradients;
  // Persistables of floating point that role forward writes, such as the
  // statistics of batch_norm.
  std::vector<ExchangedVar> statistics;
  // Other persistables that role forward writes, and all that role schedule
  // does: counters, the same everywhere.
  std::vector<std::string> counters;
  int first_optimize = 0;  // the number of operators if there is none
  // The loss is a mean over the elements of this variable; "": none was found.
  std::string rows;

  bool empty() const { return gradients.empty() && statistics.empty(); }
};

// Needs no knowledge of optimizers, clipping or accumulation: roles tell.
// Unimplemented, naming the variable, for a gradient whose size is not known.
TrainingCut FindTrainingCut(const Program& program);

}  // namespace paddle::framework
