// Cuts a training program into stages that compute parts of a batch at the same
// time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/place.h"

namespace paddle::framework {

struct PipelineOptions {
  PlaceOptions place;
  int micro_batches = 1;          // parts of a batch
  std::string schedule = "1f1b";  // or "gpipe"; see pipeline_schedule.h
};

// Returns the programs of each stage. A run divides the rows of each feed, or
// its sequences, into micro-batches (operator micro_batch), computes forward
// and backward operators for each of them, in the order of the schedule, adds
// their gradients in the order of micro-batches, and runs the optimizer once
// with the mean: the bits are those of accumulate_steps = micro_batches on one
// machine, for any schedule.
//
// The order is written out: each micro-batch has operators of its own, with
// variables "<name>@MICRO<k>". So no runtime is needed beside the executor, the
// plan of memory sees what a schedule keeps alive, and MatchCommunication
// proves that no stage waits in a circle. The programs grow with the number of
// micro-batches, and are compiled once.
//
// A variable that the forward pass ends with may be fetched, on the stage that
// has it: of one number, such as the loss, the mean; of rows, all of them.
// Schedules of learning rates count runs. Random numbers in blocks of operators
// are others than on one machine.
//
// Errors, naming the operator and the user's line, are those of Place, and:
// InvalidArgument for a program without gradients, data whose number of rows is
// fixed, a forward operator that
// needs what a later stage computes, and a backward one that needs what an
// earlier one does; Unimplemented for sparse gradients, and for optimizers that
// read what a single micro-batch has computed.
std::vector<StagePrograms> Pipeline(
    const std::shared_ptr<const Program>& main,
    const std::shared_ptr<const Program>& startup,
    const PipelineOptions& options);

}  // namespace paddle::framework
