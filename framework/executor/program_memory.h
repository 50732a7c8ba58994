// Tells how a program would use memory, without running it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/executor/prepared_program.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/tensor/lod.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// The value of a feed, as far as memory depends on it.
struct FeedShape {
  std::string name;
  Dims dims;             // numbers
  LoDPtr lod = nullptr;  // null: no sequences
};

// A variable in an arena, during the instructions [first, last] of its block.
struct PlannedVariable {
  std::string name;
  size_t bytes = 0;
  size_t offset = 0;
  int first = 0;
  int last = 0;
  std::string in_place_of;  // whose memory it takes over; "": nobody's
};

// The arena of one block.
struct PlannedBlock {
  int index = 0;      // in the program that would run
  std::string owner;  // type of the operator that runs it; "": the program
  std::vector<std::string> operators;  // their types, in order
  // Operators from this one on have sizes that depend on values: they allocate
  // while they run, and are not part of the plan.
  int planned = 0;
  std::vector<PlannedVariable> variables;  // in the order they are written
  size_t bytes = 0;                        // of the arena
  size_t lower_bound = 0;                  // see memory_plan.h
  int fullest = -1;  // the operator where it is reached; -1: none
};

// The memory of one run; bytes.
struct ProgramMemory {
  // The global block first; then those that its operators own, each once. The
  // arena of a block lives beside that of its owner's.
  std::vector<PlannedBlock> blocks;
  // Types of operators with a block whose shapes only a run knows: of the steps
  // of sequences, say.
  std::vector<std::string> unplanned;
  size_t parameters = 0;
  size_t state = 0;    // other persistables: moments, statistics
  size_t feeds = 0;    // the caller's memory
  size_t fetches = 0;  // planned results, in memory of their own
};

// Returns what an executor with these options would plan for a program that is
// fed values of these shapes; data of which the program itself knows the shape
// need not be given. Nothing is run, and no variable needs a value.
// Throws InvalidArgument, naming the variable, for a feed whose shape or levels
// do not fit its description or another feed, or that is missing; NotFound for
// an unknown name; the errors of shape functions, naming the operator.
ProgramMemory PlanProgramMemory(const std::shared_ptr<const Program>& program,
                                const std::vector<FeedShape>& feeds,
                                const std::vector<std::string>& fetches,
                                platform::Place place = platform::CPUPlace(),
                                const ExecutorOptions& options = {});

}  // namespace paddle::framework
