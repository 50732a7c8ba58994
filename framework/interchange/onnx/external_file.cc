#include "paddle/framework/interchange/onnx/external_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::onnx {
namespace {

// Returns the folders of a path and, last, the file.
std::vector<std::string> PartsOf(const std::string& location) {
  platform::CheckFileName(location);
  PADDLE_ENFORCE(!location.empty() && location[0] != '/', InvalidArgument,
                 "external data must be in a file below the model's folder, "
                 "not '",
                 location, "'");
  std::vector<std::string> parts;
  for (absl::string_view part : absl::StrSplit(location, '/')) {
    PADDLE_ENFORCE(part != "..", InvalidArgument,
                   "external data must be in a file below the model's folder, "
                   "not '",
                   location, "'");
    if (!part.empty() && part != ".") parts.emplace_back(part);
  }
  PADDLE_ENFORCE(!parts.empty(), InvalidArgument, "external data in '",
                 location, "', which names no file");
  return parts;
}

[[noreturn]] void FailToOpen(const std::string& name) {
  // O_NOFOLLOW says ELOOP of a link, and ENOTDIR of one to a folder.
  PADDLE_ENFORCE(errno != ELOOP && errno != ENOTDIR, InvalidArgument, name,
                 " is a link or below one, or no file: external data must be "
                 "in files of the model's own folder");
  PADDLE_ENFORCE(errno != ENOENT, Unavailable, name, " does not exist");
  PADDLE_THROW(Unavailable, "cannot open ", name, ": ", std::strerror(errno));
}

// Opens a path part by part, so that no part can be a link.
int OpenBelow(const std::string& folder, const std::vector<std::string>& parts,
              const std::string& name) {
  const std::string start = folder.empty() ? "." : folder;
  int at = open(start.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (size_t i = 0; i < parts.size() && at >= 0; ++i) {
    const bool last = i + 1 == parts.size();
    // O_NONBLOCK: a pipe must not stop the process.
    const int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK |
                      (last ? 0 : O_DIRECTORY);
    const int next = openat(at, parts[i].c_str(), flags);
    const int error = errno;
    close(at);
    errno = error;
    at = next;
  }
  if (at < 0) FailToOpen(name);
  return at;
}

}  // namespace

ExternalFile::ExternalFile(const std::string& folder,
                           const std::string& location)
    : name_(absl::StrCat(folder.empty() ? "." : folder, "/", location)) {
  const std::vector<std::string> parts = PartsOf(location);
  descriptor_ = OpenBelow(folder, parts, name_);
  struct stat status;
  const bool known = fstat(descriptor_, &status) == 0;
  const bool regular = known && S_ISREG(status.st_mode);
  const bool linked = regular && status.st_nlink > 1;
  if (regular && !linked) {
    size_ = static_cast<uint64_t>(status.st_size);
    return;
  }
  close(descriptor_);  // The destructor will not run.
  PADDLE_ENFORCE(regular, Unavailable, name_, " is not a regular file");
  PADDLE_THROW(InvalidArgument, name_,
               " has several names (hard links), so that it may be a file "
               "from outside of the model's folder");
}

ExternalFile::~ExternalFile() { close(descriptor_); }

void ExternalFile::CheckPart(uint64_t offset, size_t size) const {
  PADDLE_ENFORCE(offset <= size_ && size <= size_ - offset, DataLoss, name_,
                 " has ", size_, " bytes, and ", size, " bytes from byte ",
                 offset, " on are asked for");
}

std::shared_ptr<const platform::FileMapping> ExternalFile::Map(
    uint64_t offset, size_t size) const {
  CheckPart(offset, size);
  return std::make_shared<const platform::FileMapping>(descriptor_, offset,
                                                       size, name_);
}

void ExternalFile::Read(uint64_t offset, void* data, size_t size) const {
  CheckPart(offset, size);
  char* target = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got =
        pread(descriptor_, target, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    PADDLE_ENFORCE(got >= 0, Unavailable, "cannot read ", name_, ": ",
                   std::strerror(errno));
    PADDLE_ENFORCE(got > 0, DataLoss, name_, " ends before byte ", offset);
    target += got;
    offset += static_cast<uint64_t>(got);
    size -= static_cast<size_t>(got);
  }
}

}  // namespace paddle::onnx
