// Keeps what a job goes on from, on the disk, complete or not there.
//
// The folder of a job has one folder for each checkpoint, named after the steps
// made until then:
//
//   checkpoint-120/values    the variables (tensor/FORMAT.md)
//   checkpoint-120/progress  a Progress (submitted_job.proto)
//   checkpoint-120/manifest  checksums of both (platform/manifest.h)
//
// One is written under another name, brought to the disk and then renamed: a
// process that is killed, or a machine that stops, at any write leaves those
// before as they were. One of the same steps is exchanged in one call; on a
// file system that cannot do that (NFS), a kill between two renames leaves
// neither of the two, and those of fewer steps.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/distributed/master/submitted_job.pb.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::distributed {

// The checkpoints of a job. One process writes at a time; any number may read.
// Errors of the disk are FailedPrecondition, naming the file. Not thread safe.
class JobCheckpoints {
 public:
  // `folder` of the job, which the first Save makes if it is not there.
  explicit JobCheckpoints(std::string folder);

  // Returns the checkpoint of most steps that is whole. `tell` gets one message
  // for each that is passed over since it is damaged. One that cannot be read
  // is FailedPrecondition: it may be whole.
  absl::optional<proto::Progress> Latest(
      const std::function<void(const std::string& message)>& tell) const;

  // Returns the path of the values of the checkpoint of so many steps.
  std::string ValuesOf(int64_t steps) const;

  // Writes the variables `names` of the scope. Removes what killed processes
  // have left, checkpoints of more steps (the job went on from before them) and
  // all but the two newest. Errors are those of SaveVariables besides; the
  // checkpoints before are then unchanged.
  void Save(const proto::Progress& progress,
            const std::vector<std::string>& names,
            const framework::Scope& scope) const;

 private:
  std::string PathOf(const std::string& name) const;
  proto::Progress Checked(int64_t steps) const;
  std::vector<int64_t> Steps() const;
  void Clean() const;
  void Remove(int64_t steps) const;
  void RemoveOld(int64_t newest) const;
  void TakeName(const std::string& from, int64_t steps) const;

  const std::string folder_;
};

}  // namespace paddle::distributed
