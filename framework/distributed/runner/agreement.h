// Checks that the trainers of a job do the same.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::distributed {

// Returns what each trainer gives, in order of ranks.
using GatherTexts =
    std::function<std::vector<std::string>(const std::string& own)>;

// Compares what the program of each trainer exchanges with the others.
// InvalidArgument, in all trainers, naming the first exchange in which one
// differs from trainer 0, with its line. All members call it.
void CheckSameProgram(const GatherTexts& gather,
                      const framework::Program& program);

// Compares the persistables of `program` in the scopes of all trainers by
// checksums. FailedPrecondition, in all trainers, naming the first that
// differs. Variables without a value are left out. All members call it.
void CheckSameValues(const GatherTexts& gather,
                     const framework::Program& program,
                     const framework::Scope& scope);

}  // namespace paddle::distributed
