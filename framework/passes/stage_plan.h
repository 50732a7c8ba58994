// Says which stage of a job runs each operator of a program.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// The operator belongs to no stage: each one runs it for itself.
inline constexpr int kEachStage = -1;

// Operators are those of the global block, by index.
struct StagePlan {
  int stages = 0;
  std::vector<int> stage_of;  // of each operator, or kEachStage
  // The stage that has each persistable that operators write; others are in
  // each stage that reads them.
  absl::flat_hash_map<std::string, int> owners;
};

// Reads the devices of operators (device_name.h). One without a device runs
// where an operand comes from, the first that has a stage, or else where its
// result is first read; schedules of learning rates run in each stage.
// `stages` 0: as many as are named. InvalidArgument, naming the operator and
// the user's line, for a stage that is not there, if no operator has a stage,
// if a stage has no operator, if operators of two stages write one persistable,
// and for an operator in a block of one on another stage; Unimplemented for a
// stage with two places.
StagePlan PlanStages(const Program& main, int stages);

// Returns "operator mul on stage 1, train.py, line 3: ...", for messages.
std::string DescribeStaged(const proto::OpDesc& op, int stage);

}  // namespace paddle::framework
