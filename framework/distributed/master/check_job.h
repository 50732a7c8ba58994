// Checks what describes a job, before anything of it is kept.
#pragma once

#include <memory>

#include "paddle/framework/distributed/master/submitted_job.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::distributed {

// The largest that a description may be.
struct JobLimits {
  int64_t program_bytes = 64 << 20;
  int files = 100000;
  int trainers = 1024;
  int servers = 256;
  int shards = 65536;
  int restarts = 1000;
};

struct CheckedJob {
  std::shared_ptr<const framework::Program> main;
  std::shared_ptr<const framework::Program> startup;
  int shards = 1;
};

// Returns the programs of a job. They come from outside: whatever their bytes
// are, they are verified, and cut as the job's trainers and servers will have
// them. Reads no file.
//
// InvalidArgument, naming the job and the field, for a description that makes
// no sense or is too large: among others a program that trains nothing, metrics
// that are no numbers, and variables that are fed twice or are none. Errors of
// Program::Parse, DataParallel and ParameterServer name operator, variable and
// call site.
CheckedJob CheckJob(const proto::JobSpec& spec,
                    const framework::SchemaSource& schemas,
                    const JobLimits& limits = {});

}  // namespace paddle::distributed
