// Shares out the stages of a program to the processes of a job.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/data_parallel_options.h"
#include "paddle/framework/passes/pipeline.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::distributed {

// The raw variable of the scope that holds the group of the stages.
extern const char kStagesVariable[];

// One process of a job that runs a program cut into stages: rank r is stage
// r % stages of replica r / stages. Replicas have batches of their own, and
// take the mean of their gradients.
struct StagedPrograms {
  std::shared_ptr<const framework::Program> main;
  std::shared_ptr<const framework::Program> startup;
  int stage = 0, stages = 1;
  int replica = 0, replicas = 1;
  std::shared_ptr<Communicator> stage_group;    // of the replica
  std::shared_ptr<Communicator> replica_group;  // of the stage
};

// Cuts a program for the members of a group. `gather` returns what each member
// gives, in order of ranks. InvalidArgument, in all members, naming the
// operator and the user's line, for more stages than members, and for members
// that are no multiple of the stages or have other programs; otherwise errors
// are those of Pipeline and DataParallel.
StagedPrograms CutForStages(
    const std::shared_ptr<Communicator>& group,
    const std::shared_ptr<const framework::Program>& main,
    const std::shared_ptr<const framework::Program>& startup,
    const framework::PipelineOptions& pipeline,
    const framework::DataParallelOptions& replicas,
    const std::function<std::vector<std::string>(const std::string& own)>&
        gather);

}  // namespace paddle::distributed
