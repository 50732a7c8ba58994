#include "paddle/framework/distributed/master/run_trainer.h"

#include <exception>
#include <iostream>
#include <memory>
#include <ostream>

#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/master/node_processes.h"
#include "paddle/framework/distributed/master/own_files.h"
#include "paddle/framework/distributed/runner/job.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// In one piece, as other processes may print to the same file.
int Failed(int status, const char* message, std::ostream* errors) {
  *errors << absl::StrCat("paddle: ", message, "\n") << std::flush;
  return status;
}

}  // namespace

int ExitStatusOf(const std::function<void()>& body, std::ostream* errors) {
  try {
    body();
    return kTrained;
  } catch (const platform::Error& error) {
    const bool lost = error.code() == platform::ErrorCode::kUnavailable;
    return Failed(lost ? kLostOthers : kFaulty, error.what(), errors);
  } catch (const std::exception& error) {
    return Failed(kFaulty, error.what(), errors);
  }
}

int RunTrainer(const JobFolders& folders, const std::string& id,
               const TrainOptionsOf& options) {
  return ExitStatusOf(
      [&] {
        const proto::JobSpec spec =
            WithOwnFiles([&] { return folders.SpecOf(id); });
        const TrainOptions own = options(spec);
        const std::unique_ptr<Job> job = Job::FromEnvironment();
        Train(spec, folders.FolderOf(id), folders.data(), job.get(), own);
        job->Finish();
      },
      &std::cerr);
}

}  // namespace paddle::distributed
