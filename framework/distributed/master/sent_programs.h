// Makes programs of what a job was sent with.
#pragma once

#include <cstdint>

#include "paddle/framework/distributed/master/check_job.h"
#include "paddle/framework/distributed/master/submitted_job.pb.h"

namespace paddle::distributed {

// Returns what CheckJob returns, of operators that this process is linked with.
// Errors are its own; Unimplemented, naming it, for a table whose rows servers
// would keep, as they are in no checkpoint.
CheckedJob ProgramsOf(const proto::JobSpec& spec);

// Returns the seed of programs that have none: equal in all processes of the
// job, and each time that they are started. Not 0.
uint64_t SeedOf(const proto::JobSpec& spec);

}  // namespace paddle::distributed
