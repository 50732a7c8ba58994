// Runs the process of a trainer of a job that was sent.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "paddle/framework/distributed/master/job_folders.h"
#include "paddle/framework/distributed/master/submitted_job.pb.h"
#include "paddle/framework/distributed/master/train.h"

namespace paddle::distributed {

// Exit statuses of a trainer, besides kLostOthers: one that fails by a fault of
// the program or its data would do so again.
inline constexpr int kTrained = 0;
inline constexpr int kFaulty = 1;

// Runs `body` and returns the exit status. Of an error it prints one message,
// "paddle: ..."; Unavailable is kLostOthers, and all others are kFaulty.
int ExitStatusOf(const std::function<void()>& body, std::ostream* errors);

// Returns the options of a trainer, for which it may need to know its job.
using TrainOptionsOf = std::function<TrainOptions(const proto::JobSpec& spec)>;

// Trains the job of this id, as the trainer that environment variables say
// (runner/environment.h): see Train. Prints errors on stderr, also those of
// `options`, and returns the exit status: throws nothing.
int RunTrainer(
    const JobFolders& folders, const std::string& id,
    const TrainOptionsOf& options = [](const proto::JobSpec&) {
      return TrainOptions();
    });

}  // namespace paddle::distributed
