#include "paddle/framework/distributed/runner/stages.h"

#include <utility>

#include "paddle/framework/distributed/group/subgroup.h"
#include "paddle/framework/distributed/runner/agreement.h"
#include "paddle/framework/passes/data_parallel.h"
#include "paddle/framework/passes/place.h"
#include "paddle/framework/passes/stage_plan.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

using framework::PipelineOptions;
using framework::Program;
using framework::StagePrograms;

// Returns the number of stages of a job of `size` processes.
int StagesIn(const Program& main, int size) {
  const int stages = framework::PlanStages(main, 0).stages;
  // Says which operator has no process.
  if (stages > size) framework::PlanStages(main, size);
  PADDLE_ENFORCE(size % stages == 0, InvalidArgument, "a job of ", size,
                 " processes does not divide into replicas of ", stages,
                 " stages");
  return stages;
}

// Returns the ranks first, first + step, ...
std::vector<int> Ranks(int first, int step, int count) {
  std::vector<int> ranks;
  for (int i = 0; i < count; ++i) ranks.push_back(first + i * step);
  return ranks;
}

}  // namespace

const char kStagesVariable[] = "stages@JOB";

StagedPrograms CutForStages(
    const std::shared_ptr<Communicator>& group,
    const std::shared_ptr<const Program>& main,
    const std::shared_ptr<const Program>& startup,
    const PipelineOptions& pipeline,
    const framework::DataParallelOptions& replicas,
    const std::function<std::vector<std::string>(const std::string& own)>&
        gather) {
  const int rank = group->rank(), size = group->size();
  StagedPrograms made;
  made.stages = StagesIn(*main, size);
  made.replicas = size / made.stages;
  made.stage = rank % made.stages;
  made.replica = rank / made.stages;
  PipelineOptions options = pipeline;
  options.place.stages = made.stages;
  options.place.group = kStagesVariable;
  const std::vector<StagePrograms> all =
      framework::Pipeline(main, startup, options);
  for (const StagePrograms& stage : all) CheckSameProgram(gather, *stage.main);
  framework::DataParallelOptions each = replicas;
  each.shards = made.replicas;
  each.exchange_sums = false;
  made.main = framework::DataParallel(all[made.stage].main, each).main;
  made.startup = all[made.stage].startup;
  made.stage_group =
      NewSubgroup(group, Ranks(made.replica * made.stages, 1, made.stages),
                  Subgroup::kStages);
  made.replica_group =
      NewSubgroup(group, Ranks(made.stage, made.stages, made.replicas),
                  Subgroup::kReplicas);
  return made;
}

}  // namespace paddle::distributed
