#include "paddle/framework/distributed/store/folder_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::distributed {

namespace {

constexpr char kTemporary[] = "%temporary";
constexpr char kLock[] = "%lock";

}  // namespace

void FailAt(const char* what, const std::string& path) {
  PADDLE_THROW(Unavailable, what, " ", path, ": ", strerror(errno));
}

void MakeStoreFolder(const std::string& folder) {
  platform::CheckFileName(folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  PADDLE_ENFORCE(std::filesystem::is_directory(folder), Unavailable,
                 "the folder of a store, ", folder,
                 ", cannot be made: ", error.message());
}

NewFile::NewFile(const std::string& folder) {
  static std::atomic<uint64_t> number{0};
  do {  // another machine may have a process of this number
    path_ = absl::StrCat(folder, "/", kTemporary, "-", getpid(), "-",
                         number.fetch_add(1));
    descriptor_ =
        open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) FailAt("writing", path_);
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!renamed_) unlink(path_.c_str());
}

void NewFile::Write(const std::string& bytes) {
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count =
        write(descriptor_, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) FailAt("writing", path_);
    done += count;
  }
}

void NewFile::Rename(const std::string& path) {
  // Remote file systems may say only here that a disk is full.
  if (close(std::exchange(descriptor_, -1)) != 0) FailAt("writing", path);
  if (std::rename(path_.c_str(), path.c_str()) != 0) FailAt("writing", path);
  renamed_ = true;
}

FolderLock::FolderLock(const std::string& folder) {
  const std::string path = absl::StrCat(folder, "/", kLock);
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) FailAt("locking", path);
  int result;
  do {
    result = flock(descriptor_, LOCK_EX);
  } while (result != 0 && errno == EINTR);
  if (result != 0) {
    close(descriptor_);
    FailAt("locking", path);
  }
}

FolderLock::~FolderLock() { close(descriptor_); }

}  // namespace paddle::distributed
