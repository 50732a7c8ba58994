// Answers those who send jobs to a cluster.
#pragma once

#include "paddle/framework/distributed/master/check_job.h"
#include "paddle/framework/distributed/master/job_board.h"
#include "paddle/framework/distributed/master/job_folders.h"
#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::distributed {

// The most bytes that one call reads of a file.
inline constexpr int64_t kMostRead = 1 << 20;

// Takes calls at any node of a cluster, leading or not: a job that it takes is
// kept, and found by the one that leads. A job that it refuses leaves nothing
// behind. Sent again under the same id, by who has missed the answer, the same
// job is taken once. Thread safe; what it is given must outlive it.
class JobService final : public CallTarget {
 public:
  JobService(JobBoard* board, const JobFolders& folders,
             const framework::SchemaSource& schemas,
             const JobLimits& limits = {});

  void Begin(Call call, Done done) override;

 private:
  Reply Answer(const Call& call);
  Reply Submit(const Call& call);
  Reply Jobs(const Call& call);
  Reply Files(const Call& call);
  Reply Read(const Call& call);
  Reply Cancel(const Call& call);

  JobBoard* const board_;
  const JobFolders& folders_;
  const framework::SchemaSource& schemas_;
  const JobLimits limits_;
};

}  // namespace paddle::distributed
