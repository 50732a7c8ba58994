#include "paddle/framework/passes/pipeline.h"

#include "paddle/framework/passes/pipeline_flow.h"
#include "paddle/framework/passes/pipeline_stage.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

std::vector<StagePrograms> Pipeline(
    const std::shared_ptr<const Program>& main,
    const std::shared_ptr<const Program>& startup,
    const PipelineOptions& options) {
  PADDLE_ENFORCE_GE(options.micro_batches, 1, "micro_batches");
  const PipelineFlow flow(*main, options.place.stages);
  std::vector<std::shared_ptr<const Program>> mains;
  for (int stage = 0; stage < flow.plan().stages; ++stage) {
    mains.push_back(StageOfPipeline(*main, flow, stage, options));
  }
  return WithStartups(mains, *startup);
}

}  // namespace paddle::framework
