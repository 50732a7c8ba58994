#include "paddle/framework/serving/sent_model.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/io/sync_folder.h"
#include "paddle/framework/serving/model_folder.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::serving {
namespace {

namespace fs = std::filesystem;

constexpr char kSent[] = ".sent";

int OpenFolder(const std::string& folder) {
  return open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// True if it was left, and is no more.
bool IsRemoved(const fs::path& folder) {
  const int file = OpenFolder(folder);
  if (file < 0) return false;
  const bool left = flock(file, LOCK_EX | LOCK_NB) == 0;
  std::error_code error;
  if (left) fs::remove_all(folder, error);
  close(file);
  return left && !error;
}

}  // namespace

void CheckSentName(const std::string& name, const char* what) {
  bool good = !name.empty() && name.size() <= 128 && name[0] != '.';
  for (const char c : name) {
    good = good && (absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                    c == '-' || c == '_' || c == '.');
  }
  PADDLE_ENFORCE(good, InvalidArgument, what, ", \"",
                 absl::CHexEscape(name.substr(0, 128)),
                 "\", is not one of up to 128 letters, digits, \"-\", \"_\" "
                 "and \".\", without \".\" at its beginning");
}

FolderLock::FolderLock(const std::string& folder) : file_(OpenFolder(folder)) {
  PADDLE_ENFORCE(file_ >= 0, Unavailable, "cannot open ", folder, ": ",
                 std::strerror(errno));
  if (flock(file_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  close(file_);
  PADDLE_THROW(Unavailable, folder, " is removed by another server");
}

FolderLock::~FolderLock() { close(file_); }

SentModel::SentModel(const std::string& root,
                     const std::vector<SentFile>& files)
    : root_(root),
      folder_(absl::StrCat(root, "/", kSent)),
      lock_(folder_.path()) {
  for (const SentFile& file : files) {
    CheckSentName(file.name, "the name of a file");
    platform::AtomicWriteFile(folder_.File(file.name), file.bytes);
  }
}

int64_t SentModel::TakeVersion(const std::string& model) const {
  const std::string folder = root_ + "/" + model;
  std::error_code error;
  const bool is_new = fs::create_directory(folder, error);
  PADDLE_ENFORCE(!error, Unavailable, "cannot make the folder ", folder, ": ",
                 error.message());
  if (is_new) framework::TrySyncFolder(root_);
  try {
    int64_t version = 1;
    for (const int64_t each : VersionsIn(folder)) {
      version = std::max(version, each + 1);
    }
    while (!folder_.TakeNewName(absl::StrCat(folder, "/", version))) ++version;
    return version;
  } catch (const platform::Error&) {
    if (is_new) fs::remove(folder, error);
    throw;
  }
}

int RemoveLeftModels(const std::string& root) {
  int removed = 0;
  std::error_code error;
  fs::directory_iterator each(root, error);
  while (!error && each != fs::directory_iterator()) {
    const fs::path path = each->path();
    each.increment(error);
    if (absl::StartsWith(path.filename().string(), absl::StrCat(kSent, "."))) {
      removed += IsRemoved(path);
    }
  }
  return removed;
}

}  // namespace paddle::serving
