// Keeps what belongs to jobs in a folder that all nodes share.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/distributed/master/submitted_job.pb.h"

namespace paddle::distributed {

// Looks after these files of a folder that all nodes share:
//
//   data/            files that jobs may read; nobody writes there
//   jobs/<id>/spec   a JobSpec
//   jobs/<id>/...    metrics, logs and checkpoints
//   jobs/.new-...    what a process that was killed in Add has left; no job
//
// Names of jobs and files may come from outside: none leads out of the folder.
// Thread safe; used by several processes.
class JobFolders {
 public:
  // Unavailable, naming it, if the folder cannot be made.
  explicit JobFolders(std::string root);

  std::string data() const { return root_ + "/data"; }
  // InvalidArgument if that is no id.
  std::string FolderOf(const std::string& id) const;

  // Keeps a description; completely, or not at all. AlreadyExists if there is
  // such a job; ResourceExhausted if it cannot be written.
  void Add(const std::string& id, const proto::JobSpec& spec) const;
  // NotFound if there is no such job, DataLoss if its description is damaged.
  proto::JobSpec SpecOf(const std::string& id) const;
  // Returns the file in which a process of an attempt says what it does; its
  // folder exists.
  std::string LogOf(const std::string& id, int attempt,
                    const std::string& process) const;

  // Returns the files of a job, sorted by name.
  proto::FileList FilesOf(const std::string& id) const;
  // Returns up to `most` bytes of a file of a job from `offset` on, fewer at
  // its end. Errors are those of FileBelow; OutOfRange for an offset that is
  // negative.
  std::string Read(const std::string& id, const std::string& name,
                   int64_t offset, int64_t most) const;
  // Returns the last whole line of the job's metrics, with '?' for what is not
  // printable ASCII; "" if there is none in the last 4 KiB.
  std::string ProgressOf(const std::string& id) const;

 private:
  const std::string root_;
};

}  // namespace paddle::distributed
