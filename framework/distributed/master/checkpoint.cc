#include "paddle/framework/distributed/master/checkpoint.h"

#include <fcntl.h>
#include <stdio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "paddle/framework/distributed/master/own_files.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/io/sync_folder.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"
#include "paddle/platform/manifest.h"

namespace paddle::distributed {
namespace {

namespace fs = std::filesystem;

constexpr char kPrefix[] = "checkpoint-";
constexpr char kWriting[] = ".writing-";
constexpr char kRemoving[] = ".removing-";
constexpr char kValues[] = "/values";
constexpr char kProgress[] = "/progress";
// The newest, and one more, should the disk damage it.
constexpr size_t kKept = 2;

std::string NameOf(int64_t steps) { return absl::StrCat(kPrefix, steps); }

void CheckDone(const std::error_code& error, const std::string& path) {
  PADDLE_ENFORCE(!error, FailedPrecondition, "cannot write ", path, ": ",
                 error.message());
}

// Returns the names in a folder; none if it is not there. A folder that cannot
// be read is another thing than one without checkpoints: the job would begin
// anew, and remove them.
std::vector<std::string> NamesIn(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator each(folder, error);
  if (error == std::errc::no_such_file_or_directory) return names;
  while (!error && each != fs::directory_iterator()) {
    names.push_back(each->path().filename());
    each.increment(error);
  }
  PADDLE_ENFORCE(!error, FailedPrecondition, "cannot read the folder ", folder,
                 ": ", error.message());
  return names;
}

void Rename(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::rename(from, to, error);
  CheckDone(error, to);
}

// True if the two have changed names; false if the file system (NFS) or the
// kernel knows no such call.
bool Exchange(const std::string& one, const std::string& other) {
  if (renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(),
                RENAME_EXCHANGE) == 0) {
    return true;
  }
  PADDLE_ENFORCE(errno == EINVAL || errno == ENOSYS, FailedPrecondition,
                 "cannot write ", other, ": ", std::strerror(errno));
  return false;
}

void WriteFiles(const std::string& folder, const proto::Progress& progress,
                const std::vector<std::string>& names,
                const framework::Scope& scope) {
  framework::SaveVariables(folder + kValues, names, scope);
  platform::AtomicWriteFile(folder + kProgress, progress.SerializeAsString());
  platform::WriteManifest(folder);
}

}  // namespace

JobCheckpoints::JobCheckpoints(std::string folder)
    : folder_(std::move(folder)) {
  platform::CheckFileName(folder_);
}

std::string JobCheckpoints::PathOf(const std::string& name) const {
  return absl::StrCat(folder_, "/", name);
}

// Returns the steps of all checkpoints, the newest first.
std::vector<int64_t> JobCheckpoints::Steps() const {
  std::vector<int64_t> steps;
  for (const std::string& name : NamesIn(folder_)) {
    absl::string_view number = name;
    int64_t found = 0;
    if (absl::ConsumePrefix(&number, kPrefix) &&
        absl::SimpleAtoi(number, &found) && name == NameOf(found)) {
      steps.push_back(found);
    }
  }
  std::sort(steps.rbegin(), steps.rend());
  return steps;
}

std::string JobCheckpoints::ValuesOf(int64_t steps) const {
  return PathOf(NameOf(steps)) + kValues;
}

// Reads the whole checkpoint.
proto::Progress JobCheckpoints::Checked(int64_t steps) const {
  const std::string folder = PathOf(NameOf(steps));
  platform::CheckManifest(folder);
  proto::Progress progress;
  PADDLE_ENFORCE(
      progress.ParseFromString(platform::ReadFile(folder + kProgress)) &&
          progress.steps() == steps,
      DataLoss, "file ", folder, kProgress, " is not of ", steps, " steps");
  return progress;
}

absl::optional<proto::Progress> JobCheckpoints::Latest(
    const std::function<void(const std::string& message)>& tell) const {
  for (const int64_t steps : Steps()) {
    try {
      return Checked(steps);
    } catch (const platform::Error& error) {
      // It may be whole, and the files that are open too many.
      PADDLE_ENFORCE(error.code() != platform::ErrorCode::kUnavailable,
                     FailedPrecondition, "the checkpoint of ", steps,
                     " steps cannot be read: ", error.message());
      tell(absl::StrCat("the checkpoint of ", steps,
                        " steps is passed over: ", error.message()));
    }
  }
  return absl::nullopt;
}

void JobCheckpoints::Save(const proto::Progress& progress,
                          const std::vector<std::string>& names,
                          const framework::Scope& scope) const {
  Clean();
  const std::string made = PathOf(kWriting + NameOf(progress.steps()));
  std::error_code error;
  fs::create_directories(made, error);
  CheckDone(error, made);
  try {
    WithOwnFiles([&] { WriteFiles(made, progress, names, scope); });
  } catch (...) {
    fs::remove_all(made, error);
    throw;
  }
  framework::SyncFolder(made);
  TakeName(made, progress.steps());
  RemoveOld(progress.steps());
}

void JobCheckpoints::Clean() const {
  std::error_code ignored;
  for (const std::string& name : NamesIn(folder_)) {
    if (absl::StartsWith(name, kWriting) || absl::StartsWith(name, kRemoving)) {
      fs::remove_all(PathOf(name), ignored);
    }
  }
}

void JobCheckpoints::TakeName(const std::string& from, int64_t steps) const {
  const std::string path = PathOf(NameOf(steps));
  std::error_code none;
  const bool replaces = fs::exists(path, none);
  // One of this name takes the other one's in the same call where that can be,
  // as it may be the only one.
  if (!replaces || !Exchange(from, path)) {
    if (replaces) Rename(path, PathOf(kRemoving + NameOf(steps)));
    Rename(from, path);
  }
  framework::SyncFolder(folder_);
  if (replaces) Clean();
}

// Renames it first, so that it is never half there.
void JobCheckpoints::Remove(int64_t steps) const {
  const std::string path = PathOf(NameOf(steps));
  const std::string removed = PathOf(kRemoving + NameOf(steps));
  Rename(path, removed);
  std::error_code ignored;
  fs::remove_all(removed, ignored);
}

void JobCheckpoints::RemoveOld(int64_t newest) const {
  size_t kept = 0;
  for (const int64_t steps : Steps()) {
    if (steps > newest || ++kept > kKept) Remove(steps);
  }
}

}  // namespace paddle::distributed
