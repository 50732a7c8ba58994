// Checks that the trainers of a job do the same.
#pragma once

#include <memory>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::distributed {

// Compares what the program of each trainer exchanges with the others.
// InvalidArgument, in all trainers, naming the first exchange in which one
// differs from trainer 0, with its line. All members call it.
void CheckSameProgram(Communicator* group, const framework::Program& program);

// Compares the persistables of `program` in the scopes of all trainers by
// checksums. FailedPrecondition, in all trainers, naming the first that
// differs. Variables without a value are left out. All members call it.
void CheckSameValues(Communicator* group, const framework::Program& program,
                     const framework::Scope& scope);

}  // namespace paddle::distributed
