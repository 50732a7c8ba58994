// Writes the program of one stage of a pipeline.
#pragma once

#include <memory>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/pipeline.h"
#include "paddle/framework/passes/pipeline_flow.h"

namespace paddle::framework {

// Returns it, verified. `flow` is that of `main`.
std::shared_ptr<Program> StageOfPipeline(const Program& main,
                                         const PipelineFlow& flow, int stage,
                                         const PipelineOptions& options);

}  // namespace paddle::framework
